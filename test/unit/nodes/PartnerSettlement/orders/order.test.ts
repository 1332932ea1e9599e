/** Proves what a response says of an order: that it is this one, another one, or none. */
import type { JsonObject } from '../../../../../partner-api';
import { errorIn } from '../../../../../nodes/PartnerSettlement/definition/envelope';
import {
	differenceText,
	type Order,
	showsOrder,
} from '../../../../../nodes/PartnerSettlement/orders/order';
import { ETHEREUM, OTHER_TRON, TRON } from '../../../../support/addresses';
import { FIELDS, orderOf } from '../../../support/order';

describe('an order is shown by', () => {
	test.each<[string, unknown]>([
		['its key', { ext_id: 'o-1' }],
		['an id of its own', { withdrawal_id: 'w-1' }],
		['a number as its id', { id: 7 }],
		['a status', { status: 'pending' }],
		['the status of its document', { document_status: 'done' }],
		['its key beside an error that is none', { ext_id: 'o-1', error: '', errors: [] }],
		['its status beside an error that says false', { status: 'failed', error: false }],
		['its key beside a message', { ext_id: 'o-1', status: 'accepted', message: 'Order accepted' }],
		['its key beside a code of success', { ext_id: 'o-1', code: 0, message: 'OK' }],
		['its key in an envelope', { data: { ext_id: 'o-1' } }],
		['a status beside an empty one', { ext_id: 'o-1', status: 'pending', document_status: [] }],
		[
			'a status beside an object',
			{ ext_id: 'o-1', status: 'new', result: { status: { code: 0 } } },
		],
		['its id in an envelope', { code: 200, message: 'OK', result: { id: 7 } }],
		['its status in an envelope', { success: true, data: { status: 'pending' } }],
	])('%s', (_, response) => {
		expect(showsOrder(response, orderOf())).toBe(true);
	});

	test.each<[string, JsonObject]>([
		['a response', { items: [{ esim_id: 'e-1' }] }],
		['an envelope', { data: { items: [{ esim_id: 'e-1' }] } }],
	])('the items in %s, where a quantity can be ordered (section 4.4)', (_, response) => {
		const identifying = ['quantity'];
		for (const fields of [{ offer_id: 'o' }, { plan_id: 'p' }, { quantity: 2 }])
			expect(showsOrder(response, orderOf({ fields, identifying }))).toBe(true);
		expect(showsOrder(response, orderOf({ identifying }))).toBe(false);
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
		[{ esim_id: false, message: 'out of stock' }],
		...[[], {}, 0].map((none): [unknown] => [{ withdrawal_id: none, message: 'No.' }]),
		[{ withdrawal_id: 'w-1', status: ['failed'] }],
		[{ withdrawal_id: 'w-1', status: { name: 'failed' } }],
		[{ amount: '1.00', to_address: TRON }],
		[{ success: true, data: {} }],
		[{ success: true, data: null }],
		[{ success: false, data: { ext_id: 'o-1' } }],
		[{ error: 'declined', data: { ext_id: 'o-1' } }],
		[{ code: 'declined', message: 'No.', data: { ext_id: 'o-1' } }],
		[{ status: 422, data: { ext_id: 'o-1' } }],
		[{ status: 'ok', data: { ext_id: 'o-1', error: 'declined' } }],
		[{ data: { error: 'declined' } }],
		[{ data: { code: 'declined', message: 'No.' } }],
		[{ ok: true, partner: { id: 42, status: 'active' } }],
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
		[
			'in an envelope',
			{ status: 'ok', data: { ext_id: 'o-1', amount: '2', to_address: TRON } },
			orderOf(),
			['amount'],
		],
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
