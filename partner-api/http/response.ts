import {
	type LocalErrorCode,
	type FailureOutcome,
	PartnerApiError,
	type PartnerApiErrorDetails,
} from '../errors';
import { isJsonObject, jsonOrUndefined } from '../values/json';
import type { HttpResponse } from './transport';

const NO_CONTENT = 204;

type Phase = PartnerApiErrorDetails['phase'];

/** The facts about a failure, without its status. */
type Known = Partial<PartnerApiErrorDetails>;

/**
 * Reads a response of the API (section 2.9 for refusals).
 *
 * @param response a complete HTTP response
 * @param phase which request it belongs to
 * @param grantedScopes the scopes of the token that it was made with
 * @returns the parsed JSON body of a 2xx response
 * @throws PartnerApiError for every other response, and for a body that is not JSON
 */
export function readResponse(
	response: HttpResponse,
	phase: Phase,
	grantedScopes?: readonly string[],
): unknown {
	const { status, text, unreadable } = response;
	if (status < 200 || status > 299) throw failureOfNon2xx(response, phase, grantedScopes);
	if (status === NO_CONTENT) return {};
	const fail = (code: LocalErrorCode, known?: Known) => failure(status, phase, code, known);
	if (unreadable) throw fail(unreadable.code, { detail: unreadable.detail });
	if (text.trim() === '') throw fail('empty_answer');
	const body = jsonOrUndefined(text);
	if (body === undefined) throw fail(isWebPage(response) ? 'html_answer' : 'broken_json');
	// An error alone, with a success status, is not documented: the order may have been carried out.
	const error = readError(body);
	if (error?.isAlone) throw fail('unexpected_answer', error.known);
	return body;
}

function failure(
	status: number,
	phase: Phase,
	code: LocalErrorCode,
	known?: Known,
): PartnerApiError {
	const outcome = phase === 'token' ? 'not_sent' : outcomeOfStatus(status);
	return new PartnerApiError({ status, phase, outcome, code, ...known });
}

/** The code and the message of an error body (section 2.9), and whether the body has nothing else. */
function readError(body: unknown): { known: Known; isAlone: boolean } | undefined {
	const { error, message } = isJsonObject(body) ? body : {};
	if (typeof error !== 'string' || error === '') return undefined;
	// The message is for people. If it is not a text, the code still counts.
	const apiMessage = typeof message === 'string' ? message : undefined;
	const isAlone = Object.keys(body as object).every((name) => /^(?:error|message)$/.test(name));
	return { known: { code: error, apiMessage }, isAlone };
}

function failureOfNon2xx(
	response: HttpResponse,
	phase: Phase,
	grantedScopes?: readonly string[],
): PartnerApiError {
	const { status, text } = response;
	const known: Known = {
		grantedScopes,
		retryAfterSeconds: retryAfter(response),
		clockSkewSeconds: clockSkew(response),
	};
	if (status >= 300 && status < 400) {
		return failure(status, phase, 'redirect', { ...known, detail: redirectTarget(response) });
	}
	const body = jsonOrUndefined(text);
	const error = readError(body);
	if (error || !isWebPage(response)) {
		// A batch that is refused as a whole may hold orders that were carried out (section 4.8).
		const places = isJsonObject(body) ? [body, ...Object.values(body)] : [];
		const hasResults =
			phase === 'call' && places.some((one) => isJsonObject(one) && Array.isArray(one.results));
		const outcome: Known = hasResults ? { outcome: 'unknown' } : {};
		return failure(status, phase, 'no_error_code', { ...known, ...error?.known, ...outcome });
	}
	// The page comes from a proxy or gateway, which may respond after the API did its work.
	const isOpen = phase === 'call' && status !== TOO_MANY_REQUESTS;
	return failure(status, phase, 'html_answer', { ...known, ...(isOpen && { outcome: 'unknown' }) });
}

/** An API never refuses an order with these: the request timed out, came too early, or was given up. */
const OPEN_4XX = new Set([408, 425, 499]);
const TOO_MANY_REQUESTS = 429;

/**
 * The outcome that a status means. It stays open after an unusable 2xx, `OPEN_4XX`, any 5xx and a redirect. The API has
 * no redirects, so one comes from a proxy or gateway.
 */
export function outcomeOfStatus(status: number): FailureOutcome {
	return status < 400 || OPEN_4XX.has(status) || status >= 500 ? 'unknown' : 'refused';
}

/** A web page, by its content type or its first characters. */
export function isWebPage(response: HttpResponse): boolean {
	const type = header(response, 'content-type') ?? '';
	const isSaid = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type);
	return (
		(isSaid && (response.unreadable !== undefined || response.text.trim() !== '')) ||
		/^\s*(<!doctype html|<html|<head|<body)/i.test(response.text)
	);
}

function header(response: HttpResponse, name: string): string | undefined {
	const value = response.headers[name];
	return Array.isArray(value) ? value[0] : value;
}

/** Seconds (RFC 9110, section 10.2.3). A date is compared with the response's own, because the local clock may be off. */
function retryAfter(response: HttpResponse): number | undefined {
	const value = header(response, 'retry-after')?.trim() ?? '';
	if (/^\d{1,9}(\.\d{1,9})?$/.test(value)) return Number(value);
	// The oldest form of a date names no zone.
	const isDate = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(value);
	const until = isDate ? Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`) : NaN;
	const now = Date.parse(header(response, 'date') ?? '') || Date.now();
	return Number.isNaN(until) ? undefined : Math.max(0, (until - now) / 1000);
}

/** Seconds by which the local clock is ahead of the API's, if the response has a Date header. */
function clockSkew(response: HttpResponse): number | undefined {
	const date = Date.parse(header(response, 'date') ?? '');
	return Number.isNaN(date) ? undefined : Math.round((Date.now() - date) / 1000);
}

/** Only the host: path, query and user may each hold a secret. A relative target has no host to name. */
function redirectTarget(response: HttpResponse): string | undefined {
	const target = header(response, 'location') ?? '';
	return /^https?:/i.test(target) && URL.canParse(target) ? new URL(target).origin : undefined;
}
