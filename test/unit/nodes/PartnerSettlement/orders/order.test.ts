/** Proves what a response, and the document of a lookup, say of an order: that it is this one, another one, or none. */
import type { JsonObject } from '../../../../../partner-api';
import { judgeDocument } from '../../../../../nodes/PartnerSettlement/orders/lookup';
import {
	differenceText,
	errorIn,
	type Order,
	showsOrder,
	statusesOf,
} from '../../../../../nodes/PartnerSettlement/orders/order';
import { ETHEREUM, OTHER_TRON, TRON } from '../../../../support/addresses';

const FIELDS: JsonObject = { amount: '1.00', to_address: TRON, network: 'TRON', currency: 'USDT' };

function orderOf(change: Partial<Order> = {}): Order {
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

describe('an order is shown by', () => {
	test.each<[string, unknown]>([
		['its key', { ext_id: 'o-1' }],
		['an id of its own', { withdrawal_id: 'w-1' }],
		['a number as its id', { id: 7 }],
		['a status', { status: 'pending' }],
		['the status of its document', { document_status: 'done' }],
		['the items of a quantity (section 4.4)', { items: [{ esim_id: 'e-1' }] }],
		['its key beside an error that is none', { ext_id: 'o-1', error: '', errors: [] }],
		['its status beside an error that says false', { status: 'failed', error: false }],
	])('%s', (_, response) => {
		expect(showsOrder(response, orderOf())).toBe(true);
	});

	test.each<[unknown]>([
		[{}],
		[null],
		['ok'],
		[[{ ext_id: 'o-1' }]],
		[{ ok: true }],
		[{ success: false }],
		[{ success: false, ext_id: 'o-1', status: 'pending' }],
		[{ error: { code: 7 } }],
		[{ error: 'not_allowed', ext_id: 'o-1', withdrawal_id: 'w-1' }],
		[{ errors: ['not_allowed'], status: 'failed' }],
		[{ code: 'not_allowed', message: 'No.' }],
		[{ status: 'error', message: 'Insufficient balance' }],
		[{ status: 'fail', esim_id: 'e-1' }],
		[{ ok: false, status: 'x' }],
		[{ id: 'req-1', code: 'insufficient_balance', message: 'No.' }],
		[{ status: 'x', code: 1002 }],
		[{ ext_id: 'o-2' }],
		[{ id: '', status: '', items: [] }],
		[{ amount: '1.00', to_address: TRON }],
	])('nothing in %j', (response) => {
		expect(showsOrder(response, orderOf())).toBe(false);
	});

	test('no id that was sent: that of the card which is topped up', () => {
		const order = orderOf({ fields: { card_id: 'c', amount: '1' } });
		expect(showsOrder({ card_id: 'c', amount: '1' }, order)).toBe(false);
		expect(showsOrder({ card_id: 'c', order_id: 'x' }, order)).toBe(true);
	});
});

test.each<[JsonObject, unknown]>([
	[{}, undefined],
	[{ error: null, errors: [] }, undefined],
	[{ error: '', success: true }, undefined],
	[{ error: 'declined' }, 'declined'],
	[{ errors: ['a'] }, ['a']],
	[{ success: false }, { success: false }],
])('the error in %j is %j', (response, error) => {
	expect(errorIn(response)).toEqual(error);
});

test('the statuses of a record are both, in small letters', () => {
	expect(statusesOf({ status: 'Failed', document_status: 'done' })).toEqual(['failed', 'done']);
	expect(statusesOf({ status: '', document_status: 7 })).toEqual([]);
	expect(statusesOf('failed')).toEqual([]);
});

describe('a record differs from the order', () => {
	const screening = orderOf({
		fields: { network: 'eth', address: ETHEREUM },
		identifying: ['network', 'address'],
	});
	const sent: JsonObject = { ...FIELDS, ext_id: 'o-1' };

	test.each<[string, JsonObject, Order, string[]]>([
		['in nothing that it does not show', {}, orderOf(), []],
		['in nothing that is null or empty', { amount: null, to_address: '' }, orderOf(), []],
		['in no other spelling of the amount', { amount: '1' }, orderOf(), []],
		['in no number for a text', { amount: 1 }, orderOf(), []],
		['in no other spelling of the address', { address: ETHEREUM.toLowerCase() }, screening, []],
		['in no other case of the network', { network: 'ETH' }, screening, []],
		['in no field that identifies nothing', { currency: 'EUR' }, orderOf(), []],
		['in no list or object', { amount: ['2'], to_address: {} }, orderOf(), []],
		['in the amount', { amount: '1.01' }, orderOf(), ['amount']],
		['in the address', { to_address: OTHER_TRON }, orderOf(), ['to_address']],
		['in the network', { network: 'btc' }, screening, ['network']],
		['in the key', { ext_id: 'o-2' }, orderOf({ fields: sent }), ['ext_id']],
		[
			'in several fields',
			{ amount: '2', to_address: OTHER_TRON },
			orderOf(),
			['amount', 'to_address'],
		],
	])('%s', (_, record, order, differing) => {
		const text = differenceText(record, order) ?? '';
		expect([...text.matchAll(/(\w+) \(/g)].map(([, name]) => name)).toEqual(differing);
	});
});

describe('a document', () => {
	const shown: JsonObject = { ext_id: 'o-1', amount: '1', to_address: TRON };
	const custom = orderOf({ hasCustomKey: true });
	const TOP_UP = orderOf({
		fields: { card_id: 'c', amount: '50' },
		identifying: ['ext_id', 'card_id'],
		areas: ['card_topup'],
		hasCustomKey: true,
	});
	const FREEZE = { ...TOP_UP, fields: { card_id: 'c' }, areas: ['card_freeze'] };

	test.each<[string, unknown, Order, string, RegExp | undefined]>([
		[
			'with the key alone, of an order without an amount',
			{ ext_id: 'o-1' },
			orderOf({ fields: { offer_id: 'o' }, identifying: ['ext_id', 'offer_id'] }),
			'this_order',
			undefined,
		],
		[
			'that does not show the amount',
			{ ext_id: 'o-1', to_address: TRON },
			orderOf(),
			'unclear',
			/but not the amount of this one \(1\.00\)/,
		],
		[
			'that shows another amount, which is no identifying field',
			{ ext_id: 'o-1', card_id: 'c', amount: '5' },
			TOP_UP,
			'unclear',
			/amount 5.*but not the amount of this one \(50\)/,
		],
		[
			'of another kind',
			{ ext_id: 'o-1', card_id: 'c', amount: '50', kind: 'card_issue' },
			TOP_UP,
			'taken',
			/kind \(card_issue; asked for now: card_topup\)/,
		],
		[
			'of another kind, by its event, in another spelling',
			{ ext_id: 'o-1', card_id: 'c', event: 'CardIssue.status_changed' },
			FREEZE,
			'taken',
			/event \(card_issue; asked for now: card_freeze\)/,
		],
		[
			'with a word for its kind that the document does not have',
			{ ext_id: 'o-1', card_id: 'c', amount: '50', type: 'CARD', operation: 'debit' },
			TOP_UP,
			'this_order',
			undefined,
		],
		[
			'whose kind is its own, whatever another field calls it',
			{ ext_id: 'o-1', card_id: 'c', amount: '50', kind: 'card_topup', type: 'withdrawal' },
			TOP_UP,
			'this_order',
			undefined,
		],
		['of its own kind', { ext_id: 'o-1', kind: 'card_freeze' }, FREEZE, 'this_order', undefined],
		[
			'whose card alone is the same',
			{ ext_id: 'o-1', card_id: 'c', status: 'completed' },
			FREEZE,
			'unclear',
			/but not enough of it/,
		],
		[
			'with a status of its own',
			{ ...shown, status: 'expired' },
			orderOf(),
			'this_order',
			undefined,
		],
		[
			'with an error beside its status',
			{ ...shown, status: 'pending', error: 'x' },
			orderOf(),
			'this_order',
			undefined,
		],
		[
			'that is shown as failed',
			{ ...shown, status: 'Failed' },
			orderOf(),
			'came_to_nothing',
			/as failed: it came to nothing, and a new order needs another ext_id/,
		],
		[
			'that is shown as cancelled',
			{ ...shown, document_status: 'cancelled' },
			orderOf(),
			'came_to_nothing',
			/as cancelled/,
		],
		[
			'with two statuses that do not agree',
			{ ...shown, status: 'failed', document_status: 'done' },
			orderOf(),
			'came_to_nothing',
			/as failed, done/,
		],
		[
			'without a key',
			{ amount: '1', status: 'failed' },
			orderOf(),
			'unclear',
			/does not show this ext_id/,
		],
		[
			'with another key',
			{ ...shown, ext_id: 'o-2' },
			orderOf(),
			'unclear',
			/does not show this ext_id/,
		],
		[
			'with the key as a number',
			{ ...shown, ext_id: 1 },
			orderOf({ extId: '1' }),
			'unclear',
			/does not show this ext_id/,
		],
		['that is none', 'ok', orderOf(), 'unclear', /does not show this ext_id/],
		[
			'of another amount',
			{ ...shown, amount: '2' },
			orderOf(),
			'taken',
			/another order .*differs in amount \(2; asked for now: 1\.00\)$/,
		],
		[
			'of another amount that failed',
			{ ...shown, amount: '2', status: 'failed' },
			orderOf(),
			'taken',
			/differs in amount/,
		],
		['under a custom key, with a field of the order', shown, custom, 'this_order', undefined],
		[
			'under a custom key, with none',
			{ ext_id: 'o-1', status: 'done' },
			custom,
			'unclear',
			/\(status done\), but not the amount of this one/,
		],
		[
			'under a custom key, with none, that failed',
			{ ext_id: 'o-1', status: 'failed' },
			custom,
			'unclear',
			/\(status failed\), but not the amount of this one/,
		],
		[
			'under a custom key, with a field of the order, that failed',
			{ ...shown, status: 'failed' },
			custom,
			'came_to_nothing',
			/came to nothing/,
		],
	])('%s', (_, document, order, finding, detail) => {
		const lookup = judgeDocument(document, order);
		expect(lookup).toMatchObject({ finding });
		if (detail) expect(lookup.detail).toMatch(detail);
		else expect(lookup).toEqual({ finding });
	});
});
