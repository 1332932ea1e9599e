import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

import { type FailureOutcome, localFailure, type PartnerApiErrorDetails } from '../errors';

/** Limits of a wait. */
export interface WaitLimits {
	/** Absent: no limit. */
	timeoutMs?: number;
	/** Cancels the wait. */
	signal?: AbortSignal;
}

/**
 * Calls back if a wait times out or is cancelled.
 *
 * @returns a function that ends the wait; call it when the work is done
 */
export function onGivenUp(
	{ timeoutMs, signal }: WaitLimits,
	giveUp: (reason: 'timeout' | 'cancelled') => void,
): () => void {
	const timer =
		timeoutMs === undefined ? undefined : setTimeout(() => giveUp('timeout'), timeoutMs);
	const cancel = () => giveUp('cancelled');
	if (signal?.aborted) cancel();
	else signal?.addEventListener('abort', cancel, { once: true });
	return () => {
		clearTimeout(timer);
		signal?.removeEventListener('abort', cancel);
	};
}

/**
 * Waits before or between calls.
 *
 * @param seconds how long
 * @param signal cancels the wait
 * @param outcome the state of the order by now: whoever cancels must learn whether it may exist
 * @throws PartnerApiError `cancelled`, with that outcome
 */
export async function pause(
	seconds: number,
	signal: AbortSignal | undefined,
	outcome: FailureOutcome,
): Promise<void> {
	try {
		await delay(seconds * 1000, undefined, { signal });
	} catch {
		throw localFailure('cancelled', outcome);
	}
}

/**
 * Waits for work that comes before a request, within the caller's limits. The work itself goes on.
 *
 * @param phase which request the work is for
 * @throws PartnerApiError `timeout` or `cancelled`, not sent; what the work throws
 */
export async function waitFor<T>(
	work: Promise<T>,
	phase: PartnerApiErrorDetails['phase'],
	limits: WaitLimits,
): Promise<T> {
	let end = (): void => undefined;
	const givenUp = new Promise<never>((_, reject) => {
		end = onGivenUp(limits, (code) => reject(localFailure(code, 'not_sent', { phase })));
	});
	try {
		return await Promise.race([givenUp, work]);
	} finally {
		end();
	}
}

/** Milliseconds of work after which others get their turn. */
const LONG_WORK_MS = 10;
/** Turns of Node's loop that an incoming request takes: its connection, its text, and its response. */
const TURNS = 3;

/**
 * Lets n8n respond to others after long work, such as parsing megabytes.
 *
 * @param begin when the work began, by `performance.now()`
 * @returns when the next work begins: `begin`, or the present moment after a rest
 */
export async function restAfter(begin: number): Promise<number> {
	if (performance.now() - begin < LONG_WORK_MS) return begin;
	for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
	return performance.now();
}
