import { z } from 'zod';

import {
	type LocalErrorCode,
	type Outcome,
	PartnerApiError,
	type PartnerApiErrorDetails,
} from './errors';
import { parseHttpDate } from './http-date';
import { isJsonObject, parseJson, RefusedJson } from './json';
import { type HttpAnswer, TransportError } from './transport';

const NO_CONTENT = 204;
/** Stands for where a relative address starts. */
const RELATIVE = 'https://relative.invalid';
/** Of an address that is not one of the web. */
const NO_ORIGIN = 'null';

type Phase = PartnerApiErrorDetails['phase'];

/** Section 2.9. */
const errorShape = z.object({
	error: z.string().min(1),
	// Only for people: whatever else it may be, the code beside it counts.
	message: z.string().optional().catch(undefined),
});
const onlyErrorShape = errorShape.strict();

/**
 * Reads an answer of the API (section 2.9 for refusals).
 *
 * @param answer a complete HTTP answer
 * @param phase which request it answers
 * @param isOrder whether the request was for more than a look
 * @returns the parsed JSON body of a 2xx answer
 * @throws PartnerApiError for every other answer, also one that is no JSON
 */
export function readAnswer(answer: HttpAnswer, phase: Phase, isOrder = false): unknown {
	if (answer.status < 200 || answer.status > 299) throw refusal(answer, phase);
	const unreadable = (code: LocalErrorCode, detail?: string) =>
		new PartnerApiError({
			code,
			detail,
			status: answer.status,
			outcome: phase === 'token' ? 'not_sent' : 'unknown',
			phase,
		});
	if (answer.status === NO_CONTENT) return {};
	if (answer.unreadable) throw unreadable(answer.unreadable.code, answer.unreadable.detail);
	if (answer.text.trim() === '') throw unreadable('empty_answer');
	let body: unknown;
	try {
		body = parseJson(answer.text);
	} catch (error) {
		if (error instanceof RefusedJson) throw unreadable(error.code, error.message);
		throw unreadable(isHtml(answer) ? 'html_answer' : 'broken_json');
	}
	const error = errorUnderSuccess(body, isOrder);
	if (!error) return body;
	// Not as documented; whether the order behind it was made cannot be told.
	throw new PartnerApiError({
		...unreadable('unexpected_answer').details,
		code: error.error,
		apiMessage: error.message,
	});
}

/**
 * The record of an order that failed tells of its error too, beside its status (section 6.4), and so may that of several
 * (sections 4.4 and 4.8).
 */
const orderShape = z.union([
	z.object({ status: z.string() }),
	z.object({ document_status: z.string() }),
	z.object({ items: z.array(z.unknown()) }),
	z.object({ results: z.array(z.unknown()) }),
]);

/** An error body under a status of success: nothing but an error, or an error where an order should be. */
function errorUnderSuccess(
	body: unknown,
	isOrder: boolean,
): z.infer<typeof errorShape> | undefined {
	// A look before the schemas: an answer that is as it should be must not pay for them.
	if (!isJsonObject(body) || !('error' in body)) return undefined;
	const isError = onlyErrorShape.safeParse(body).success;
	const isNoOrder = isOrder && !orderShape.safeParse(body).success;
	return isError || isNoOrder ? errorShape.safeParse(body).data : undefined;
}

/** The error of a request that brought no complete answer. */
export function transportFailure(error: unknown, phase: Phase): unknown {
	if (!(error instanceof TransportError)) return error;
	return new PartnerApiError({
		code: codeOfTransport(error),
		outcome: error.sent && phase === 'call' ? 'unknown' : 'not_sent',
		phase,
		detail: error.detail,
	});
}

function codeOfTransport({ reason, sent }: TransportError): LocalErrorCode {
	if (reason === 'connection') return sent ? 'connection_lost' : 'connection_failed';
	return reason === 'egress_filter' ? 'blocked_by_egress_filter' : reason;
}

function refusal(answer: HttpAnswer, phase: Phase): PartnerApiError {
	const common = {
		status: answer.status,
		outcome: phase === 'token' ? ('not_sent' as const) : outcomeOfStatus(answer.status),
		phase,
		retryAfterSeconds: retryAfter(answer),
		clockSkewSeconds: clockSkew(answer),
	};
	if (answer.status >= 300 && answer.status < 400) {
		return new PartnerApiError({ ...common, code: 'redirect', detail: redirectTarget(answer) });
	}
	const body = errorShape.safeParse(jsonOrUndefined(answer.text));
	if (body.success) {
		return new PartnerApiError({
			...common,
			code: body.data.error,
			apiMessage: body.data.message,
		});
	}
	const code: LocalErrorCode = isHtml(answer) ? 'html_answer' : 'no_error_code';
	return new PartnerApiError({ ...common, code });
}

/**
 * What an answer with this status says of the order. A request that timed out over there (408), a redirect (the API has
 * none, so something in between answered) and every 5xx leave it open.
 */
export function outcomeOfStatus(status: number): Outcome {
	return status < 400 || status === 408 || status >= 500 ? 'unknown' : 'refused';
}

function jsonOrUndefined(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/** A web page, by what it says of itself or by how it begins. */
function isHtml(answer: HttpAnswer): boolean {
	const type = header(answer, 'content-type') ?? '';
	const isSaid = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type);
	return (
		(isSaid && answer.text.trim() !== '') ||
		/^\s*(<!doctype html|<html|<head|<body)/i.test(answer.text)
	);
}

function header(answer: HttpAnswer, name: string): string | undefined {
	const value = answer.headers[name];
	return Array.isArray(value) ? value[0] : value;
}

/** Seconds, or a date by the API's own clock (RFC 9110, section 10.2.3); anything else is as good as none. */
function retryAfter(answer: HttpAnswer): number | undefined {
	const value = header(answer, 'retry-after')?.trim() ?? '';
	if (/^\d{1,9}(\.\d{1,9})?$/.test(value)) return Math.ceil(Number(value));
	const date = parseHttpDate(value);
	if (date === undefined) return undefined;
	const now = parseHttpDate(header(answer, 'date')) ?? Date.now();
	return Math.max(0, Math.ceil((date - now) / 1000));
}

/** Seconds by the answer's Date header, where it has one; positive: the local clock is ahead of the API's. */
export function clockSkew(answer: HttpAnswer): number | undefined {
	const date = parseHttpDate(header(answer, 'date'));
	return date === undefined ? undefined : Math.round((Date.now() - date) / 1000);
}

/** Only the host: path, query and user may each hold a secret. One on the same host is not named. */
function redirectTarget(answer: HttpAnswer): string | undefined {
	const target = header(answer, 'location');
	if (target === undefined || !URL.canParse(target, RELATIVE)) return undefined;
	const { origin } = new URL(target, RELATIVE);
	return [RELATIVE, NO_ORIGIN].includes(origin) ? undefined : origin;
}
