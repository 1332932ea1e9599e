/** Proves that a record in an envelope is read there: no order is unknown for it, and nothing is lost or bought twice. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { KNOWN_REPEATS, LOST, SENT, UNSAFE, useOrders } from './support/orders';
import { OneAnswer } from './support/one-answer';
import { errorOf, outputs } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const { api, order, made } = useOrders({ settleMs: 5 });
/** Answers everything alike, and knows no document. */
const alike = new OneAnswer(false);

afterAll(() => {
	alike.close();
});

type Record = IDataObject | undefined;

/** An envelope, and how an operator finds the record in it. */
const ENVELOPES: [string, (record: unknown) => IDataObject, (response: IDataObject) => Record][] = [
	['data', (data) => ({ data }) as IDataObject, ({ data }) => data as Record],
	[
		'result, beside what tells of the call',
		(result) => ({ status: 'ok', code: 0, message: 'OK', request_id: 'r', result }) as IDataObject,
		({ result }) => result as Record,
	],
	[
		'its only object',
		(purchase) => ({ success: true, purchase }) as IDataObject,
		({ purchase }) => purchase as Record,
	],
	[
		'its only object, beside a code',
		(purchase) => ({ code: 200, purchase }) as IDataObject,
		({ purchase }) => purchase as Record,
	],
	[
		'an object beside one that is no record',
		(purchase) => ({ meta: { request_id: 'r' }, purchase }) as IDataObject,
		({ purchase }) => purchase as Record,
	],
	[
		'data in a response',
		(data) => ({ response: { data } }),
		({ response }) => (response as Record)?.data as Record,
	],
];

/** What is bought: the parameters, where it comes out, and a secret of it. */
const KINDS: [string, INodeParameters, string, string | undefined][] = [
	['a card', { resource: 'card', operation: 'issue', svcProductId: '101' }, 'card', 'pan'],
	[
		'an eSIM plan',
		{ resource: 'esim', operation: 'purchasePlan', planId: 'esim-tr-1gb' },
		'esim',
		undefined,
	],
	[
		'a gift card',
		{ resource: 'giftCard', operation: 'purchase', offerId: 'gift-music-5' },
		'gift_card',
		'epin',
	],
];

/** Without a code, which is masked where it may be that of a gift card. */
const shown = (item: IDataObject) => ({ ...item, code: undefined });
const POLL = { retries: 0, pollInterval: 0.1 };

describe.each(ENVELOPES)('in %s', (_, wrap, unwrap) => {
	describe.each(KINDS)('%s', (__, kind, field, secret) => {
		const parameters = { ...kind, extIdMode: 'auto', options: POLL };

		test('is done, and comes out as the API gave it', async () => {
			const { items, message, summary } = await order(parameters, { wrap });
			expect(message).toBe('');
			const [item = {}] = items;
			expect(unwrap(item)).toMatchObject({ ext_id: item.ext_id, status: 'pending' });
			expect(shown(item)).toEqual(shown({ ...wrap(unwrap(item)), ext_id: item.ext_id }));
			expect(made()).toEqual([item.ext_id]);
			expect(summary).toMatch(/^1 .* ordered, \d+\.\d+ USDT\.$/);
		});

		test('is waited for, and what was bought comes out with its secrets masked', async () => {
			const { items, hints } = await order({ ...parameters, waitUntilReady: true }, { wrap });
			const [item = {}] = items;
			expect(hints).toEqual([]);
			expect(item).toMatchObject({ outcome_reached: true, ext_id: made()[0] });
			expect(unwrap(item)).toMatchObject({ ext_id: item.ext_id, status: 'completed' });
			const goods = item[field] as IDataObject;
			const record = secret === undefined ? goods : unwrap(goods);
			expect(record).toMatchObject({ ext_id: item.ext_id });
			if (secret !== undefined) expect(record?.[secret]).toMatch(/^••••/);
			expect(made()).toHaveLength(1);
		});
	});

	test.each([...KNOWN_REPEATS, ...UNSAFE])(
		'the document of %s is that of the order whose answer was lost',
		async (__, { custom, sent }) => {
			const record = { ext_id: 'o-1', status: 'pending', ...sent };
			const document = { status: 200, body: wrap(record) };
			const { items, message } = await order(custom, { orders: [LOST], document });
			expect(message).toBe('');
			const [{ body = items[0] } = {}] = items;
			expect(shown(body as IDataObject)).toMatchObject(shown(wrap(record)));
		},
	);

	test('a document of another order, or of one that came to nothing, is seen', async () => {
		const told = async (change: IDataObject) => {
			const record = { ...SENT, ext_id: 'o-1', status: 'pending', ...change };
			const document = { status: 200, body: wrap(record) };
			const custom = { ...WITHDRAWAL, extIdMode: 'custom', extId: 'o-1' };
			return (await order(custom, { orders: [LOST], document })).message;
		};
		expect(await told({ amount: '2' })).toMatch(/outcome unknown \(unavailable\)/);
		expect(await told({ status: 'failed' })).toMatch(/refused \(came_to_nothing\)/);
		expect(await told({ error: 'not_found', amount: '2' })).toMatch('outcome unknown');
	});

	test('the record of another order is not taken for this one', async () => {
		const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'new', options: POLL };
		const run = async (record: IDataObject) =>
			errorOf(await alike.run(wrap(record), { ...gift, extIdMode: 'custom', extId: 'o-1' }))
				.message;
		expect(await run({ ext_id: 'o-1', offer_id: 'old' })).toMatch('unknown (another_order)');
		expect(await run({ ext_id: 'o-2', offer_id: 'new' })).toMatch('unknown (another_order)');
		expect(await run({ ext_id: 'o-1', error: 'declined' })).toMatch('unknown (declined)');
		expect(await run({ ext_id: 'o-1', offer_id: 'new' })).toBe('');
	});

	test('a record of a shape that the document shows comes out without the envelope', async () => {
		const record = { ...SENT, ext_id: 'o-1', withdrawal_id: 'w-1', status: 'pending' };
		const parameters = { ...WITHDRAWAL, extIdMode: 'custom', extId: 'o-1' };
		const { items } = await order(parameters, { orders: [{ status: 200, body: wrap(record) }] });
		expect(items).toEqual([record]);
		const balance = { available_balance: '1' };
		const run = await alike.run(wrap(balance), {
			...{ resource: 'balance', operation: 'get', options: {} },
		});
		expect(outputs(run)[0]?.map(({ json }) => json)).toEqual([balance]);
	});

	test('a catalog tells its prices, and a list its entries', async () => {
		const [[, card]] = KINDS as [(typeof KINDS)[number]];
		const limited = { ...card, extIdMode: 'auto', options: { ...POLL, maximumPerItem: '4.99' } };
		expect((await order(limited, { wrap })).message).toContain('5 USDT is more than Maximum');
		const list = { resource: 'cardProduct', operation: 'getAll', returnAll: true, options: {} };
		const { items } = await order(list, { wrap });
		expect(items).toContainEqual(expect.objectContaining({ svc_product_id: 101 }));
		expect(made()).toEqual([]);
	});
});

test.each<[string, IDataObject]>([
	['no success', { success: false }],
	['an error', { error: 'internal_error' }],
	['a code', { code: 'internal_error', message: 'No.' }],
])('an envelope that tells of %s is no order, whatever it holds', async (_, envelope) => {
	const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'new', options: POLL };
	const answer = { ...envelope, data: { ext_id: 'o-1', offer_id: 'new', purchase_id: 'p' } };
	const run = await alike.run(answer, { ...gift, extIdMode: 'custom', extId: 'o-1' });
	expect(errorOf(run).message).toMatch('outcome unknown');
});

test('an order is waited for where only its document has an envelope', async () => {
	const [[, card]] = KINDS as [(typeof KINDS)[number]];
	const parameters = { ...card, extIdMode: 'custom', extId: 'o-1', options: POLL };
	const record = { svc_product_id: 101, ext_id: 'o-1', status: 'completed', card_id: 'c-1' };
	const { items } = await order(
		{ ...parameters, waitUntilReady: true },
		{
			orders: [{ status: 200, body: { ext_id: 'o-1', status: 'accepted', message: 'Accepted' } }],
			document: { status: 200, body: { data: record } },
			read: () => ({ status: 200, body: { card: { card_id: 'c-1', pan: '4111111111111111' } } }),
		},
	);
	expect(items).toMatchObject([{ ...record, message: 'Accepted', outcome_reached: true }]);
	expect(items).toMatchObject([{ card: { card: { card_id: 'c-1', pan: '••••••••1111' } } }]);
});

test('while an order is waited for, a document in an envelope may be of another one, or of its end', async () => {
	const waiting = async (change: IDataObject) => {
		const data = { ...SENT, ext_id: 'o-1', ...change };
		const parameters = { ...WITHDRAWAL, extIdMode: 'custom', extId: 'o-1', waitUntilReady: true };
		return await order(
			{ ...parameters, options: { ...POLL, maxWait: 0.1 } },
			{
				orders: [{ status: 200, body: { ...SENT, ext_id: 'o-1', status: 'pending' } }],
				document: { status: 200, body: { data } },
			},
		);
	};
	const other = await waiting({ amount: '2', status: 'completed' });
	expect(other.items).toMatchObject([{ amount: '1', outcome_reached: false }]);
	expect(other.hints.join(' ')).toContain('it differs in amount');
	const failed = await waiting({ status: 'failed', error: 'provider_down' });
	expect(failed.message).toMatch(/refused \(came_to_nothing\)/);
	expect(failed.description).toContain('ts status is failed (provider_down)');
});

test('an order whose end comes in an envelope tells its error', async () => {
	const [[, card]] = KINDS as [(typeof KINDS)[number]];
	const data = { svc_product_id: 101, ext_id: 'o-1', status: 'failed' };
	const { description } = await order(
		{ ...card, extIdMode: 'custom', extId: 'o-1', options: POLL, waitUntilReady: true },
		{
			orders: [{ status: 200, body: { data: { ...data, status: 'pending' } } }],
			document: { status: 200, body: { data: { ...data, error: 'no_stock' } } },
		},
	);
	expect(description).toContain('ts status is failed (no_stock)');
});

test('what was bought is read, though its document and the order do not agree', async () => {
	const [[, card]] = KINDS as [(typeof KINDS)[number]];
	const status = { status: 'completed', document_status: 'failed' };
	const record = { svc_product_id: 101, ext_id: 'o-1', card_id: 'c-1', ...status };
	const options = { ...POLL, maxWait: 0.1 };
	const { items, hints } = await order(
		{ ...card, extIdMode: 'custom', extId: 'o-1', options, waitUntilReady: true },
		{
			orders: [{ status: 200, body: record }],
			document: { status: 200, body: record },
			read: () => ({ status: 200, body: { card_id: 'c-1' } }),
		},
	);
	expect(items).toMatchObject([{ card: { card_id: 'c-1' }, outcome_reached: false }]);
	expect(hints.join(' ')).toContain('but beside it stands failed');
});

test('an envelope with the name of what was bought keeps what it held', async () => {
	const [[, card]] = KINDS as [(typeof KINDS)[number]];
	const held = { svc_product_id: 101, ext_id: 'o-1', status: 'completed', card_id: 'c-1' };
	const { items } = await order(
		{ ...card, extIdMode: 'custom', extId: 'o-1', options: POLL, waitUntilReady: true },
		{
			orders: [{ status: 200, body: { card: held } }],
			read: () => ({ status: 200, body: { card_id: 'c-1', cvv: '123' } }),
		},
	);
	expect(items).toMatchObject([{ card: { ...held, cvv: '••••••••' }, outcome_reached: true }]);
});

test('what was bought is not there while its read tells of an error', async () => {
	const [[, card]] = KINDS as [(typeof KINDS)[number]];
	const record = { svc_product_id: 101, ext_id: 'o-1', status: 'completed', card_id: 'c-1' };
	const { items } = await order(
		{
			...{ ...card, extIdMode: 'custom', extId: 'o-1', waitUntilReady: true },
			options: { ...POLL, maxWait: 0.1 },
		},
		{
			orders: [{ status: 200, body: { data: record } }],
			read: () => ({ status: 200, body: { data: { success: false } } }),
		},
	);
	expect(items).toMatchObject([{ data: record, outcome_reached: false }]);
});

test('the eSIMs of a quantity are read by their IDs, and come out in their places', async () => {
	const record = { offer_id: 'esim-tr-1gb', quantity: 2, status: 'completed' };
	const data = { ...record, ext_id: 'o-1', items: [{ esim_id: 'e-1' }, { esim_id: 'e-2' }] };
	const { items } = await order(
		{
			...{ resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb', options: POLL },
			...{ additionalFields: { quantity: 2 }, waitUntilReady: true, revealSecrets: true },
			...{ extIdMode: 'custom', extId: 'o-1' },
		},
		{
			orders: [{ status: 200, body: { data } }],
			read: (path) => {
				const esim = { esim_id: path.split('/').at(-1), status: 'ready' };
				return { status: 200, body: { data: { ...esim, activation: { lpa: 'LPA:1$a$b' } } } };
			},
		},
	);
	expect(items).toMatchObject([
		{
			data: { items: ['e-1', 'e-2'].map((id) => ({ esim_id: id, esim: { esim_id: id } })) },
			outcome_reached: true,
		},
	]);
	expect(api.sandbox.state.orders.filter(({ extId }) => extId === 'o-1')).toEqual([]);
});
