import { randomUUID } from 'node:crypto';
import { sampleData } from '../../sandbox/sample-events';
import { type EventName, signatureHeader, signatureOf } from '../../sandbox/state/webhooks';
import type { Delivery } from './work';

const EVENT: EventName = 'card_issue.status_changed';

/** A delivery of a new event, signed as the service does. */
function newDelivery(secret: string): Delivery {
	const body = JSON.stringify({
		event_id: randomUUID(),
		event: EVENT,
		occurred_at: new Date().toISOString(),
		data: sampleData(EVENT),
	});
	const type = { 'content-type': 'application/json' };
	return { headers: { ...type, [signatureHeader('svc')]: signatureOf(body, secret) }, body };
}

/** Deliveries of as many events, none of which came before. */
export function newDeliveries(count: number, secret: string): Delivery[] {
	return Array.from({ length: count }, () => newDelivery(secret));
}

/** So many deliveries, of these events in turn. */
export function repeated(events: readonly Delivery[], count: number): Delivery[] {
	const rounds = Array.from({ length: Math.ceil(count / events.length) }, () => events);
	return rounds.flat().slice(0, count);
}
