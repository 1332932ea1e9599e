/**
 * Proves Batch: Create: the orders of all items in as few requests as Batch Size allows, each settled by its own result
 * (section 2.8), and what the error of a batch says of each.
 */
import type { IDataObject } from 'n8n-workflow';
import { OPTIONS } from '../../nodes/PartnerSettlement/panel/options';
import { TRON } from '../support/addresses';
import { batchOf } from './support/batch';
import { LOST, NONE, SENT, useOrders } from './support/orders';
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
function send(
	given: { op: string; body: IDataObject }[][],
	options = {},
	onError?: NodeRun['onError'],
): ReturnType<typeof startNode> {
	const parameters = {
		resource: 'batch',
		operation: 'create',
		items: '={{ $json.orders }}',
		extIdMode: 'auto',
		options,
	};
	const items = given.map((orders) => ({ orders: JSON.stringify(orders) }));
	return startNode({ parameters, items, onError, credential: { ...api.contract.credential() } });
}

test('all input items make one batch, and each result goes back to its item', async () => {
	const [output = []] = outputs(await send([[order('a'), order('b')], [order('c')]]));
	expect(api.contract.arrived(BATCH)).toBe(1);
	expect(output.map(({ json, pairedItem }) => [json.ext_id, pairedItem])).toEqual([
		['a', { item: 0 }],
		['b', { item: 0 }],
		['c', { item: 1 }],
	]);
});

test('of an item with several orders, those that were not sent are told apart', async () => {
	const run = await send([[order('a'), order('b', SHORT), order('c')]], { batchSize: 1 });
	expect(made()).toEqual(['a']);
	expect(errorOf(run).description).toMatch(/; not sent: item 0 with ext_id c\.$/);
});

test('an order that went through carries no failure', async () => {
	const [output = []] = outputs(await send([[order('a')]]));
	expect(output[0]?.json).toMatchObject({ ext_id: 'a', status: 'accepted' });
	expect(Object.keys(output[0]?.json ?? {})).not.toEqual(
		expect.arrayContaining([expect.stringMatching(/failure|error/)]),
	);
});

test('Batch Size makes several', async () => {
	await send([[order('a'), order('b')], [order('c')]], { batchSize: 2 });
	expect(api.contract.arrived(BATCH)).toBe(2);
	expect(made()).toEqual(['a', 'b', 'c']);
});

test('an order that fails is a failed item, and the next batch is sent where the run continues', async () => {
	const run = await send(
		[[order('a')], [order('b', SHORT)], [order('c')]],
		{ batchSize: 2 },
		'continueRegularOutput',
	);
	expect(outputs(run)[0]?.map(({ json }) => json)).toMatchObject([
		{ ext_id: 'a', status: 'accepted' },
		{ details: { ext_id: 'b', code: 'insufficient_balance', outcome: 'refused' } },
		{ ext_id: 'c', status: 'accepted' },
	]);
	expect(made()).toEqual(['a', 'c']);
});

test('without On Error: Continue the error names what failed, what was done and what not sent', async () => {
	const { message, description } = errorOf(
		await send([[order('a')], [order('b', SHORT)], [order('c')]], { batchSize: 2 }),
	);
	expect(message).toBe('Batch: Create: refused (insufficient_balance)');
	expect(description).toMatch(
		/All that failed: item 1 with ext_id b: refused \(insufficient_balance\); done before it: item 0 \(status \w+\); not sent: item 2\.$/,
	);
});

test.each<[string, NodeRun['onError'], string[]]>([
	['are not sent', undefined, ['a']],
	['are sent under On Error: Continue', 'continueRegularOutput', ['a', 'c']],
])('the batches behind a refused order %s, as Batch Size says', async (_what, onError, sent) => {
	const refused = { ...order('b'), op: 'none' };
	await send([[order('a')], [refused], [order('c')]], { batchSize: 2 }, onError);
	expect(made()).toEqual(sent);
	expect(OPTIONS.batchSize.default).toBe(100);
	expect(OPTIONS.batchSize.description).toMatch(
		/Once an order failed, the batches behind it are not sent, unless the node has On Error: Continue/,
	);
});

test('of a batch whose answer was lost each order is looked up', async () => {
	await send([[order('known')]]);
	api.sandbox.addFault({ match: { path: '/batch', times: 0 }, fault: 'closed_before' });
	const run = await send(
		[[order('known'), order('lost')]],
		{ retries: 0 },
		'continueRegularOutput',
	);
	expect(outputs(run)[0]?.map(({ json }) => json)).toMatchObject([
		{ ext_id: 'known', body: { order_id: expect.any(String) } },
		{ details: { ext_id: 'lost', outcome: 'unknown' } },
	]);
});

test('a mistake in one order keeps every batch from being sent', async () => {
	const mistakes = [order('b', '0'), order('b', '1,5'), order('a', '2')];
	for (const mistake of mistakes) {
		expect((await send([[order('a')], [mistake]])).status).toBe('error');
	}
	const wrong = order('b');
	wrong.body.to_address = 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKD';
	expect(errorOf(await send([[order('a')], [wrong]])).message).toMatch('not a TRON address');
	expect(api.sandbox.stats().requests).toEqual({});
});

test('the spending limits count every order', async () => {
	const run = await send([[order('a', '3'), order('b', '3')]], { maximumPerRun: '5' });
	expect(errorOf(run).message).toMatch('would spend 6 USDT');
	expect(made()).toEqual([]);
});

test('the maximum of an item is for all its orders together', async () => {
	const options = { maximumPerItem: '100' };
	const three = await send([[order('a', '60'), order('b', '60'), order('c', '60')]], options);
	expect(errorOf(three).message).toBe('180 USDT is more than Maximum per Item (100 USDT)');
	expect(made()).toEqual([]);
	await send([[order('a', '60'), order('b', '40')], [order('c', '100')]], options);
	expect(made()).toEqual(['a', 'b', 'c']);
});

const gift = { offer_id: 'a', amount: '1', currency: 'EUR' };

test.each([
	['an amount in another currency', {}, [{ op: 'gift', body: gift }]],
	[
		'two amounts in another currency',
		{ price: '1' },
		[
			{ op: 'gift', body: gift },
			{ op: 'gift', body: { ...gift, amount: '100' } },
		],
	],
	[
		'two kinds of orders with the same ID',
		{ price: '1' },
		[
			{ op: 'gift', body: { offer_id: 'a' } },
			{ op: 'other', body: { offer_id: 'a' } },
		],
	],
	[
		'one amount in two currencies',
		{ price: '1' },
		[
			{ op: 'gift', body: gift },
			{ op: 'gift', body: { ...gift, currency: 'JPY' } },
		],
	],
	['an amount whose currency is a number', {}, [{ op: 'gift', body: { ...gift, currency: 414 } }]],
])('the limits do not guess the cost of %s', async (_, price, orders) => {
	const run = await send([orders], { ...price, maximumPerRun: '500' });
	expect(errorOf(run).message).toMatch('costs is not known');
	expect(made()).toEqual([]);
});

test('beside the ID of what is bought, an amount is no price', async () => {
	const orders = [{ op: 'gift', body: { offer_id: 'a', amount: '0.01' } }];
	const cheap = await send([orders], { maximumPerItem: '1' });
	expect(errorOf(cheap).message).toMatch('costs is not known');
	const dear = await send([orders], { maximumPerItem: '1', price: '100' });
	expect(errorOf(dear).message).toBe('100 USDT is more than Maximum per Item (1 USDT)');
	expect(made()).toEqual([]);
});

test('one price is for orders of the same thing, whatever is beside their bodies', async () => {
	const orders = ['1', '2'].map((reference) => ({ op: 'gift', reference, body: gift }));
	const run = await send([orders], { price: '3', maximumPerRun: '5' });
	expect(errorOf(run).message).toMatch('would spend 6 USDT');
});

test.each(['ext_id', 'amount', 'currency', 'quantity'])(
	'%s beside the body is refused',
	async (name) => {
		const run = await send([[{ ...order('a'), [name]: '1' }]]);
		expect(errorOf(run).message).toMatch(`has ${name} beside its body`);
		expect(made()).toEqual([]);
	},
);

test('where the run goes beyond its maximum none of its orders is sent, also where it continues', async () => {
	const items = [[order('a', '3'), order('b', '3')], [order('c', '5')]];
	await send(items, { maximumPerRun: '5' }, 'continueRegularOutput');
	expect(made()).toEqual([]);
});

test.each([
	['in one item', [[order('a'), order('a')]]],
	['in two items', [[order('a')], [order('a')]]],
])('an ext_id that comes twice is refused, %s', async (_, items) => {
	const run = await send(items);
	expect(errorOf(run).message).toBe('The ext_id a stands for several orders in this run');
	expect(made()).toEqual([]);
});

test('of orders with keys of the operator, only those that do not exist are sent; all come out in their order', async () => {
	await send([[order('known')]]);
	const run = await send([[order('first'), order('known'), order('last')]]);
	expect(outputs(run)[0]?.map(({ json }) => json)).toMatchObject([
		{ ext_id: 'first', status: 'accepted' },
		{ ext_id: 'known', body: { amount: '1' } },
		{ ext_id: 'last', status: 'accepted' },
	]);
	const [, second = ''] = api.contract.bodies('/batch');
	expect(second).not.toContain('known');
	expect(made()).toEqual(['known', 'first', 'last']);
});

describe('an error says of the orders of one item', () => {
	test('which were done, with their keys', async () => {
		const run = await send([[order('a'), order('b'), order('c', SHORT)]]);
		expect(errorOf(run).description).toMatch(
			/; done before it: item 0 with ext_id a, item 0 with ext_id b \(status \w+\)\.$/,
		);
	});

	test('its own key: in the body of the order, none is paid twice', async () => {
		const onError = 'continueRegularOutput';
		const two = [SENT, { ...SENT, amount: '2' }];
		const answers = { orders: [LOST], document: NONE };
		const { items } = await place(batchOf(two), answers, { onError });
		const keys = items.map(({ message, details }) => {
			const { ext_id: key } = details as { ext_id: string };
			expect(message).toContain(`repeat with ext_id ${key},`);
			return key;
		});
		await place(batchOf(two.map((body, index) => ({ ...body, ext_id: keys[index] }))));
		expect(made()).toEqual(keys);
	});
});

describe('a batch that is corrected before Retry pays its first order once', () => {
	const again = { resumeSignature: 'a-run', mode: 'retry' as const };

	test.each<[string, IDataObject[], IDataObject[], number]>([
		['when the refused second one is taken off', [SENT, { ...SENT, amount: SHORT }], [SENT], 1],
		['when a second one is put on', [SENT], [SENT, { ...SENT, amount: '2' }], 2],
	])('%s', async (_, before, after, orders) => {
		await place(batchOf(before), {}, { resumeSignature: 'a-run' });
		const [first] = made();
		expect((await place(batchOf(after), {}, again)).message).toBe('');
		expect(made()).toHaveLength(orders);
		expect(made()[0]).toBe(first);
	});
});
