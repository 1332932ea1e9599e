// Proves what the response to an order says of it, by rules 1, 2 and 4 of docs/guarantees.md: written from the rules.
import type { Order } from '../../../../../nodes/PartnerSettlement/definition/order';
import type { Last, Lookup } from '../../../../../nodes/PartnerSettlement/orders/decide';
import { lastOf } from '../../../../../nodes/PartnerSettlement/orders/match';
import { readAnswer } from '../../../../../partner-api';
import { dialectOf } from '../../../../../partner-api/dialect';
import { ETHEREUM, OTHER_TRON } from '../../../../support/addresses';
import {
	ALL,
	AUTO,
	ESIM,
	FILLED,
	FREE_BODY,
	GIFT,
	GOODS,
	KEY,
	orderOf,
	OWN,
	OWN_ORDER,
	SCREENING,
	THREE,
	TOP_UP,
} from '../../../support/order';

const HOLDER = orderOf({
	...OWN,
	fields: { product_id: 1, email: 'A@x', phone: '+49 30' },
	identifying: ['ext_id', 'product_id'],
});
/** The same order in an API Call. */
const ofFree = (order: Order): Order => ({ ...order, identifying: Object.keys(order.fields) });

describe('the response to an order', () => {
	test.each<[Last, Order, unknown, Lookup?]>([
		// Rule 1: it shows its key, or no key and a new ID or a status that is known; and no error.
		['this_order', AUTO, KEY],
		['this_order', AUTO, { withdrawal_id: 'w' }],
		['this_order', AUTO, { order_id: 7 }],
		['this_order', AUTO, { status: 'pending' }],
		['this_order', AUTO, { document_status: 'done' }],
		['this_order', ESIM, { esim_id: 'e-1' }],
		['this_order', THREE, { items: GOODS }],
		['this_order', TOP_UP, { card_id: 'c', order_id: 'o' }],
		['lost', AUTO, {}],
		['lost', AUTO, { success: true }],
		['lost', AUTO, { status: 'accepted' }],
		['lost', AUTO, { withdrawal_id: false }],
		['lost', AUTO, ALL],
		['lost', TOP_UP, { card_id: 'c' }],
		['lost', THREE, { items: [] }],
		['lost', THREE, { items: [{ esim_id: 'e-1', ext_id: 'o-2' }] }],
		['lost', THREE, { items: [{ esim_id: 'e-1', offer_id: 'f' }] }],
		['lost', AUTO, { items: GOODS }],
		['lost', AUTO, { ...KEY, error: 'declined' }],
		['lost', AUTO, { ...KEY, ...ALL, status: 'pending', error: { code: 'declined' } }],
		['lost', AUTO, { withdrawal_id: 'w', http_status: '422' }],
		['lost', AUTO, { status: 'failed', error: 'declined' }],
		['unclear_end', AUTO, { ...KEY, status: 'rejected', error: { code: 'declined' } }],
		['unclear_end', AUTO, { withdrawal_id: 'w', status: 'expired', success: false }],
		['lost', OWN_ORDER, { ...KEY, status: 'rejected', error: 'declined' }],
		['unclear_end', THREE, { ...KEY, items: ['e-1', 'e-2', { esim_id: 'e-3', error: 'x' }] }],

		// Rule 1: behind an own number may be another order, unless a lookup before it found none.
		['lost', OWN_ORDER, KEY],
		['lost', OWN_ORDER, { ...KEY, status: 'failed' }],
		['lost', OWN_ORDER, { ...KEY, amount: '1' }],
		['lost', OWN_ORDER, { withdrawal_id: 'w' }],
		['lost', OWN_ORDER, KEY, 'unclear'],
		['lost', OWN_ORDER, KEY, 'no_answer'],
		['this_order', OWN_ORDER, KEY, 'none'],
		['came_to_nothing', OWN_ORDER, { ...KEY, status: 'failed' }, 'none'],
		['this_order', OWN_ORDER, { ...KEY, ...ALL }],
		['came_to_nothing', OWN_ORDER, { ...KEY, ...ALL, status: 'failed' }],
		['lost', FREE_BODY, { ...KEY, ...ALL, network: 'TRON' }],
		['this_order', FREE_BODY, { ...KEY, ...ALL, network: 'tron', note: 'rent' }],
		['lost', { ...THREE, ...OWN }, { ...KEY, offer_id: 'e' }],
		['this_order', { ...THREE, ...OWN }, { ...KEY, offer_id: 'e', items: GOODS }],
		['lost', { ...THREE, ...OWN }, { ...KEY, offer_id: 'e', items: ['e-1'] }],
		[
			'another_order',
			{ ...THREE, ...OWN },
			{ ...KEY, offer_id: 'e', status: 'done', items: ['e-1', 'e-1', 'e-1'] },
		],
		['this_order', { ...ESIM, ...OWN }, { ...KEY, offer_id: 'e', esim_id: 'e-1' }],
		['another_order', { ...ESIM, ...OWN }, { ...KEY, offer_id: 'e', items: GOODS }],

		// Rule 2: an identifying field that differs makes it another order, an amount or a kind alone unclear.
		['another_order', AUTO, { ext_id: 'o-2' }],
		['another_order', AUTO, { ...KEY, to_address: OTHER_TRON }],
		['another_order', AUTO, { ...KEY, to_address: OTHER_TRON, status: 'failed' }],
		['another_order', AUTO, { ...KEY, to_address: OTHER_TRON, amount: '2' }],
		['another_order', AUTO, { withdrawal_id: 'w', to_address: OTHER_TRON }],
		['another_order', OWN_ORDER, { ...KEY, to_address: OTHER_TRON }, 'none'],
		['another_order', THREE, { ...KEY, quantity: 2 }],
		['another_order', ESIM, { ...KEY, quantity: 2 }],
		['this_order', ESIM, { ...KEY, quantity: '1' }],
		['this_order', THREE, { ...KEY, quantity: '3.0' }],
		['this_order', THREE, { ...KEY, items: ['e-1'] }],
		['this_order', AUTO, { ...KEY, currency: 'EUR', fee: '1' }],
		['this_order', SCREENING, { ...KEY, network: 'ETH', address: ETHEREUM.toLowerCase() }],
		['another_order', SCREENING, { ...KEY, network: 'btc' }],
		...['1', '1.000', '-1.00', '-1', 1].map((amount): [Last, Order, unknown] => [
			...(['this_order', AUTO] as const),
			{ ...KEY, amount },
		]),
		['unclear_end', AUTO, { ...KEY, amount: '1.01' }],
		['unclear_end', AUTO, { ...KEY, amount: '-2', status: 'completed' }],
		['unclear_end', OWN_ORDER, { ...KEY, ...ALL, amount: '2' }, 'none'],
		['unclear_end', GIFT, { ...KEY, required_fields: { amount: '30' } }],
		['this_order', GIFT, { ...KEY, required_fields: { amount: '20.00' } }],
		['this_order', FILLED, { ...KEY, offer_id: 'g', required_fields: { email: 'b@x' } }, 'none'],
		['lost', FILLED, { ...KEY, offer_id: 'g', required_fields: { amount: '20', email: 'b@x' } }],
		['lost', FILLED, { ...KEY, offer_id: 'g', required_fields: { amount: '20' } }],
		['this_order', FILLED, { ...KEY, ...FILLED.fields }],
		['this_order', HOLDER, { ...KEY, product_id: 1 }],
		['this_order', HOLDER, { ...KEY, product_id: 1, email: 'a@x', phone: '(49) 30' }],
		['lost', HOLDER, { ...KEY, product_id: 1, email: 'b@x' }],
		['this_order', ofFree(HOLDER), { ...KEY, product_id: 1, email: 'a@X', phone: '4930' }],
		['lost', ofFree(HOLDER), { ...KEY, product_id: 1, email: 'a@X', phone: '0049 30' }],
		['unclear_end', AUTO, { ...KEY, kind: 'card_topup' }],
		['this_order', AUTO, { ...KEY, kind: 'withdrawal' }],
		['this_order', FREE_BODY, { ...KEY, ...ALL, kind: 'card_topup' }, 'none'],
		['this_order', OWN_ORDER, { ...KEY, ...ALL, document: { amount: '2', kind: 'card_topup' } }],
		['lost', OWN_ORDER, { ...KEY, status: 'completed', data: ALL }],

		// Rule 4: a failed status came to nothing, one that is contradicted is unclear, other words say nothing.
		['came_to_nothing', AUTO, { ...KEY, status: 'failed' }],
		['came_to_nothing', AUTO, { ...KEY, document_status: 'Cancelled' }],
		['came_to_nothing', AUTO, { withdrawal_id: 'w', status: 'failed' }],
		['came_to_nothing', AUTO, { status: 'failed' }],
		['came_to_nothing', AUTO, { ...KEY, status: 'failed', error: 'provider_down' }],
		['unclear_end', AUTO, { ...KEY, status: 'failed', document_status: 'done' }],
		['unclear_end', THREE, { ...KEY, status: 'failed', items: GOODS }],
		['unclear_end', THREE, { ...KEY, status: 'completed', items: [{ status: 'failed' }] }],
		['unclear_end', AUTO, { ...KEY, status: 'rejected' }],
		['this_order', AUTO, { ...KEY, status: 'fulfilled' }],
		['this_order', AUTO, { ...KEY, status: 'processing' }],
	])('is %s: of %j, %j', (says, order, response, lookup = 'not_made') => {
		const answer = readAnswer(response, dialectOf({}));
		expect(lastOf(answer, order, lookup).says).toBe(says);
	});
});
