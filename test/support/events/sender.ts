import { setTimeout as pause } from 'node:timers/promises';
import type { SignedEvent } from './signed-event';

/** As long as it takes n8n to start again, and then some. */
const GIVE_UP_MS = 180_000;
const BEFORE_REDELIVERY_MS = 250;
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Delivers once. The status of the answer, or undefined when there was none. While n8n starts it answers anything with
 * 200 and "n8n is starting up": a proxy that asks n8n whether it is ready keeps deliveries away from that, and so
 * it is no answer here.
 *
 * @param tell is told why there was none
 */
export async function deliver(
	url: string,
	event: SignedEvent,
	tell: (why: unknown) => void = () => undefined,
): Promise<number | undefined> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: event.headers,
			body: event.body,
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		});
		const text = await response.text();
		if (text.startsWith('{')) return response.status;
		tell(text);
	} catch (error) {
		tell(error);
	}
	return undefined;
}

/**
 * Delivers until it is acknowledged, as the service does (section 6.1, rule 1).
 *
 * @param tell is told the status of each answer, undefined where there was none
 */
export async function deliverUntilAccepted(
	url: string,
	event: SignedEvent,
	tell: (status: number | undefined) => void = () => undefined,
): Promise<void> {
	const deadline = Date.now() + GIVE_UP_MS;
	for (;;) {
		const status = await deliver(url, event);
		tell(status);
		if (status !== undefined && status >= 200 && status < 300) return;
		if (Date.now() > deadline) throw new Error(`Event ${event.eventId} was never acknowledged`);
		await pause(BEFORE_REDELIVERY_MS);
	}
}
