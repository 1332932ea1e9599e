/** Proves that a record in an envelope is read there: no order is unknown for it, bought twice, or done over an error. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON } from '../support/addresses';
import { KNOWN_REPEATS, LOST, NONE, SENT, UNSAFE, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { order, made } = useOrders({ settleMs: 5 });

const POLL = { retries: 0, pollInterval: 0.1 };
const OWN = { extIdMode: 'custom', extId: 'o-1', options: POLL };
const CARD = { resource: 'card', operation: 'issue', svcProductId: '101' };
const PLAN = { resource: 'esim', operation: 'purchasePlan', planId: 'esim-tr-1gb' };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-music-5' };
/** What is bought: the parameters, where it comes out, and a secret of it. */
const KINDS: [string, INodeParameters, string, string | undefined][] = [
	['a card', CARD, 'card', 'pan'],
	['an eSIM plan', PLAN, 'esim', undefined],
	['a gift card', GIFT, 'gift_card', 'epin'],
];

type Wrap = (record: unknown) => IDataObject;

/** With what API Differences tell of it. */
const ENVELOPES: [string, Wrap, { envelope: string[] }?][] = [
	['data', (data) => ({ data }) as IDataObject],
	[
		'result, beside what tells of the call',
		(result) =>
			({ status: 'ok', code: 200, success: true, request_id: 'r', result }) as IDataObject,
	],
	['data in a response', (data) => ({ response: { data } })],
	[
		'a field with a name of its own beside another object',
		(purchase) => ({ meta: { request_id: 'r' }, purchase }) as IDataObject,
		{ envelope: ['purchase'] },
	],
];

describe.each(ENVELOPES)('in %s', (_, wrap, differences?: object) => {
	const told = { differences };
	const respond = (record: IDataObject) => ({ status: 200, body: wrap(record) });

	test.each(KINDS)(
		'%s is done, waited for, and comes out alone',
		async (...[, kind, field, secret]) => {
			const parameters = { ...kind, extIdMode: 'auto', options: POLL };
			const { items, message, summary } = await order(parameters, { wrap, ...told });
			expect(message).toBe('');
			expect(items).toMatchObject([{ ext_id: made()[0], status: 'pending' }]);
			expect(summary).toMatch(/^1 .* ordered, \d+\.\d+ USDT\.$/);
			const waiting = { ...parameters, waitUntilReady: true };
			const waited = await order(waiting, { wrap, ...told }, { resumeSignature: 'another' });
			expect(waited.hints).toEqual([]);
			const [item = {}] = waited.items;
			expect(item).toMatchObject({ ext_id: made()[1], status: 'completed', outcome_reached: true });
			const goods = item[field] as IDataObject;
			expect(goods).toMatchObject({ ext_id: item.ext_id });
			if (secret !== undefined) expect(goods[secret]).toMatch(/^••••/);
			expect(made()).toHaveLength(2);
		},
	);

	test.each([...KNOWN_REPEATS, ...UNSAFE])(
		'the document of %s is that of the order whose answer was lost',
		async (__, { custom, sent }) => {
			const record = { ext_id: 'o-1', status: 'pending', ...sent };
			const { items, message } = await order(custom, {
				...{ orders: [LOST], document: respond(record), ...told },
			});
			expect(message).toBe('');
			const [{ body = items[0] } = {}] = items;
			expect(body).toEqual(record);
		},
	);

	test.each<[IDataObject, RegExp]>([
		[{ amount: '2' }, /outcome unknown \(unavailable\)/],
		[{ to_address: OTHER_TRON }, /outcome unknown \(unavailable\)/],
		[{ status: 'failed' }, /refused \(came_to_nothing\)/],
		[{ error: 'document_not_found' }, /outcome unknown/],
	])('a document that shows %j is not of an order that is done', async (change, said) => {
		const document = respond({ ...SENT, ext_id: 'o-1', status: 'pending', ...change });
		const answers = { orders: [LOST], document, ...told };
		expect((await order({ ...WITHDRAWAL, ...OWN }, answers)).message).toMatch(said);
	});

	test.each<[IDataObject, string]>([
		[{ ext_id: 'o-1', offer_id: 'old' }, 'unknown (another_order)'],
		[{ ext_id: 'o-2', offer_id: GIFT.offerId }, 'unknown (another_order)'],
		[{ ext_id: 'o-1', error: 'declined' }, 'unknown (declined)'],
		[{ ext_id: 'o-1', offer_id: GIFT.offerId }, ''],
	])('a response with %j is that of this order only if it shows it', async (record, said) => {
		const answers = { orders: [respond(record)], document: NONE, ...told };
		const { message } = await order({ ...GIFT, ...OWN }, answers);
		expect(message).toMatch(said);
		expect(message === '').toBe(said === '');
	});

	test('what the document shows a shape of, a price and a list are found', async () => {
		const record = { ...SENT, ext_id: 'o-1', withdrawal_id: 'w-1', status: 'pending' };
		const answers = { orders: [respond(record)], ...told };
		expect((await order({ ...WITHDRAWAL, ...OWN }, answers)).items).toEqual([record]);
		const get = { resource: 'balance', operation: 'get', options: {} };
		const balance = { available_balance: '1' };
		expect((await order(get, { balance: wrap(balance), ...told })).items).toEqual([balance]);
		const limited = { ...CARD, extIdMode: 'auto', options: { ...POLL, maximumPerItem: '4.99' } };
		const { message } = await order(limited, { wrap, ...told });
		expect(message).toContain('5 USDT is more than Maximum');
		const list = { resource: 'cardProduct', operation: 'getAll', returnAll: true, options: {} };
		const { items } = await order(list, { wrap, ...told });
		expect(items).toContainEqual(expect.objectContaining({ svc_product_id: 101 }));
		expect(made()).toEqual([]);
	});
});

const BOUGHT = { offer_id: 'esim-tr-1gb', ext_id: 'o-1', status: 'completed', esim_id: 'e-1' };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb', ...OWN };

test('an object beside another one is the order only if it shows no other', async () => {
	const gift = { offer_id: GIFT.offerId, ext_id: 'o-1', purchase_id: 'p-1', status: 'pending' };
	const asked = async (more: IDataObject, differences?: object) => {
		const body = { meta: { request_id: 'r' }, purchase: { ...gift, ...more } };
		const answers = { orders: [{ status: 200, body }], document: NONE, differences };
		return await order({ ...GIFT, ...OWN }, answers);
	};
	expect((await asked({}, { envelope: ['purchase'] })).items).toEqual([gift]);
	for (const other of [{ ext_id: 'o-2' }, { offer_id: 'old' }])
		expect((await asked(other)).message).toMatch('outcome unknown');
});

test.each<[string, IDataObject]>([
	['no success', { success: false }],
	['an error', { error: 'internal_error' }],
	['a code', { code: 'internal_error', message: 'No.' }],
])('an envelope that tells of %s is no order, whatever it holds', async (_, envelope) => {
	const body = { ...envelope, data: BOUGHT };
	const answers = { orders: [{ status: 200, body }], document: NONE };
	expect((await order(ESIM, answers)).message).toMatch('outcome unknown');
});

describe('while an order is waited for', () => {
	const waiting = { ...ESIM, options: { ...POLL, maxWait: 0.3 }, waitUntilReady: true };
	const pending = { status: 200, body: { ...BOUGHT, status: 'pending', message: 'Accepted' } };
	const wait = async (document: IDataObject, read: unknown) =>
		await order(waiting, {
			orders: [pending],
			document: { status: 200, body: { data: document } },
			read: () => ({ status: 200, body: read }),
		});

	test('its document and what it bought may have an envelope each', async () => {
		const esim = { esim_id: 'e-1', status: 'ready', activation: { lpa: 'LPA:1$a$b' } };
		const { items } = await wait(BOUGHT, { esim });
		const shown = { ...esim, activation: { lpa: '••••••••' } };
		expect(items).toEqual([{ ...BOUGHT, message: 'Accepted', outcome_reached: true, esim: shown }]);
	});

	test('what was bought is not there while its read tells of an error', async () => {
		const { items } = await wait(BOUGHT, { data: { success: false } });
		expect(items).toMatchObject([{ ...BOUGHT, outcome_reached: false }]);
	});

	test('a document of another order is left out, and one of its end tells why', async () => {
		const other = await wait({ ...BOUGHT, offer_id: 'old' }, {});
		expect(other.items).toMatchObject([{ offer_id: BOUGHT.offer_id, outcome_reached: false }]);
		expect(other.hints.join(' ')).toContain('it differs in offer_id');
		const failed = await wait({ ...BOUGHT, status: 'failed', error: 'no_stock' }, {});
		expect(failed.message).toMatch(/refused \(came_to_nothing\)/);
		expect(failed.description).toContain('ts status is failed (no_stock)');
	});
});

test('the eSIMs of a quantity are read by their IDs, and come out in their places', async () => {
	const record = { offer_id: 'esim-tr-1gb', quantity: 2, status: 'completed' };
	const data = { ...record, ext_id: 'o-1', items: [{ esim_id: 'e-1' }, { esim_id: 'e-2' }] };
	const { items } = await order(
		{ ...ESIM, additionalFields: { quantity: 2 }, waitUntilReady: true, revealSecrets: true },
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
			items: ['e-1', 'e-2'].map((id) => ({ esim_id: id, esim: { esim_id: id } })),
			outcome_reached: true,
		},
	]);
});
