import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

import { type FailureOutcome, localFailure } from '../errors';

/** Limits of a wait. */
export interface WaitLimits {
	/** Absent: no limit. */
	timeoutMs?: number;
	/** Cancels the wait. */
	signal?: AbortSignal;
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
 * Waits for work within the caller's limits. The work itself goes on.
 *
 * @param failed gives the error for a wait that times out or is cancelled
 * @throws that error; what the work throws
 */
export async function waitFor<T>(
	work: Promise<T>,
	{ timeoutMs, signal }: WaitLimits,
	failed: (reason: 'timeout' | 'cancelled') => Error,
): Promise<T> {
	let end = (): void => undefined;
	const givenUp = new Promise<never>((_, reject) => {
		const cancel = () => reject(failed('cancelled'));
		const timer =
			timeoutMs === undefined ? undefined : setTimeout(() => reject(failed('timeout')), timeoutMs);
		if (signal?.aborted) cancel();
		else signal?.addEventListener('abort', cancel, { once: true });
		end = () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', cancel);
		};
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
