import { InputError } from '../errors';
import type { PartnerSettings } from '../settings';
import { hasDotSegment } from '../http/url-path';
import { hasSpendingPolicy } from '../spending-policy';
import { tokenKindOf, tokenProvider } from './token-provider';

/** What is read and set in a request that another HTTP client sends. */
export interface AuthorizableRequest {
	url?: string;
	/** The older of n8n's request helpers calls it so. */
	uri?: string;
	baseURL?: string;
	method?: string;
	headers?: Record<string, unknown>;
	/** Milliseconds, also for the wait for the token. */
	timeout?: number;
	/** The option Proxy. */
	proxy?: unknown;
	/** The option Ignore SSL Issues, in the words of n8n's older request helper, and of the newer one. */
	rejectUnauthorized?: unknown;
	skipSslCertificateValidation?: unknown;
	/** The option SSL Certificates. */
	agentOptions?: object;
}

const BEARER = /^Bearer (.+)$/;

/**
 * Puts an access token into a request that another HTTP client is about to send. A request that carries the token
 * already was refused with 401 and is a retry: it gets a new token.
 *
 * @param settings whose token
 * @param request its address must be under one of the two bases: a token must reach nobody else
 * @returns the request with its Authorization header, redirects turned off
 * @throws InputError for a credential with limits, another address, and an option that lets others read the token;
 *   PartnerApiError when the exchange fails
 */
export async function authorizeRequest<T extends AuthorizableRequest>(
	settings: PartnerSettings,
	request: T,
): Promise<T> {
	// n8n shows a failed request, with its token, to the expressions behind it.
	if (hasSpendingPolicy(settings)) {
		throw new InputError(
			'Nothing was sent: the credential has limits, and a workflow could read the access token here and pay past them. Use API Call: Request of the node Partner Settlement, which sends a GET and keeps the token inside.',
		);
	}
	refuseStrangers(settings, request);
	const leak = leakOf(request);
	if (leak) {
		throw new InputError(
			`The access token is not sent: with ${leak}, others could read it. Remove it. Set a proxy or your own certificate authority in the environment of n8n (HTTPS_PROXY, NODE_EXTRA_CA_CERTS).`,
		);
	}
	const headers = { ...request.headers };
	const { Authorization: previous } = headers;
	const refused = typeof previous === 'string' ? BEARER.exec(previous)?.[1] : undefined;
	if (refused !== undefined) tokenProvider.drop(settings, refused);
	const kind = tokenKindOf(settings, routeOf(settings, request));
	const { value } = await tokenProvider.get(settings, { timeoutMs: request.timeout }, kind);
	return {
		...request,
		headers: { ...headers, Authorization: `Bearer ${value}` },
		// n8n's two request helpers each have a name of their own for it; both would pass the token on.
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	};
}

function refuseStrangers(
	settings: PartnerSettings,
	{ url, uri, baseURL }: AuthorizableRequest,
): void {
	const own = [settings.apiUrl, settings.baseUrl];
	// Where both are given, n8n's releases differ in which one counts.
	for (const address of [url ?? uri, uri ?? url]) {
		const isWhole = typeof address === 'string' && baseURL === undefined && URL.canParse(address);
		const target = isWhole ? new URL(address) : undefined;
		if (target && own.some((base) => isUnder(target, new URL(base)))) continue;
		const where = target ? target.origin + target.pathname : 'an unreadable URL';
		throw new InputError(
			`The access token is not sent to ${where}: it is under neither API URL nor Base URL of the credential (${own.join(', ')})`,
		);
	}
}

/** Which base serves a request, and where on it: if both are one host, the path tells (section 1, rule 2). */
function routeOf(settings: PartnerSettings, { url, uri }: AuthorizableRequest) {
	const target = new URL(url ?? uri ?? '');
	const [ofApi, ofBase] = [new URL(settings.apiUrl), new URL(settings.baseUrl)];
	const path = target.pathname.slice(ofBase.pathname.replace(/\/+$/, '').length);
	const isOfBase = !isUnder(target, ofApi) || /^\/(?:api|auth\/v1\/agent)\//.test(path);
	return { base: isUnder(target, ofBase) && isOfBase ? 'base' : 'api', path } as const;
}

/** What lets others read the token, who need not be the workflow's author: a model may fill in a header or the method. */
function leakOf({
	proxy,
	rejectUnauthorized = true,
	skipSslCertificateValidation = false,
	agentOptions = {},
	headers = {},
	method = '',
}: AuthorizableRequest): string | undefined {
	if (proxy) return 'the option Proxy';
	const isChecked = rejectUnauthorized === true && skipSslCertificateValidation === false;
	if (!isChecked) return 'the option Ignore SSL Issues';
	if (Object.keys(agentOptions).length > 0) return 'the option SSL Certificates';
	// Behind one address there may be several hosts, and this header chooses among them.
	if (Object.keys(headers).some((name) => name.trim().toLowerCase() === 'host'))
		return 'the header Host';
	// The response repeats the request, with the token in it.
	return /^\s*trace\s*$/i.test(method) ? 'the method TRACE' : undefined;
}

/** One host may serve more than the API, and a gateway may see a step up where the URL has none. */
function isUnder(target: URL, base: URL): boolean {
	const folder = base.pathname.replace(/\/*$/, '/');
	const isWithin = `${target.pathname}/`.startsWith(folder) && !hasDotSegment(target.pathname);
	return target.origin === base.origin && isWithin;
}
