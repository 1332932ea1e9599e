import type { JsonObject } from '../../../partner-api';
import type { Order } from '../../../nodes/PartnerSettlement/definition/order';
import { ETHEREUM, TRON } from '../../support/addresses';

export const FIELDS: JsonObject = {
	amount: '1.00',
	to_address: TRON,
	network: 'TRON',
	currency: 'USDT',
};

/** A withdrawal under the key `o-1`. */
export function orderOf(change: Partial<Order> = {}): Order {
	return {
		itemIndex: 0,
		extId: 'o-1',
		key: 'automatic',
		proof: 'something',
		fields: FIELDS,
		payload: FIELDS,
		identifying: ['amount', 'to_address'],
		areas: ['withdrawal'],
		mayExist: false,
		...change,
	};
}

/** An order under an automatic key. */
export const AUTO = orderOf();
/** The fields of an order under a key that the operator chose. */
export const OWN: Partial<Order> = { key: 'own', proof: 'all_fields' };
export const OWN_ORDER = orderOf(OWN);
export const TOP_UP = orderOf({
	fields: { card_id: 'c', amount: '50' },
	identifying: ['ext_id', 'card_id', 'amount'],
	areas: ['card_topup'],
});
export const FREEZE = orderOf({
	fields: { card_id: 'c' },
	identifying: ['ext_id', 'card_id', 'kind'],
	areas: ['card_freeze'],
});
export const ESIM = orderOf({
	fields: { offer_id: 'e' },
	identifying: ['ext_id', 'offer_id', 'quantity'],
	areas: ['esim_purchase'],
});
export const THREE = { ...ESIM, fields: { offer_id: 'e', quantity: 3 } };
export const GIFT = orderOf({
	fields: { offer_id: 'g', required_fields: { amount: '20', email: 'a@example.com' } },
	identifying: ['ext_id', 'offer_id', 'required_fields.amount'],
	areas: ['gift_purchase'],
});
/** The same order under a custom key. The fields that the buyer filled in identify it. */
export const FILLED: Order = {
	...GIFT,
	...OWN,
	identifying: [...GIFT.identifying, 'required_fields.email'],
};
export const SCREENING = orderOf({
	fields: { network: 'eth', address: ETHEREUM },
	identifying: ['ext_id', 'network', 'address'],
	areas: undefined,
});
/** The order as a batch or an API Call has it under a custom key. Every scalar of the body identifies it. */
export const FREE_BODY = orderOf({
	...OWN,
	fields: { to_address: TRON, amount: '1', network: 'TRON', note: 'rent', list: [1] },
	identifying: ['ext_id', 'to_address', 'amount', 'network', 'note'],
	areas: undefined,
});

export const KEY = { ext_id: 'o-1' };
/** The identifying fields of the withdrawal. */
export const ALL = { amount: '1', to_address: TRON };
export const GOODS = [{ esim_id: 'e-1' }, { esim_id: 'e-2' }, 'e-3'];
