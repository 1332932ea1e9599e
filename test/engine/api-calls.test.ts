/** Proves that bodies of the operator are checked, limited and told apart as fields are. */
import type { INodeParameters } from 'n8n-workflow';
import type { OwnAnswer } from './support/answers';
import { API_CALL, FORBIDDEN, LOST, NONE, SENT, TOP_UP, useOrders } from './support/orders';

const { api, order, made } = useOrders({ settleMs: 5 });

const withdrawal = (more = {}) => ({ ...SENT, ext_id: 'o-1', ...more });
/** An API Call with this body. */
const callOf = (body: object, more: INodeParameters = {}): INodeParameters => {
	return { ...API_CALL, body: JSON.stringify(body), ...more };
};

describe('bodies', () => {
	// The rules of a body: test/unit/nodes/PartnerSettlement/definition/free-body.test.ts.
	test.each([
		[{ amount: '0' }, 'Body, amount must be more than 0'],
		[{ partner_id: 1 }, 'Body must not contain partner_id'],
	])('%j in a body is refused before the first item is sent', async (change, message) => {
		const bodies = [withdrawal(), withdrawal({ ext_id: 'o-2', ...change })];
		const items = bodies.map((body) => ({ body: JSON.stringify(body) }));
		const run = await order({ ...API_CALL, body: '={{ $json.body }}' }, {}, { items });
		expect(run.message).toMatch(message);
		const options = { body: JSON.stringify(withdrawal(change)) };
		expect((await order({ ...TOP_UP, options })).message).toMatch(message);
		expect(made()).toEqual([]);
	});

	test('one ext_id for the same body at another path is for another order', async () => {
		const freeze = { ...{ resource: 'card', operation: 'freeze', cardId: 'c' }, extId: 'a' };
		const options = { path: '={{ $json.path }}' };
		const items = [{ path: '/api/partner/one' }, { path: '/api/partner/two' }];
		const run = await order({ ...freeze, extIdMode: 'custom', options }, {}, { items });
		expect(run.message).toBe('Several orders in this run have the ext_id a');
		expect(api.sandbox.stats().requests).toEqual({});
	});

	test.each([
		[/refused/, { status: 'failed' }],
		[/outcome unknown/, { to_address: 'another' }],
		[/^$/, { status: 'pending', ext_id: 'of-the-api' }],
	])('without ext_id, the error of a call is %s whose response shows %j', async (said, shown) => {
		const answer: OwnAnswer = { status: 200, body: { withdrawal_id: 'w-1', ...SENT, ...shown } };
		expect((await order(callOf(SENT), { orders: [answer] })).message).toMatch(said);
	});

	const limited = (more: INodeParameters = {}) => ({ maximumPerItem: '5', ...more });
	const topUpOf = (amount: string) => {
		const options = limited({ body: `{ "card": "c", "amount": ${amount} }` });
		return { ...TOP_UP, cardId: '', amount: '', options };
	};
	const read = { method: 'GET', path: '/partner/balance', query: '{}', body: '' };

	test.each<[string, INodeParameters, RegExp]>([
		[
			'at its amount',
			callOf(withdrawal({ amount: '6' }), { options: limited() }),
			/^6 USDT plus the fee is more than Maximum per Item \(5 USDT\)$/,
		],
		[
			'where it names no amount',
			{ ...API_CALL, path: '/partner/some', body: '', options: limited() },
			/The cost of this item is unknown/,
		],
		['except where it only reads', { ...API_CALL, ...read, options: limited() }, /^$/],
		['where it replaces an assumed one', topUpOf('"5.01"'), /5\.01 USDT is more than/],
		['and checks it there', topUpOf('"-5"'), /^Body, amount must be more than 0, not -5$/],
	])('the spending guard looks into a body of the operator, %s', async (_, parameters, said) => {
		expect((await order(parameters)).message).toMatch(said);
		expect(made()).toEqual([]);
	});

	describe('a Body under Options', () => {
		async function topUp(body: string, fields: INodeParameters = {}) {
			const own = { extIdMode: 'custom', extId: 'a', options: { body, retries: 0 } };
			const items = [{ body: { card_id: 'of-the-item', amount: '7' }, empty: {} }];
			const { message } = await order({ ...TOP_UP, ...own, ...fields }, {}, { items });
			return { sent: api.contract.bodies('/card_topup'), message };
		}

		test.each([
			['{"card_id":"mine","amount":"6"}', '{"card_id":"mine","amount":"6","ext_id":"a"}'],
			['={{ $json.body }}', '{"card_id":"of-the-item","amount":"7","ext_id":"a"}'],
		])('of %s takes their place, and none of them is needed', async (body, wanted) => {
			for (const fields of [{ cardId: '', amount: '' }, {}]) {
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
