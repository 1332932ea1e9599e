import { createHmac, randomUUID } from 'node:crypto';

export interface SignedEvent {
	eventId: string;
	body: string;
	headers: Record<string, string>;
}

/**
 * A delivery as the service signs it (section 6.1, rule 4), of a new event unless told otherwise.
 *
 * @param before what stands before the JSON, signed like it
 */
export function signedEvent(
	secret: string,
	change: Record<string, unknown> = {},
	before = '',
): SignedEvent {
	const event = {
		event_id: randomUUID(),
		event: 'card_issue.status_changed',
		occurred_at: new Date().toISOString(),
		data: { ext_id: 'a', status: 'completed', document_status: 'done' },
		...change,
	};
	const body = before + JSON.stringify(event);
	return {
		eventId: event.event_id,
		body,
		headers: {
			'content-type': 'application/json',
			'x-svc-signature': createHmac('sha256', secret).update(body).digest('hex'),
		},
	};
}
