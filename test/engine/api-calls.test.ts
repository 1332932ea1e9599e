/** Proves that bodies of the operator are checked, limited and told apart as fields are. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useApiCalls, withdrawal } from './support/api-calls';
import { errorOf, startNode } from './support/run-node';
import type { OwnAnswer } from './support/answers';
import { OTHER_TRON } from '../support/addresses';
import { API_CALL, FORBIDDEN, LOST, NONE, SENT, useOrders } from './support/orders';

describe('bodies', () => {
	const { api, call, orders } = useApiCalls();

	// The rules of a body: test/unit/nodes/PartnerSettlement/definition/free-body.test.ts.
	test.each([
		[{ amount: '0' }, 'Body, amount must be more than 0'],
		[{ partner_id: 1 }, 'Body must not contain partner_id'],
	])('%j in a body is refused before the first item is sent', async (change, message) => {
		const run = await call([{ body: withdrawal('a') }, { body: withdrawal('b', change) }]);
		expect(errorOf(run).message).toMatch(message);
		const parameters = { resource: 'card', operation: 'topUp', cardId: 'c', amount: '1' };
		const options = { body: JSON.stringify(withdrawal('b', change)) };
		const credential = api.contract.credential();
		const replaced = await startNode({
			parameters: { ...parameters, options },
			items: [{}],
			credential,
		});
		expect(errorOf(replaced).message).toMatch(message);
		expect(orders()).toEqual([]);
	});

	test('one ext_id for the same body at another path is for another order', async () => {
		const parameters = {
			resource: 'card',
			operation: 'freeze',
			cardId: 'c',
			extIdMode: 'custom',
			extId: 'a',
			options: { path: '={{ $json.path }}' },
		};
		const items = [{ path: '/api/partner/one' }, { path: '/api/partner/two' }];
		const run = await startNode({
			parameters,
			items,
			credential: api.contract.credential(),
		});
		expect(errorOf(run).message).toBe('Several orders in this run have the ext_id a');
		expect(api.sandbox.stats().requests).toEqual({});
	});

	describe('the spending guard looks into a body of the operator', () => {
		test('at its amount', async () => {
			const run = await call([{ body: withdrawal('a', { amount: '6' }) }], { maximumPerItem: '5' });
			expect(errorOf(run).message).toBe(
				'6 USDT plus the fee is more than Maximum per Item (5 USDT)',
			);
			expect(orders()).toEqual([]);
		});

		test('refuses a call that names no amount, but none that only reads', async () => {
			const limits = { maximumPerItem: '5' };
			const bare = await call([{ path: '/partner/some' }], limits);
			expect(errorOf(bare).message).toMatch('The cost of this item is unknown');
			const reading = await call([{ path: '/partner/balance', method: 'GET' }], limits);
			expect(reading.status).toBe('success');
		});

		test('also where it replaces an assumed one', async () => {
			const topUp = { resource: 'card', operation: 'topUp', cardId: '', amount: '' };
			const topUpWith = async (amount: string) =>
				errorOf(
					await startNode({
						parameters: {
							...topUp,
							extIdMode: 'auto',
							options: { body: `{ "card": "c", "amount": ${amount} }`, maximumPerItem: '5' },
						},
						items: [{}],
						credential: api.contract.credential(),
					}),
				).message;
			expect(await topUpWith('"5.01"')).toMatch('5.01 USDT is more than');
			expect(await topUpWith('"-5"')).toBe('Body, amount must be more than 0, not -5');
		});
	});

	describe('a Body under Options', () => {
		const TOP_UP: INodeParameters = { resource: 'card', operation: 'topUp', extIdMode: 'custom' };

		async function topUp(body: string, fields: INodeParameters = { cardId: 'c', amount: '5' }) {
			const parameters = { ...TOP_UP, ...fields, extId: 'a', options: { body, retries: 0 } };
			const items = [{ body: { card_id: 'of-the-item', amount: '7' }, empty: {} }];
			const run = await startNode({
				parameters,
				items,
				credential: api.contract.credential(),
			});
			return { sent: api.contract.bodies('/card_topup'), message: errorOf(run).message };
		}

		test.each([
			['{"card_id":"mine","amount":"6"}', '{"card_id":"mine","amount":"6","ext_id":"a"}'],
			['={{ $json.body }}', '{"card_id":"of-the-item","amount":"7","ext_id":"a"}'],
		])('of %s takes their place, and none of them is needed', async (body, wanted) => {
			for (const fields of [{ cardId: '', amount: '' }, undefined]) {
				expect((await topUp(body, fields)).sent.at(-1)).toBe(wanted);
			}
		});

		test('that an expression leaves empty does not send the fields instead', async () => {
			const { sent, message } = await topUp('={{ $json.empty }}');
			expect(message).toBe('Body is empty for this item');
			expect(sent).toEqual([]);
		});
	});
});

describe('orders', () => {
	const { order } = useOrders({ settleMs: 5 });

	test.each<[string, IDataObject | OwnAnswer, number, RegExp]>([
		['is not sent where its order exists', { ...SENT, status: 'done' }, 0, /^$/],
		['is none of another recipient', { ...SENT, to_address: OTHER_TRON }, 0, /is taken/],
		['is sent where there is none', NONE, 1, /: refused \(not_allowed\)$/],
		['is not sent where that is not known', FORBIDDEN, 0, /unknown \(may_exist\); .* ext_id o-1$/],
	])('an API Call with an ext_id %s', async (_, document, times, said) => {
		const { message, sent } = await order(API_CALL, { orders: [FORBIDDEN], document });
		expect(message).toMatch(said);
		expect(sent).toHaveLength(times);
	});

	test.each<[string, string, number, RegExp]>([
		['/partner/cards/c-1/freeze', 'is an order', 1, /unknown \(unavailable\); .* ext_id o-1$/],
		['/api/partner/gift_get', 'is a question', 3, /: no usable response \(unavailable\)$/],
	])('an API Call of nothing but an ext_id to %s %s', async (path, _, times, said) => {
		const options = { retries: 2, longestWait: 0 };
		const call = { ...API_CALL, path, body: '{"ext_id":"o-1"}', options };
		const { message, sent } = await order(call, { orders: [LOST, LOST, LOST], document: NONE });
		expect(sent).toHaveLength(times);
		expect(message).toMatch(said);
	});

	const keyless = { ...API_CALL, body: JSON.stringify(SENT) };

	test.each<[string, OwnAnswer, RegExp]>([
		['refused', FORBIDDEN, /: refused \(not_allowed\)$/],
		['unknown where its response is lost', LOST, /: outcome unknown \(unavailable\)$/],
	])('an API Call without an ext_id is %s, in a retry too', async (_, answer, said) => {
		for (const mode of ['trigger', 'retry'] as const) {
			const { message, lookups } = await order(keyless, { orders: [answer] }, { mode });
			expect(message).toMatch(said);
			expect(lookups).toBe(0);
		}
	});

	test.each([
		['as a batch', { items: [{ body: { ...SENT, ext_id: 'o-1' } }, { body: SENT }] }],
		['beside another one', { ...SENT, ext_id: 'o-1', items: [SENT] }],
	])(
		'an API Call of several orders is refused, %s: Batch: Create settles each',
		async (_, body) => {
			const call = { ...API_CALL, path: '/partner/batch', body: JSON.stringify(body) };
			const { message, description, sent } = await order(call);
			expect(message).toBe('Body holds several orders');
			expect(description).toMatch('Use Batch: Create');
			expect(sent).toEqual([]);
		},
	);
});
