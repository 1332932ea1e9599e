import type { PartnerApiError } from './errors';

/** How often and how patiently a call is repeated. */
export interface RetryLimits {
	/** How many times a call is repeated at the most; 0 never. */
	retries: number;
	/** Seconds; no wait is longer, whatever the API asks for. */
	longestWait: number;
}

/**
 * What it does to send a call again: `safe` moves nothing; `idempotent` carries an `ext_id` where the document shows it, so
 * the API recognises it (section 1, rule 8); `unsafe` may do it all again.
 */
export type Repeat = 'safe' | 'idempotent' | 'unsafe';

/** Seconds; doubled with each repeat. */
const FIRST_WAIT = 0.5;
/** Server errors that a repeat can outlive; others (501, 505) say what the server cannot do. */
const PASSING_SERVER_ERRORS = new Set([500, 502, 503, 504]);

/**
 * Whether a failed call may be sent again.
 *
 * A call that never reached the API, or that it had no time for, has done nothing. One whose answer was lost may have
 * been carried out: it is repeated only where a repeat does no harm. Every other refusal would be repeated in vain.
 *
 * @param error what the call failed with
 * @param repeat what a repeat would do
 */
export function mayRepeat(error: PartnerApiError, repeat: Repeat): boolean {
	const { status = 0 } = error.details;
	if (!error.isTransient) return false;
	if (error.isRateLimit) return true;
	if (status >= 500 && !PASSING_SERVER_ERRORS.has(status)) return false;
	return error.outcome === 'not_sent' || repeat !== 'unsafe';
}

/**
 * How long to wait before the next try: an exponential back-off with full jitter, or longer where the API asks for that
 * in Retry-After; never longer than the limit. After a 429 the rate limiter waits instead.
 *
 * @param repeat which repeat comes next, from 1 on
 * @param random a number from 0 up to 1
 * @returns seconds
 */
export function retryWait(
	error: PartnerApiError,
	repeat: number,
	{ longestWait }: RetryLimits,
	random = Math.random(),
): number {
	const backoff = random * Math.min(FIRST_WAIT * 2 ** (repeat - 1), longestWait);
	return Math.max(backoff, Math.min(error.details.retryAfterSeconds ?? 0, longestWait));
}
