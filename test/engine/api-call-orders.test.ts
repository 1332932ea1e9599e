/**
 * Proves what an API Call does that orders something: it is looked up by the keys in its body before it is sent, which any
 * call with a key of the operator may have been before, and is unknown where that cannot tell.
 */
import type { IDataObject } from 'n8n-workflow';
import type { OwnAnswer } from './support/front';
import { API_CALL, FORBIDDEN, LOST, NONE, SENT, useOrders } from './support/orders';

const { order, made } = useOrders({ settleMs: 5 });

test.each<[string, IDataObject | OwnAnswer, number, RegExp]>([
	['is not sent where its order exists', { ...SENT, status: 'done' }, 0, /^$/],
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

test('an API Call that rotates the secret gives it, whatever its body holds', async () => {
	const path = '/auth/v1/agent/hmac/rotate';
	const rotation = { ...API_CALL, path, body: '{"ext_id":"o-1"}', revealSecrets: true };
	const orders = [{ status: 200, body: { hmac_secret: 'new' } }];
	const { items, lookups } = await order(rotation, { orders });
	expect(items).toMatchObject([{ hmac_secret: 'new' }]);
	expect(lookups).toBe(0);
});

const keyless = { ...API_CALL, body: JSON.stringify(SENT) };

test('an API Call without an ext_id is refused in a first run, and unknown in a retry', async () => {
	const first = await order(keyless, { orders: [FORBIDDEN] });
	expect(first.message).toMatch(/: refused \(not_allowed\)$/);
	const again = await order(keyless, { orders: [FORBIDDEN] }, { mode: 'retry' });
	expect(again.message).toMatch(/: outcome unknown \(not_allowed\)$/);
	expect(again.description).toContain('Check before you repeat it.');
	expect(again.lookups).toBe(0);
});

describe('an API Call of several orders', () => {
	const bodies = ['o-1', 'o-2'].map((id) => ({ body: { ...SENT, ext_id: id } }));
	const cart = {
		...API_CALL,
		path: '/partner/batch',
		body: JSON.stringify({ items: bodies }),
	};

	test('is sent where none of them exists, and a refusal is one then', async () => {
		const { message, sent, lookups } = await order(cart, { orders: [FORBIDDEN], document: NONE });
		expect(message).toMatch(/: refused \(not_allowed\)$/);
		expect({ sent: sent.length, lookups }).toEqual({ sent: 1, lookups: 4 });
	});

	test.each([FORBIDDEN, { ...SENT, status: 'done' }])(
		'is not sent where one of them may: %j',
		async (document) => {
			const { message, sent } = await order(cart, { document });
			expect(message).toMatch(/unknown \(may_exist\); repeat only with ext_id o-1, o-2$/);
			expect(sent).toEqual([]);
		},
	);

	test('is unknown where its answer was lost, and names the keys', async () => {
		const { message } = await order(cart, { orders: [LOST], document: NONE });
		expect(message).toMatch(/unknown \(unavailable\); repeat only with ext_id o-1, o-2$/);
	});

	test('whose keys are numbers sends them as texts', async () => {
		const items = [{ body: { ...SENT, ext_id: 1042 } }];
		const { sent } = await order({ ...cart, body: JSON.stringify({ items }) });
		expect(sent[0]).toContain('"ext_id":"1042"');
		expect(made()).toEqual(['1042']);
	});

	test('names all their keys in a failed item', async () => {
		const onError = 'continueRegularOutput';
		const { items } = await order(cart, { orders: [LOST], document: NONE }, { onError });
		expect(items[0]?.details).toMatchObject({ outcome: 'unknown', ext_ids: ['o-1', 'o-2'] });
	});

	const mixed = JSON.stringify({ items: [...bodies, { body: SENT }] });
	const keyless = JSON.stringify({ items: [{ body: SENT }], ext_id: 'beside' });

	test('of which some have no key is unknown when it is refused, and names none', async () => {
		const said = await order({ ...cart, body: mixed }, { orders: [FORBIDDEN] });
		expect(said.message).toMatch(/: outcome unknown \(not_allowed\)$/);
		expect(said.description).toContain('Check before you repeat it.');
	});

	test('of which none has a key is refused: one beside its orders is no key', async () => {
		const said = await order({ ...cart, body: keyless }, { orders: [FORBIDDEN] });
		expect(said.message).toMatch(/: refused \(not_allowed\)$/);
		expect(said.lookups).toBe(0);
	});

	test.each([mixed, keyless])(
		'is not run by Retry On Fail without a key for each: %s',
		async (body) => {
			const { message, sent } = await order({ ...cart, body }, {}, { maxTries: 2 });
			expect(message).toContain('Retry On Fail is on, and this call carries no ext_id');
			expect(sent).toEqual([]);
		},
	);
});
