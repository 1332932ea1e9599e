import { randomUUID } from 'node:crypto';

import type { EVENT_TYPES, WebhookEvent } from '../../partner-api';

type EventType = (typeof EVENT_TYPES)[number];

/** What an event of each type may carry beyond the fields that every one has (section 6.4). */
const DETAILS: Record<EventType, Record<string, unknown>> = {
	'card.otp': { card_id: 'sample-card', otp: '000000' },
	'card_freeze.status_changed': { card_id: 'sample-card' },
	'card_issue.status_changed': { card_id: 'sample-card', amount: '5.00', currency: 'USDT' },
	'card_topup.status_changed': { card_id: 'sample-card', amount: '25.00', currency: 'USDT' },
	'esim_purchase.status_changed': { offer_id: 'sample-offer', amount: '12.90', currency: 'USDT' },
	'esim_topup.status_changed': { offer_id: 'sample-offer', amount: '3.45', currency: 'USDT' },
	'gift_purchase.status_changed': { offer_id: 'sample-offer', amount: '10.15', currency: 'USDT' },
	'test.ping': {},
	'withdrawal.status_changed': {
		amount: '150.25',
		currency: 'USDT',
		network: 'TRON',
		to_address: 'sample-address',
	},
};

/** A made-up event of this type, with a new event_id; the name must be one of section 6.3. */
export function sampleEvent(type: EventType, now: Date): WebhookEvent {
	return {
		event_id: randomUUID(),
		event: type,
		occurred_at: now.toISOString(),
		data: {
			ext_id: 'sample-ext-id',
			status: 'completed',
			document_status: 'done',
			ref_id: 'sample-ref',
			order_id: 'sample-order',
			http_status: '200',
			...DETAILS[type],
		},
	};
}
