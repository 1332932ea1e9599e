import { InputError, PartnerApiError } from './errors';
import { failureText } from './failure-text';
import type { PartnerSettings } from './settings';
import { tokenProvider } from './token-provider';

/** What is read and set of a request that another HTTP client sends. */
export interface AuthorizableRequest {
	url?: string;
	/** The older of n8n's request helpers calls it so. */
	uri?: string;
	baseURL?: string;
	headers?: Record<string, unknown>;
	/** Milliseconds; the wait for the token is no longer either. */
	timeout?: number;
}

/**
 * n8n's HTTP Request node does not tell of a 401, so a token that was revoked would be used until it ends. This is how
 * long that can last.
 */
const MOST_AGE_MS = 60_000;

const BEARER = /^Bearer (.+)$/;
const WHOLE_URL = /^([a-z][a-z\d+.-]*:)?\/\//i;

/**
 * Puts an access token into a request that another HTTP client is about to send. When the request already carries the
 * token, it was refused with 401 and comes again: then a new token is taken.
 *
 * @param settings whose token
 * @param request its address must be under one of the two bases: a token must reach nobody else
 * @returns the request with its Authorization header, redirects turned off
 * @throws InputError for another address, and when the exchange fails
 */
export async function authorizeRequest<T extends AuthorizableRequest>(
	settings: PartnerSettings,
	request: T,
): Promise<T> {
	refuseStrangers(settings, request);
	const headers = { ...request.headers };
	const { Authorization: previous } = headers;
	if (typeof previous === 'string') tokenProvider.drop(settings, BEARER.exec(previous)?.[1]);
	const value = await youngToken(settings, request.timeout);
	return {
		...request,
		headers: { ...headers, Authorization: `Bearer ${value}` },
		// n8n's two request helpers each have a name of their own for it; both would pass the token on.
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	};
}

/** The other client shows an error's message and nothing else, so all that there is to say goes into it. */
async function youngToken(settings: PartnerSettings, timeoutMs?: number): Promise<string> {
	try {
		return (await tokenProvider.get(settings, { mostAgeMs: MOST_AGE_MS, timeoutMs })).value;
	} catch (error) {
		if (!(error instanceof PartnerApiError)) throw error;
		const context = { call: 'Token exchange', changesState: false, urlField: 'API URL' };
		const { message, description } = failureText(error, context);
		throw new InputError(`${message}. ${description}`);
	}
}

function refuseStrangers(settings: PartnerSettings, request: AuthorizableRequest): void {
	const target = targetOf(request);
	const own = [settings.apiUrl, settings.baseUrl];
	if (target && own.some((base) => isUnder(target, new URL(base)))) return;
	const where = target ? target.origin + target.pathname : 'an unreadable URL';
	throw new InputError(
		`The access token is not sent to ${where}: it is under neither API URL nor Base URL of the credential (${own.join(', ')})`,
	);
}

/** Where the request goes. n8n's helpers put a base and what is not a whole URL together as text. */
function targetOf({ url, uri, baseURL }: AuthorizableRequest): URL | undefined {
	const given = url ?? uri ?? '';
	const isWhole = baseURL === undefined || WHOLE_URL.test(given);
	const address = isWhole ? given : `${baseURL.replace(/\/+$/, '')}/${given.replace(/^\/+/, '')}`;
	return URL.canParse(address) ? new URL(address) : undefined;
}

/** One host may serve more than the API. */
function isUnder(target: URL, base: URL): boolean {
	const folder = base.pathname.replace(/\/*$/, '/');
	return target.origin === base.origin && `${target.pathname}/`.startsWith(folder);
}
