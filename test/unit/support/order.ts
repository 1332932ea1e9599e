import type { JsonObject } from '../../../partner-api';
import type { Order } from '../../../nodes/PartnerSettlement/orders/order';
import { TRON } from '../../support/addresses';

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
		hasCustomKey: false,
		fields: FIELDS,
		payload: FIELDS,
		identifying: ['ext_id', 'amount', 'to_address'],
		mayExist: false,
		...change,
	};
}
