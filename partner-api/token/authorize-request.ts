import { InputError } from '../errors';
import type { PartnerSettings } from '../settings';
import { hasDotSegment } from '../url-path';
import { tokenProvider } from './token-provider';

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

/** n8n's HTTP Request node does not report a 401. So a revoked token is used for this long at most. */
const MAX_AGE_MS = 60_000;

/** A client certificate. Any other option of an agent may lead the request, or its trust, elsewhere. */
const OWN_CERTIFICATE = ['cert', 'key', 'passphrase'];

const BEARER = /^Bearer (.+)$/;
const WHOLE_URL = /^([a-z][a-z\d+.-]*:)?\/\//i;

/**
 * Puts an access token into a request that another HTTP client is about to send. A request that carries the token
 * already was refused with 401 and is a retry: it gets a new token.
 *
 * @param settings whose token
 * @param request its address must be under one of the two bases: a token must reach nobody else
 * @returns the request with its Authorization header, redirects turned off
 * @throws InputError for another address, and for an option that lets others read the token; PartnerApiError when the
 *   exchange fails
 */
export async function authorizeRequest<T extends AuthorizableRequest>(
	settings: PartnerSettings,
	request: T,
): Promise<T> {
	refuseStrangers(settings, request);
	refuseListeners(request);
	const headers = { ...request.headers };
	const { Authorization: previous } = headers;
	if (typeof previous === 'string') tokenProvider.drop(settings, BEARER.exec(previous)?.[1]);
	const limits = { maxAgeMs: MAX_AGE_MS, timeoutMs: request.timeout };
	const { value } = await tokenProvider.get(settings, limits);
	return {
		...request,
		headers: { ...headers, Authorization: `Bearer ${value}` },
		// n8n's two request helpers each have a name of their own for it; both would pass the token on.
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	};
}

function refuseStrangers(settings: PartnerSettings, request: AuthorizableRequest): void {
	const own = [settings.apiUrl, settings.baseUrl];
	for (const target of targetsOf(request)) {
		if (target && own.some((base) => isUnder(target, new URL(base)))) continue;
		const where = target ? target.origin + target.pathname : 'an unreadable URL';
		throw new InputError(
			`The access token is not sent to ${where}: it is under neither API URL nor Base URL of the credential (${own.join(', ')})`,
		);
	}
}

/** Where the request goes. Where it is said twice, n8n's releases differ in which one counts. */
function targetsOf({ url, uri, baseURL }: AuthorizableRequest): (URL | undefined)[] {
	const given = [url, uri].filter((address) => address !== undefined);
	return (given.length > 0 ? given : ['']).map((address) => targetOf(address, baseURL));
}

/** n8n's helpers put a base and what is not a whole URL together as text. */
function targetOf(given: unknown, baseURL: unknown): URL | undefined {
	if (typeof given !== 'string') return undefined;
	const isWhole = typeof baseURL !== 'string' || WHOLE_URL.test(given);
	const address = isWhole ? given : `${baseURL.replace(/\/+$/, '')}/${given.replace(/^\/+/, '')}`;
	return URL.canParse(address) ? new URL(address) : undefined;
}

/** A workflow's author may use a credential without being allowed to see it, and so may not have its token. */
function refuseListeners(request: AuthorizableRequest): void {
	const { proxy, rejectUnauthorized = true, skipSslCertificateValidation = false } = request;
	if (proxy) {
		throw notSafe(
			'with the option Proxy another host could read it',
			'Remove the option. n8n uses the proxy of its own environment (HTTPS_PROXY) without it.',
		);
	}
	const isChecked = rejectUnauthorized === true && skipSslCertificateValidation === false;
	if (!isChecked && process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') {
		throw notSafe(
			'with the option Ignore SSL Issues anybody in between could read it',
			'Remove the option. If the API has a certificate of an authority of your own, name its file in NODE_EXTRA_CA_CERTS of n8n.',
		);
	}
	const strange = Object.keys(request.agentOptions ?? {}).filter(
		(name) => !OWN_CERTIFICATE.includes(name),
	);
	if (strange.length > 0) {
		throw notSafe(
			`with ${strange.join(', ')} under SSL Certificates others could read it`,
			'Leave a client certificate and its key there at most. An authority of your own (CA) belongs into NODE_EXTRA_CA_CERTS of n8n.',
		);
	}
	// Behind one address there may be several hosts, and this header chooses among them.
	if (Object.keys(request.headers ?? {}).some((name) => name.trim().toLowerCase() === 'host')) {
		throw notSafe('with the header Host another host could read it', 'Remove the header.');
	}
	// The response repeats the request, with the token in it.
	if (/^\s*trace\s*$/i.test(request.method ?? '')) {
		throw notSafe('the answer to the method TRACE would repeat it', 'Choose another method.');
	}
}

function notSafe(why: string, whatToDo: string): InputError {
	return new InputError(`The access token is not sent: ${why}. ${whatToDo}`);
}

/** One host may serve more than the API, and a gateway may see a step up where the URL has none. */
function isUnder(target: URL, base: URL): boolean {
	const folder = base.pathname.replace(/\/*$/, '/');
	const isWithin = `${target.pathname}/`.startsWith(folder) && !hasDotSegment(target.pathname);
	return target.origin === base.origin && isWithin;
}
