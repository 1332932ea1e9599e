import { InputError } from '../errors';
import type { PartnerSettings } from '../settings';
import { hasDotSegment } from '../http/url-path';
import { hasSpendingPolicy } from '../spending-policy';
import { tokenKindOf, tokenProvider } from './token-provider';

/** The parts of another HTTP client's request that are read and set here. */
export interface AuthorizableRequest {
	url?: string;
	/** Its name in the older of n8n's request helpers. */
	uri?: string;
	baseURL?: string;
	method?: string;
	headers?: Record<string, unknown>;
	/** Milliseconds, also for the wait for the token. */
	timeout?: number;
	/** The option Proxy. */
	proxy?: unknown;
	/** The option Ignore SSL Issues, as n8n's older request helper names it, and the newer one. */
	rejectUnauthorized?: unknown;
	skipSslCertificateValidation?: unknown;
	/** The option SSL Certificates. */
	agentOptions?: object;
}

const BEARER = /^Bearer (.+)$/;

/**
 * Adds an access token to a request that another HTTP client is about to send. If the request already carries the
 * token, it is a retry after a 401, and gets a new one.
 *
 * @param settings whose token
 * @param request its address must be under one of the two bases, so that the token reaches nobody else
 * @returns the request with its Authorization header, redirects turned off
 * @throws InputError for a credential with limits, another address, or an option that lets others read the token;
 *   PartnerApiError if the exchange fails
 */
export async function authorizeRequest<T extends AuthorizableRequest>(
	settings: PartnerSettings,
	request: T,
): Promise<T> {
	// n8n shows a failed request, with its token, to the expressions of later nodes.
	if (hasSpendingPolicy(settings)) {
		throw new InputError(
			"Nothing was sent: the credential has limits, and a workflow could read the access token here and get around them. For a GET, use API Call: Request of the node Partner Settlement, which keeps the token to itself. For an order, use the node's operation for it.",
		);
	}
	requireOwnAddress(settings, request);
	const leak = leakOf(request);
	if (leak) {
		throw new InputError(
			`The access token is not sent: with ${leak}, others could read it. Send the request without ${leak}. Set a proxy or your own certificate authority in the environment of n8n (HTTPS_PROXY, NODE_EXTRA_CA_CERTS).`,
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
		// n8n's two request helpers have different names for this; both would pass the token on.
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	};
}

function requireOwnAddress(
	settings: PartnerSettings,
	{ url, uri, baseURL }: AuthorizableRequest,
): void {
	const own = [settings.apiUrl, settings.baseUrl];
	// If both are given, n8n's releases differ in which one counts.
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

/** Which base serves a request, and the path on it. If both are on one host, the path decides (section 1, rule 2). */
function routeOf(settings: PartnerSettings, { url, uri }: AuthorizableRequest) {
	const target = new URL(url ?? uri ?? '');
	const [ofApi, ofBase] = [new URL(settings.apiUrl), new URL(settings.baseUrl)];
	const path = target.pathname.slice(ofBase.pathname.replace(/\/+$/, '').length);
	const isOfBase = !isUnder(target, ofApi) || /^\/(?:api|auth\/v1\/agent)\//.test(path);
	return { base: isUnder(target, ofBase) && isOfBase ? 'base' : 'api', path } as const;
}

/**
 * The part of a request that lets others read the token. The request may come from a model, which can fill in a header
 * or the method.
 */
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
	// One address may serve several hosts, and this header chooses one.
	if (Object.keys(headers).some((name) => name.trim().toLowerCase() === 'host'))
		return 'the header Host';
	// The response repeats the request, with the token in it.
	return /^\s*trace\s*$/i.test(method) ? 'the method TRACE' : undefined;
}

/** One host may serve more than the API, and a gateway may see a step up that the URL does not show. */
function isUnder(target: URL, base: URL): boolean {
	const folder = base.pathname.replace(/\/*$/, '/');
	const isWithin = `${target.pathname}/`.startsWith(folder) && !hasDotSegment(target.pathname);
	return target.origin === base.origin && isWithin;
}
