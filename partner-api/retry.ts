import type { PartnerApiError } from './errors';

/** How often and how patiently a call is repeated. */
export interface RetryLimits {
	/** How many times a call is repeated at the most; 0 never. */
	retries: number;
	/** Seconds; no wait is longer, whatever the API asks for. */
	longestWait: number;
}

/**
 * What a repeat of a call would do: `reads` moves nothing; `keyed` carries an `ext_id`, so the API recognises it
 * (section 1, rule 8); `acts` would do it all again.
 */
export type Repeat = 'reads' | 'keyed' | 'acts';

/** Seconds; doubled with each repeat. */
const FIRST_WAIT = 0.5;
const TOO_MANY_REQUESTS = 429;
/** What cannot become better by trying again. */
const FINAL_CODES = new Set(['cancelled', 'blocked_by_egress_filter', 'redirect', 'missing_scope']);
/** Server errors that a repeat can outlive. */
const PASSING_STATUSES = new Set([408, 500, 502, 503, 504]);

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
	const { code, status } = error.details;
	if (FINAL_CODES.has(code)) return false;
	if (status === TOO_MANY_REQUESTS) return true;
	const isError = status !== undefined && (status < 200 || status > 299);
	if (isError && !PASSING_STATUSES.has(status)) return false;
	return error.outcome === 'not_sent' || repeat !== 'acts';
}

/**
 * How long to wait before the next try: what the API asks for in Retry-After, else an exponential back-off with full
 * jitter, never longer than the limit.
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
	const asked = error.details.retryAfterSeconds;
	if (asked !== undefined) return Math.min(asked, longestWait);
	return random * Math.min(FIRST_WAIT * 2 ** (repeat - 1), longestWait);
}
