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
}

/**
 * n8n's HTTP Request node does not tell of a 401, so a token that was revoked would be used until it ends. This is how
 * long that can last.
 */
const MOST_AGE_MS = 60_000;

const BEARER = /^Bearer (.+)$/;

/**
 * Puts an access token into a request that another HTTP client is about to send. When the request already carries the
 * token, it was refused with 401 and comes again: then a new token is taken.
 *
 * @param settings whose token
 * @param request its address must be on one of the two bases: a token must reach nobody else
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
	const value = await youngToken(settings);
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
async function youngToken(settings: PartnerSettings): Promise<string> {
	try {
		return (await tokenProvider.get(settings, undefined, MOST_AGE_MS)).value;
	} catch (error) {
		if (!(error instanceof PartnerApiError)) throw error;
		const context = { call: 'Token exchange', movesMoney: false, urlField: 'API URL' };
		const { message, description } = failureText(error, context);
		throw new InputError(`${message}. ${description}`);
	}
}

function refuseStrangers(settings: PartnerSettings, request: AuthorizableRequest): void {
	const url = request.url ?? request.uri ?? '';
	const target = URL.canParse(url, request.baseURL) ? new URL(url, request.baseURL).origin : '';
	const own = [settings.apiUrl, settings.baseUrl].map((base) => new URL(base).origin);
	if (own.includes(target)) return;
	throw new InputError(
		`The access token is not sent to ${target || 'an unreadable URL'}: it is neither API URL nor Base URL of the credential (${own.join(', ')})`,
	);
}
