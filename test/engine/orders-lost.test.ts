/**
 * Proves what becomes of an order whose answer was lost or shows no order: a lookup finds it, or finds that it came to
 * nothing; else the outcome is unknown, and the error names the key to repeat it with.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import type { OwnAnswer } from './support/front';
import {
	API_CALL,
	FORBIDDEN,
	KNOWN_REPEATS,
	LOST,
	NONE,
	SENT,
	UNSAFE,
	useOrders,
} from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { api, order, made } = useOrders({ settleMs: 5 });

const FOUND = 'An order of item 0 was found by a lookup: its response was lost';
const NONE_SHOWN = 'lookup shows no order with this ext_id';
const OPEN = /: outcome unknown \(unavailable\); repeat only with ext_id \S+/;

describe.each([...KNOWN_REPEATS, ...UNSAFE])('%s whose answer was lost', (_, { auto, sent }) => {
	const orders = [LOST];

	test.each<IDataObject>([{}, { status: 'pending' }, { status: 'delivered' }])(
		'is found by a lookup and comes out as it is: %j',
		async (state) => {
			const document: IDataObject = { ...sent, ...state };
			const { items, hints, message } = await order(auto, { orders, document });
			expect(message).toBe('');
			const [record] = items.map(({ body, ...json }) => (body ?? json) as IDataObject);
			expect(record).toMatchObject(document);
			expect(items[0]?.ext_id).toMatch(/^n8n-/);
			expect(hints).toEqual([expect.stringContaining(FOUND)]);
		},
	);

	test.each<[IDataObject, string]>([
		[{ status: 'expired' }, 'ts status (expired) does not say whether it was carried out'],
		[{ status: 'failed', document_status: 'done' }, 'does not say whether it was carried out'],
		[{ status: 'completed', error: 'x' }, 'he lookup shows it, and a failure in it'],
	])('stays unknown where its document shows %j', async (state, said) => {
		const document = { ...sent, ...state };
		const { message, description } = await order(auto, { orders, document });
		expect(message).toMatch(OPEN);
		expect(description).toContain(said);
	});

	test.each([{ status: 'Failed' }, { document_status: 'cancelled' }])(
		'is refused where its document shows that it came to nothing: %j',
		async (state) => {
			const document = { ...sent, ...state };
			const { message, description } = await order(auto, { orders, document });
			expect(message).toMatch(/: refused \(came_to_nothing\)$/);
			expect(description).toContain('it came to nothing');
		},
	);

	test.each<[string, OwnAnswer | IDataObject, string]>([
		['there is none', NONE, NONE_SHOWN],
		[
			'it cannot be looked up',
			FORBIDDEN,
			'ooking the order up failed (not_allowed), which needs the scope document:read',
		],
		['it says so', { error: 'document_not_found' }, NONE_SHOWN],
		...['document_not_found', 'no_such_order', 'no_document'].map(
			(status): [string, IDataObject, string] => [
				`its status is ${status}`,
				{ status },
				NONE_SHOWN,
			],
		),
		...[
			{ success: false, ref_id: 'trace-1' },
			{ code: 'not_found', message: 'None' },
			{ status: 'does not exist' },
			{ status: 'failed', error: 'internal_error', ref_id: 'trace-1' },
		].map((said): [string, IDataObject, string] => [
			`what failed may be the lookup: ${JSON.stringify(said)}`,
			said,
			', but not ',
		]),
		['it failed', { error: 'internal_error', order_id: 'x' }, 'shows it, and a failure in it'],
		['the document is of no key', { ...sent, ext_id: null }, 'does not show this ext_id'],
		['the document is of another key', { ...sent, ext_id: 'x' }, 'does not show this ext_id'],
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

	test.each<[string, IDataObject]>([
		['amount', { amount: '2' }],
		['to_address', { to_address: OTHER_TRON }],
	])('that differs in %s is that of another order', async (field, change) => {
		for (const parameters of [WITHDRAWAL, custom]) {
			const document = { ...SENT, ...change, status: 'failed' };
			const { message, description } = await order(parameters, { orders, document });
			expect(message).toMatch(OPEN);
			expect(description).toContain(`it differs in ${field} (`);
		}
	});

	test('that tells why its order failed is that of the order by an ID alone', async () => {
		const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10' };
		const state = { status: 'failed', document_status: 'failed', error: 'out_of_stock' };
		const document = { ...state, order_id: 'x', message: 'Sold out' };
		const parameters = { ...gift, extIdMode: 'auto', options: { retries: 0 } };
		const { message } = await order(parameters, { orders, document });
		expect(message).toMatch(/: refused \(came_to_nothing\)$/);
	});

	test('may spell what it shows in another way', async () => {
		const document = { ...SENT, amount: 1, network: 'TRC20', currency: 'usdt' };
		expect((await order(custom, { orders, document })).items).toMatchObject([{ network: 'TRC20' }]);
	});

	test('under a key that the operator chose proves nothing unless it shows a field of the order', async () => {
		for (const status of ['completed', 'failed']) {
			const { message, description } = await order(custom, { orders, document: { status } });
			expect(message).toMatch(/\(unavailable\); repeat only with ext_id o-1$/);
			expect(description).toContain(`(status ${status}), but not amount, to_address`);
		}
		const document = { status: 'completed', to_address: TRON, amount: '1.0' };
		expect((await order(custom, { orders, document })).items).toMatchObject([{ ext_id: 'o-1' }]);
	});

	test('of an order of another kind under the same key is not taken for this one', async () => {
		const issue = { resource: 'card', operation: 'issue', svcProductId: '101' };
		const [card] = (await order({ ...issue, extIdMode: 'custom', extId: 'o-1', options: {} }))
			.items;
		const { message } = await order(custom, { orders });
		expect(card).toMatchObject({ ext_id: 'o-1' });
		expect(message).toMatch(OPEN);
		expect(made()).toEqual(['o-1']);
	});
});

describe.each([...KNOWN_REPEATS, ...UNSAFE])('%s that is answered without an order', (_, kind) => {
	const isBatch = kind.auto.resource === 'batch';

	test.each<[IDataObject]>([
		[{}],
		[{ ok: true }],
		[{ success: false }],
		[{ error: { code: 7 }, order_id: 'x' }],
		[{ errors: ['declined'], order_id: 'x' }],
		[{ code: 'declined', message: 'No.' }],
		[{ error: 'declined', message: 'No.', status: 422 }],
	])('is looked up, and else unknown, or refused with the code of a result: %j', async (body) => {
		const results = [{ index: 0, op: 'x', status: 'accepted', error: '', body }];
		const orders = [{ status: 200, body: isBatch ? { results } : body }];
		const { message } = await order(kind.auto, { orders, document: NONE });
		expect(message).toMatch(
			/: outcome unknown \((unexpected_answer|declined)\); repeat only with ext_id n8n-|^Batch: Create: refused \(declined\)$/,
		);
		const { items, hints } = await order(kind.auto, { orders, document: kind.sent });
		expect(items).toHaveLength(1);
		expect(hints).toEqual([expect.stringContaining(FOUND)]);
	});

	test('nor is a 204 an order', async () => {
		const orders = [{ status: 204, body: {} }];
		const { message, lookups } = await order(kind.auto, { orders, document: NONE });
		expect(message).toMatch(/outcome unknown \(unexpected_answer\); repeat only with/);
		expect(lookups).toBe(1);
	});
});

test.each<[string, OwnAnswer]>([
	['408', { status: 408, body: { error: 'x' } }],
	['425', { status: 425, body: { error: 'x' } }],
	['499', { status: 499, body: { error: 'x' } }],
])('a %s is no refusal: the order is looked up', async (_, answer) => {
	const found = await order(WITHDRAWAL, { orders: [answer], document: SENT });
	expect(found.items).toMatchObject([SENT]);
	const { message } = await order(WITHDRAWAL, { orders: [answer], document: NONE });
	expect(message).toMatch(/outcome unknown \(x\); repeat only with/);
});

test.each([
	'closed_after_commit',
	'truncated',
	'500_after_commit',
	'broken_json',
	'empty',
] as const)('%s at the sandbox: the order comes out, and is one', async (fault) => {
	api.sandbox.addFault({ match: { path: '/withdrawals', times: 0 }, fault });
	const { items } = await order(WITHDRAWAL);
	expect(items).toMatchObject([{ amount: '1', to_address: TRON }]);
	expect(made()).toHaveLength(1);
});

test('no document is asked for of a screening: a lost one is unknown', async () => {
	const check = { resource: 'kyt', operation: 'check', network: 'tron_usdt', address: TRON };
	const parameters = { ...check, extIdMode: 'auto', options: { retries: 0 } };
	const lost = await order(parameters, { orders: [LOST] });
	expect(lost.message).toMatch(/outcome unknown \(unavailable\); repeat only with ext_id n8n-/);
	expect(lost).toMatchObject({ lookups: 0, sent: [expect.any(String)] });
	const again = { ...parameters, options: { retries: 1, longestWait: 0 } };
	expect((await order(again, { orders: [LOST] })).items).toMatchObject([{ address: TRON }]);
});

test.each<[string, INodeParameters, number]>([
	...KNOWN_REPEATS.map(([name, { auto }]) => [name, auto, 3] as [string, INodeParameters, number]),
	...UNSAFE.map(([name, { auto }]) => [name, auto, 1] as [string, INodeParameters, number]),
	['an API Call', API_CALL, 1],
])('%s is repeated by itself only where the API knows a repeat', async (_, parameters, times) => {
	const options = { retries: 2, longestWait: 0 };
	const answers = { orders: [LOST, LOST, LOST], document: NONE };
	const { sent, message } = await order({ ...parameters, options }, answers);
	expect(sent).toHaveLength(times);
	expect(message).toMatch(OPEN);
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
