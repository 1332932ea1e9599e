/**
 * Proves what becomes of an order whose answer was lost or shows no order: a lookup finds it, or finds that it came to
 * nothing; else the outcome is unknown, and the error names the key to repeat it with. The rows are in match.lookup.test.ts.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import type { OwnAnswer } from './support/answers';
import {
	API_CALL,
	FORBIDDEN,
	type Kind,
	KNOWN_REPEATS,
	LOST,
	NONE,
	UNSAFE,
	useOrders,
	WITHDRAWAL,
} from './support/orders';

const { order, made } = useOrders({ settleMs: 5 });

const FOUND = 'Found by a lookup: the order of item 0. Its response was lost';
const NONE_SHOWN = 'lookup shows no order with this ext_id';
const OPEN = /: outcome unknown \(unavailable\); repeat only with ext_id \S+/;

describe.each([...KNOWN_REPEATS, ...UNSAFE])('%s whose answer was lost', (_, { auto, sent }) => {
	const orders = [LOST];

	test('is found by a lookup and comes out as it is', async () => {
		const document = { ...sent, status: 'delivered' };
		const { items, hints, message } = await order(auto, { orders, document });
		expect(message).toBe('');
		const [record] = items.map(({ body, ...json }) => (body ?? json) as IDataObject);
		expect(record).toMatchObject(document);
		expect(items[0]?.ext_id).toMatch(/^n8n-/);
		expect(hints).toEqual([expect.stringContaining(FOUND)]);
	});

	test('is refused where its document shows that it came to nothing', async () => {
		const document = { ...sent, document_status: 'cancelled' };
		const { message, description } = await order(auto, { orders, document });
		expect(message).toMatch(/: refused \(came_to_nothing\)$/);
		expect(description).toContain('it came to nothing');
	});

	test.each<[string, OwnAnswer | IDataObject, string]>([
		['there is none', NONE, NONE_SHOWN],
		['it cannot be looked up', FORBIDDEN, 'which needs the scope document:read'],
		['the document is of another key', { ...sent, ext_id: 'x' }, 'does not show this ext_id'],
		['it ended otherwise', { ...sent, status: 'expired' }, 'does not say whether it was carried'],
	])('stays unknown where %s', async (__, document, said) => {
		const { message, description, sent: bodies } = await order(auto, { orders, document });
		expect(message).toMatch(OPEN);
		expect(description).toContain(said);
		expect(description).toMatch(/Outcome unknown: repeat with ext_id n8n-/);
		expect(description).not.toContain('nothing was spent');
		expect(bodies).toHaveLength(1);
	});
});

describe('a document', () => {
	const custom = { ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' };
	const orders = [LOST];

	test('under a key that the operator chose has to show the fields of the order', async () => {
		for (const status of ['completed', 'failed']) {
			const { message, description } = await order(custom, { orders, document: { status } });
			expect(message).toMatch(/\(unavailable\); repeat only with ext_id o-1$/);
			expect(description).toContain(`(status ${status}), but not amount, to_address`);
		}
		const document = { to_address: TRON, amount: 1, network: 'TRC20', currency: 'usdt' };
		expect((await order(custom, { orders, document })).items).toMatchObject([{ network: 'TRC20' }]);
	});

	test('of an order of another kind under the same key is not taken for this one', async () => {
		const issue = { resource: 'card', operation: 'issue', svcProductId: '101' };
		const own = { ...issue, extIdMode: 'custom', extId: 'o-1', options: {} };
		expect((await order(own)).items).toMatchObject([{ ext_id: 'o-1' }]);
		expect((await order(custom, { orders })).message).toMatch(OPEN);
		expect(made()).toEqual(['o-1']);
	});
});

describe.each([...KNOWN_REPEATS, ...UNSAFE])('%s that is answered without an order', (_, kind) => {
	const isBatch = kind.auto.resource === 'batch';

	test.each<[number, IDataObject]>([
		[200, {}],
		[408, { error: 'declined' }],
	])('%d %j is looked up, and else unknown, or refused by a result', async (status, body) => {
		const results = [{ index: 0, op: 'x', status: 'accepted', error: '', body }];
		const orders = [{ status, body: isBatch && status === 200 ? { results } : body }];
		const { message, lookups } = await order(kind.auto, { orders, document: NONE });
		expect(lookups).toBe(1);
		expect(message).toMatch(
			/: outcome unknown \((unexpected_answer|declined)\); repeat only with ext_id n8n-|^Batch: Create: refused \(declined\)$/,
		);
		const { items, hints } = await order(kind.auto, { orders, document: kind.sent });
		expect(items).toHaveLength(1);
		expect(hints).toEqual([expect.stringContaining(FOUND)]);
	});
});

test.each<[string, Kind | { auto: INodeParameters }]>([
	...[...KNOWN_REPEATS, ...UNSAFE],
	['an API Call', { auto: API_CALL }],
])('%s is repeated by itself only where the API knows a repeat', async (name, { auto }) => {
	const options = { retries: 2, longestWait: 0 };
	const answers = { orders: [LOST, LOST, LOST], document: NONE };
	const { sent, message } = await order({ ...auto, options }, answers);
	expect(sent).toHaveLength(KNOWN_REPEATS.some(([known]) => known === name) ? 3 : 1);
	expect(message).toMatch(OPEN);
});

test('an order that was sent again after a lost response says so', async () => {
	const options = { retries: 1, longestWait: 0 };
	const run = async (orders: (typeof LOST)[]) =>
		(await order({ ...WITHDRAWAL, options }, { orders })).hints.join();
	const resent = /A response was lost, so the order of item 0 was sent again with the same number/;
	expect(await run([LOST])).toMatch(resent);
	expect(await run([])).not.toMatch(resent);
});

test.each<[string, INodeParameters, RegExp]>([
	['an order that is waited for stands', { ...WITHDRAWAL, waitUntilReady: true }, /^$/],
	['a lost one stays unknown', WITHDRAWAL, OPEN],
])('%s where API Differences has a mistake in the lookup', async (_, parameters, said) => {
	const differences = { calls: { document_get: { path: '/partner/documents/{id}' } } };
	const orders = said.test('') ? [] : [LOST];
	const options = { retries: 0, maxWait: 0.1 };
	const { message, items } = await order({ ...parameters, options }, { orders, differences });
	expect(message).toMatch(said);
	expect(items.filter(({ withdrawal_id: id }) => id !== undefined)).toHaveLength(1 - orders.length);
});
