import type { PartnerApiError } from '../errors';

/** How often a failed call is sent again, and after which waits. */
export interface RetryLimits {
	/** At most this many retries; 0: none. Those after a 429 end by time instead. */
	retries: number;
	/** Seconds; no wait is longer, whatever the API asks for. */
	longestWait: number;
}

/**
 * What it does to send a call again:
 * - `safe` moves nothing;
 * - `idempotent` carries an `ext_id` where the document shows it, so the API recognises it (section 1, rule 8);
 * - `unsafe` may do it all again.
 */
export type RetrySafety = 'safe' | 'idempotent' | 'unsafe';

/** Seconds; doubled with each retry. */
const FIRST_WAIT = 0.5;

/**
 * Whether a failed call may be sent again.
 *
 * A call that never reached the API, or got a 429, has done nothing. One whose response was lost, a 5xx, or a 429 with results
 * of a batch may have been carried out: it is sent again only where a retry does no harm. Every other refusal would be retried
 * in vain.
 *
 * @param error what the call failed with
 * @param retrySafety what a retry would do
 */
export function mayRetry(error: PartnerApiError, retrySafety: RetrySafety): boolean {
	return error.isTransient && (error.outcome !== 'unknown' || retrySafety !== 'unsafe');
}

/**
 * How long to wait before the next attempt: an exponential back-off with full jitter. It is longer where the API asks for
 * that in Retry-After, and never longer than the limit. After a 429 the rate limiter waits instead.
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
