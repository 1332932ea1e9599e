/**
 * Proves Batch: Create: the orders of all items in as few requests as Batch Size allows, what a result and an error of a batch say of
 * each, what its limits count, and that its example works when it is filled in.
 */
import type { IDataObject } from 'n8n-workflow';
import { batchCreate } from '../../nodes/PartnerSettlement/operations/batch/create';
import { TRON, OTHER_TRON } from '../support/addresses';
import { batchOf, LOST, NONE, SENT, useOrders } from './support/orders';
import { errorOf, type NodeRun, ON, outputs, startNode } from './support/run-node';

const BATCH = 'POST /gw/partner/batch';
/** The sandbox's magic amounts. */
const SHORT = '13.04';

const { api, made, order: place } = useOrders({ settleMs: 5 });

const order = (id: string, amount = '1') => ({
	op: 'withdrawal',
	body: { ...SENT, amount, ext_id: id },
});

/** Sends a batch whose input items hold these orders. */
async function send(
	given: { op: string; body: IDataObject }[][],
	options = {},
	onError?: NodeRun['onError'],
) {
	const batch = { resource: 'batch', operation: 'create', extIdMode: 'auto' };
	const run = await startNode({
		parameters: { ...batch, items: '={{ $json.orders }}', options },
		items: given.map((orders) => ({ orders: JSON.stringify(orders) })),
		onError,
		credential: api.contract.credential(),
	});
	const [output = []] = outputs(run);
	return { ...errorOf(run), output, items: output.map(({ json }) => json) };
}

test('all input items make one batch, and each result goes back to its item', async () => {
	const { output } = await send([[order('a'), order('b')], [order('c')]]);
	expect(api.contract.arrived(BATCH)).toBe(1);
	expect(output.map(({ json, pairedItem }) => [json.ext_id, pairedItem])).toEqual([
		['a', { item: 0 }],
		['b', { item: 0 }],
		['c', { item: 1 }],
	]);
	expect(output[0]?.json).toMatchObject({ ext_id: 'a', status: 'accepted' });
	expect(Object.keys(output[0]?.json ?? {}).join()).not.toMatch(/failure|error/);
});

test('an error in the record of an accepted order is no refusal', async () => {
	const body = { ext_id: 'o-1', status: 'on_hold', error: 'insufficient_balance' };
	const results = [{ index: 0, op: 'withdrawal', status: 'accepted', error: '', body }];
	const answers = { orders: [{ status: 200, body: { count: 1, results } }], document: NONE };
	const { message } = await place(batchOf([{ ...SENT, ext_id: 'o-1' }]), answers);
	expect(message).toMatch(/outcome unknown/);
});

test('an order that fails is a failed item, and the next batch is sent where the run continues', async () => {
	const three = [[order('a')], [order('b', SHORT)], [order('c')]];
	const { items } = await send(three, { batchSize: 2 }, 'continueRegularOutput');
	expect(items).toMatchObject([
		{ ext_id: 'a', status: 'accepted' },
		{ details: { ext_id: 'b', code: 'insufficient_balance', outcome: 'refused' } },
		{ ext_id: 'c', status: 'accepted' },
	]);
	expect(made()).toEqual(['a', 'c']);
});

test('a mistake in one order keeps every batch from being sent', async () => {
	const wrong = order('b');
	wrong.body.to_address = 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKD';
	const beside = { ...order('b'), amount: '1' };
	for (const mistake of [order('b', '0'), order('b', '1,5'), order('a'), wrong, beside]) {
		expect((await send([[order('a')], [mistake]])).message).not.toBe('');
	}
	expect((await send([[order('a'), order('a')]])).message).toBe(
		'Several orders in this run have the ext_id a',
	);
	expect((await send([[]])).message).toBe('The batch has no orders');
	expect(api.sandbox.stats().requests).toEqual({});
});

test('the limits count every order, and those of an item together', async () => {
	const two = [order('a', '60'), order('b', '41')];
	const over = await send([two], { maximumPerRun: '100' });
	expect(over.message).toMatch('would spend 101 USDT');
	await send([two, [order('c')]], { maximumPerRun: '100' }, 'continueRegularOutput');
	expect((await send([two], { maximumPerItem: '100' })).message).toBe(
		'101 USDT plus the fee is more than Maximum per Item (100 USDT)',
	);
	expect(made()).toEqual([]);
	const most = [[order('a', '60'), order('b', '40')], [order('c', '100')]];
	await send(most, { maximumPerItem: '100' });
	expect(made()).toEqual(['a', 'b', 'c']);
});

const gift = { offer_id: 'a', amount: '1', currency: 'EUR' };
const price = '1';

test.each<[string, object, IDataObject[]]>([
	['an amount in another currency', {}, [gift]],
	['two amounts in another currency', { price }, [gift, { ...gift, amount: '100' }]],
	['an amount beside the ID of what is bought', {}, [{ offer_id: 'a', amount: '0.01' }]],
])('the limits do not guess the cost of %s', async (_, more, bodies) => {
	const orders = bodies.map((body) => ({ op: 'gift', body }));
	const { message } = await send([orders], { ...more, maximumPerRun: '500' });
	expect(message).toMatch('The cost of this item is unknown');
	expect(made()).toEqual([]);
});

test('of orders with custom keys, only those that do not exist are sent; all come out in sequence', async () => {
	await send([[order('known')]]);
	const { items } = await send([[order('first'), order('known'), order('last')]]);
	expect(items).toMatchObject([
		{ ext_id: 'first', status: 'accepted' },
		{ ext_id: 'known', body: { amount: '1' } },
		{ ext_id: 'last', status: 'accepted' },
	]);
	expect(api.contract.bodies('/batch')[1]).not.toContain('known');
	expect(made()).toEqual(['known', 'first', 'last']);
});

test('an error names the key of each order: with it in its body, none is paid twice', async () => {
	const two = [SENT, { ...SENT, amount: '2' }];
	const answers = { orders: [LOST], document: NONE };
	const { items } = await place(batchOf(two), answers, ON);
	const keys = items.map(({ message, details }) => {
		const { ext_id: key } = details as { ext_id: string };
		expect(message).toContain(`repeat with ext_id ${key}.`);
		return key;
	});
	await place(batchOf(two.map((body, index) => ({ ...body, ext_id: keys[index] }))));
	expect(made()).toEqual(keys);
});

test.each<[string, IDataObject[], IDataObject[]]>([
	['the refused second one is taken off', [SENT, { ...SENT, amount: SHORT }], [SENT]],
	['a second one is put on', [SENT], [SENT, { ...SENT, amount: '2' }]],
])('a batch that is corrected before Retry pays its first order once: %s', async (...row) => {
	const [, before, after] = row;
	await place(batchOf(before), {}, { resumeSignature: 'a-run' });
	const [first] = made();
	const again = { resumeSignature: 'a-run', mode: 'retry' as const };
	expect((await place(batchOf(after), {}, again)).message).toBe('');
	expect(made()).toHaveLength(after.length);
	expect(made()[0]).toBe(first);
});

test('its example orders nothing as it is, and works once it is filled in', async () => {
	const example = batchCreate.fields[0]?.property.default as string;
	const start = async (items?: string) => await place({ ...batchOf([]), items: items ?? example });
	expect((await start()).message).toBe('Items, entry 0, to_address is not a TRON address');
	const items = example.replace('"to_address": "..."', `"to_address": "${TRON}"`);
	const open = await start(items);
	expect(open.message).toBe('Items, entry 0, amount must be a decimal such as 12.50, not "..."');
	expect(made()).toEqual([]);
	const filled = await start(items.replace('...', '5'));
	expect(filled.items).toMatchObject([{ ext_id: 'INV-2042', status: 'accepted' }]);
});

describe('a result of a batch (section 2.8)', () => {
	const { order } = useOrders({ settleMs: 5 });

	const result = (index: number, more: IDataObject) => ({
		...{ index, op: 'x', status: 'accepted', body: {}, error: '' },
		...more,
	});
	const failed = (index: number, body: IDataObject) =>
		result(index, { status: 'failed', error: 'not_allowed', body });
	const own = { ...SENT, ext_id: 'a' };
	/** Sends these bodies, which the API does not know, and gives what is said of them. */
	async function told(bodies: IDataObject[], results: IDataObject[], document?: IDataObject) {
		const body = { count: results.length, results };
		return await order(batchOf(bodies), {
			orders: [{ status: 200, body }],
			document: document ?? NONE,
		});
	}

	test.each<IDataObject>([{ error: false }, { status: 201 }, { index: '0' }])(
		'a result counts although a field is written as %j, beside one that is nothing',
		async (more) => {
			const record = { ...own, withdrawal_id: 'w', status: 'pending' };
			const results = [null, result(0, { body: record, ...more })];
			const body = { count: 2, results: more.index === undefined ? results : results.slice(1) };
			const { items, message } = await order(batchOf([own]), {
				orders: [{ status: 200, body }],
				document: NONE,
			});
			expect(message).toBe('');
			expect(items).toMatchObject([{ body: record }]);
		},
	);

	test.each<IDataObject>([{ body: {} }, { body: null }, { body: { ...own, amount: '9' } }])(
		'a result with an error and %j is a refusal',
		async (more) => {
			const said = await told([own], [result(0, { status: 'failed', error: 'x', ...more })]);
			expect(said.message).toBe('Batch: Create: refused (x)');
		},
	);

	test.each<[string, string, IDataObject]>([
		['an error beside an id', 'x', { error: 'x', body: { withdrawal_id: 'w' } }],
		['no order at all', 'unexpected_answer', {}],
	])('a result with %s leaves its order open: it is looked up', async (_, code, more) => {
		const results = [result(0, more)];
		expect((await told([own], results)).message).toBe(
			`Batch: Create: outcome unknown (${code}); repeat only with ext_id a`,
		);
		const { items } = await told([SENT], results, { ...SENT, status: 'done' });
		expect(items).toMatchObject([{ body: { status: 'done' } }]);
	});

	test.each<[string, IDataObject[]]>([
		['numbered twice the same', [result(0, { error: 'x' }), result(0, { error: 'x' })]],
		['numbered with a gap', [result(1, { error: 'x' })]],
		['of other keys', [failed(0, { ext_id: 'c' }), failed(1, { ext_id: 'd' })]],
		['of one key twice', [failed(0, { ext_id: 'a' }), failed(1, { ext_id: 'a' }), result(2, {})]],
	])('results %s say nothing of any order', async (_, results) => {
		const { description } = await told([own, { ...own, ext_id: 'b' }], results);
		expect(description).toContain(
			'All failures: item 0 with ext_id a: outcome unknown (unexpected_answer), item 0 with ext_id b: outcome unknown (unexpected_answer).',
		);
	});

	const REFUSED = { status: 'failed', error: 'not_allowed' };
	/** A result that shows its order, and its key where that is given. */
	const placed = (index: number, key?: string) =>
		result(index, { body: { ...(key && { ext_id: key }), status: 'pending' } });

	const wrapped = { ...placed(2), body: { data: { ext_id: 'a', status: 'pending' } } };
	const refused = (index: number) => result(index, REFUSED);
	const inBody = failed(0, { ext_id: 'b' });
	const beside = { ...refused(0), ext_id: 'b' };

	test.each<[string, IDataObject[], string]>([
		['without keys, from 0 on', [placed(2), placed(0), refused(1)], ',refused,'],
		['with keys in any order', [inBody, placed(1, 'c'), placed(2, 'a')], ',refused,'],
		['with keys in an envelope', [inBody, placed(1, 'c'), wrapped], ',refused,'],
		['beside the bodies', [beside, placed(1, 'c'), { ...placed(2), ext_id: 'a' }], ',refused,'],
		['except the refused one', [placed(1, 'a'), refused(2), placed(3, 'c')], ',refused,'],
		['with keys that contradict', [placed(0, 'b'), refused(1), placed(2, 'c')], 'unknown,,'],
		['numbered otherwise', [placed(1, 'a'), refused(1), placed(2, 'c')], ',unknown,'],
		['of which one is missing', [placed(0, 'a'), refused(2)], ',unknown,unknown'],
	])('each result goes to its own of a, b and c: %s', async (_, results, outcomes) => {
		const three = ['a', 'b', 'c'].map((key) => ({ ...SENT, ext_id: key }));
		const summary = { status: 'partial' };
		for (const body of [
			{ results, summary },
			{ status: 'ok', data: { results } },
		]) {
			const answers = { orders: [{ status: 200, body }], document: NONE };
			const { items } = await order(batchOf(three), answers, ON);
			const said = items.map(({ details }) => (details as IDataObject | undefined)?.outcome ?? '');
			expect(said).toEqual(outcomes.split(','));
			for (const { ext_id: key, body: record } of items) {
				expect((record as IDataObject | undefined)?.ext_id ?? key).toBe(key);
			}
		}
	});

	test('a result that shows another recipient is of another order, under an automatic key as well', async () => {
		const { message } = await told([SENT], [result(0, { body: { to_address: OTHER_TRON } })]);
		expect(message).toMatch('outcome unknown (another_order)');
	});

	test('an error that the document does not name is looked up, as one order may exist', async () => {
		const results = [result(0, { status: 'failed', error: 'internal_error' })];
		const none = await told([own], results);
		expect(none.message).toContain('refused (internal_error)');
		// Before it is sent, as the key is the operator's own, and afterwards.
		expect(none.lookups).toBe(2);
		// An automatic key is looked up only where the error leaves the order open.
		const { items, lookups } = await told([SENT], results, { ...SENT, status: 'done' });
		expect(items).toMatchObject([{ body: { status: 'done' } }]);
		expect(lookups).toBe(1);
	});
});
