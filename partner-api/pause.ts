import { setTimeout as delay } from 'node:timers/promises';

import { type Outcome, PartnerApiError } from './errors';

/**
 * Waits before or between calls.
 *
 * @param seconds how long
 * @param signal cancels the wait
 * @param outcome what is known of the order by now: whoever cancels must learn whether it may exist
 * @throws PartnerApiError `cancelled`, with that outcome
 */
export async function pause(
	seconds: number,
	signal: AbortSignal | undefined,
	outcome: Outcome,
): Promise<void> {
	try {
		await delay(seconds * 1000, undefined, { signal });
	} catch {
		throw new PartnerApiError({ code: 'cancelled', outcome, phase: 'call' });
	}
}
