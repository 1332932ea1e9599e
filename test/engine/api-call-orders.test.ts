/**
 * Proves what an API Call does that orders something: it is looked up by the keys in its body before it is sent, which any
 * call with a key of the operator may have been before, and is unknown where that cannot tell.
 */
import type { IDataObject } from 'n8n-workflow';
import type { OwnAnswer } from './support/answers';
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
])('an API Call of several orders is refused, %s: Batch: Create settles each', async (_, body) => {
	const call = { ...API_CALL, path: '/partner/batch', body: JSON.stringify(body) };
	const { message, description, sent } = await order(call);
	expect(message).toBe('Body holds several orders');
	expect(description).toMatch('Use Batch: Create');
	expect(sent).toEqual([]);
});

test('an API Call whose ext_id is a number sends it as a text', async () => {
	const { sent } = await order({ ...API_CALL, body: JSON.stringify({ ...SENT, ext_id: 1042 }) });
	expect(sent[0]).toContain('"ext_id":"1042"');
	expect(made()).toEqual(['1042']);
});
