import { randomUUID } from 'node:crypto';
import { addressFromLabel } from './addresses';
import type { JsonObject } from './http/json';
import type { EventName } from './state/webhooks';

const DETAILS: Record<EventName, JsonObject> = {
	'test.ping': {},
	'card_issue.status_changed': { card_id: 'card-1', amount: '5.00', currency: 'USDT' },
	'card_topup.status_changed': { card_id: 'card-1', amount: '25.00', currency: 'USDT' },
	'card_freeze.status_changed': { card_id: 'card-1' },
	'withdrawal.status_changed': {
		amount: '150.25',
		currency: 'USDT',
		network: 'TRON',
		to_address: addressFromLabel('tron_usdt', 'sample event'),
	},
	'gift_purchase.status_changed': { offer_id: 'gift-bookshop-10', amount: '10.15' },
	'esim_purchase.status_changed': { offer_id: 'esim-eu-5gb', amount: '12.90' },
	'esim_topup.status_changed': { offer_id: 'esim-tr-1gb', amount: '3.45' },
	'card.otp': { card_id: 'card-1', otp: '000000' },
};

/** Sample data of an event, with the fields of section 6.4. */
export function sampleData(event: EventName): JsonObject {
	const id = randomUUID();
	return {
		ext_id: `sample-${id}`,
		status: 'completed',
		document_status: 'done',
		ref_id: `ref-${id}`,
		order_id: id,
		http_status: '200',
		...DETAILS[event],
	};
}
