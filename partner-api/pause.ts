import { setTimeout as delay } from 'node:timers/promises';

import { PartnerApiError } from './errors';

/**
 * Waits between two looks at an order that was already placed.
 *
 * @param seconds how long
 * @param signal cancels the wait
 * @throws PartnerApiError `cancelled`, outcome `unknown`: whoever cancels must learn that the order exists
 */
export async function pause(seconds: number, signal: AbortSignal): Promise<void> {
	try {
		await delay(seconds * 1000, undefined, { signal });
	} catch {
		throw new PartnerApiError({ code: 'cancelled', outcome: 'unknown', phase: 'call' });
	}
}
