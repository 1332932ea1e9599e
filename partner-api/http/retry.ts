import type { LocalErrorCode, PartnerApiError } from '../errors';

/** How many times a failed call is retried, and after which waits. */
export interface RetryLimits {
	/** At most this many; 0: none. Retries after a 429 end by time instead. */
	retries: number;
	/** Seconds; the longest wait, whatever the API asks for. */
	longestWait: number;
}

/**
 * What a retry of a call does:
 * - `safe` moves no money;
 * - `idempotent` carries an `ext_id` as the document shows it, so the API recognizes it (section 1, rule 8);
 * - `unsafe` may do everything again.
 */
export type RetrySafety = 'safe' | 'idempotent' | 'unsafe';

/** Seconds; doubled with each retry. */
const FIRST_WAIT = 0.5;

const REQUEST_TIMEOUT = 408;
/** Codes of failures that a retry can't outlive. */
const FINAL_CODES = new Set<string>([
	'cancelled',
	'blocked_by_egress_filter',
	'redirect',
	'answer_too_large',
	'missing_scope',
	'wrong_call',
] satisfies LocalErrorCode[]);

/**
 * Whether a retry may outlive a failure: there was no usable response, or the API was in trouble or too busy. A failure in
 * `FINAL_CODES` stays, and so does every other refusal.
 */
export function isTransient({ details, isRateLimit }: PartnerApiError): boolean {
	const { code, status, phase } = details;
	if (FINAL_CODES.has(code)) return false;
	// A successful exchange without a token means a wrong address, which a retry does not change.
	if (phase === 'token' && status !== undefined && status < 300) return false;
	const isRefusal = status !== undefined && status >= 400 && status < 500;
	return !isRefusal || status === REQUEST_TIMEOUT || isRateLimit;
}

/**
 * Whether a failed call may be retried.
 *
 * A call that never reached the API, or got a 429, has done nothing. If its response was lost, or it got a 5xx or a 429
 * with results of a batch, it may have been carried out. Then it is retried only if that does no harm. After any other
 * refusal, a retry is useless.
 *
 * @param error the failure of the call
 * @param retrySafety what a retry would do
 */
export function mayRetry(error: PartnerApiError, retrySafety: RetrySafety): boolean {
	return isTransient(error) && (error.outcome !== 'unknown' || retrySafety !== 'unsafe');
}

/**
 * How long to wait before the next attempt: an exponential backoff with full jitter. A Retry-After makes it longer, up to
 * the limit. After a 429, the rate limiter waits instead.
 *
 * @param retry which retry comes next, from 1 on
 * @param random a number from 0 up to 1
 * @returns seconds
 */
export function retryWait(
	error: PartnerApiError,
	retry: number,
	{ longestWait }: RetryLimits,
	random = Math.random(),
): number {
	const backoff = random * Math.min(FIRST_WAIT * 2 ** (retry - 1), longestWait);
	return Math.max(backoff, Math.min(error.details.retryAfterSeconds ?? 0, longestWait));
}
