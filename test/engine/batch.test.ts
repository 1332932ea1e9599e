/**
 * Proves Batch: Create: the orders of all items in as few requests as Batch Size allows, what the error of a batch says of
 * each, what its limits count, and that its example works when it is filled in.
 */
import type { IDataObject } from 'n8n-workflow';
import { batchCreate } from '../../nodes/PartnerSettlement/operations/batch/create';
import { TRON } from '../support/addresses';
import { batchOf, LOST, NONE, SENT, useOrders } from './support/orders';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

const BATCH = 'POST /gw/partner/batch';
/** The sandbox's magic amounts. */
const SHORT = '13.04';

const { api, made, order: place } = useOrders({ settleMs: 5 });

function order(id: string, amount = '1') {
	const body = { currency: 'USDT', network: 'TRON', amount, to_address: TRON, ext_id: id };
	return { op: 'withdrawal', body };
}

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
		credential: { ...api.contract.credential() },
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

describe('an order that fails', () => {
	const three = [[order('a')], [order('b', SHORT)], [order('c')]];

	test('is a failed item, and the next batch is sent where the run continues', async () => {
		const { items } = await send(three, { batchSize: 2 }, 'continueRegularOutput');
		expect(items).toMatchObject([
			{ ext_id: 'a', status: 'accepted' },
			{ details: { ext_id: 'b', code: 'insufficient_balance', outcome: 'refused' } },
			{ ext_id: 'c', status: 'accepted' },
		]);
		expect(made()).toEqual(['a', 'c']);
	});
});

test('if the response to a batch was lost, each order is looked up', async () => {
	await send([[order('known')]]);
	api.sandbox.addFault({ match: { path: '/batch', times: 0 }, fault: 'closed_before' });
	const both = [[order('known'), order('lost')]];
	expect((await send(both, { retries: 0 }, 'continueRegularOutput')).items).toMatchObject([
		{ ext_id: 'known', body: { order_id: expect.any(String) } },
		{ details: { ext_id: 'lost', outcome: 'unknown' } },
	]);
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
	const { items } = await place(batchOf(two), answers, { onError: 'continueRegularOutput' });
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
