/** Proves that a record in an envelope is read there: no order is unknown for it, bought twice, or done over an error. */
import type { IDataObject } from 'n8n-workflow';
import { KNOWN_REPEATS, LOST, NONE, SENT, UNSAFE, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { order, made } = useOrders({ settleMs: 5 });

const POLL = { retries: 0, pollInterval: 0.1 };
const OWN = { extIdMode: 'custom', extId: 'o-1', options: POLL };
const CARD = { resource: 'card', operation: 'issue', svcProductId: '101' };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-music-5' };

type Wrap = (record: unknown) => IDataObject;

/** With what API Differences tell of it. */
const ENVELOPES: [string, Wrap, { envelope: string[] }?][] = [
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

	test('what is bought is done, waited for, and comes out alone', async () => {
		const parameters = { ...GIFT, extIdMode: 'auto', options: POLL };
		const { items, message, summary } = await order(parameters, { wrap, ...told });
		expect(message).toBe('');
		expect(items).toMatchObject([{ ext_id: made()[0], status: 'pending' }]);
		expect(summary).toMatch(/^1 .* ordered, \d+\.\d+ USDT\.$/);
		const waiting = { ...parameters, waitUntilReady: true };
		const waited = await order(waiting, { wrap, ...told }, { resumeSignature: 'another' });
		expect(waited.hints).toEqual([]);
		const [item = {}] = waited.items;
		expect(item).toMatchObject({ ext_id: made()[1], status: 'completed', outcome_reached: true });
		const goods = item.gift_card as IDataObject;
		expect(goods).toMatchObject({ ext_id: item.ext_id });
		expect(goods.epin).toMatch(/^••••/);
		expect(made()).toHaveLength(2);
	});

	test.each([...KNOWN_REPEATS, ...UNSAFE])(
		'the document of %s is that of the order whose answer was lost',
		async (__, { custom, sent }) => {
			const record = { ext_id: 'o-1', status: 'pending', ...sent };
			const answers = { orders: [LOST], document: respond(record), ...told };
			const { items, message } = await order(custom, answers);
			expect(message).toBe('');
			const [{ body = items[0] } = {}] = items;
			expect(body).toEqual(record);
		},
	);

	test('another order, and an error beside it, are seen', async () => {
		for (const change of [{ ext_id: 'o-2' }, { offer_id: 'old' }, { error: 'declined' }]) {
			const record = { ext_id: 'o-1', offer_id: GIFT.offerId, status: 'done', ...change };
			const answers = { orders: [respond(record)], document: NONE, ...told };
			expect((await order({ ...GIFT, ...OWN }, answers)).message).toMatch('outcome unknown');
		}
	});

	test('the response, a balance, a price and a list are found', async () => {
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

test.each<IDataObject>([
	{ success: false },
	{ error: 'internal_error' },
	{ code: 'internal_error', message: 'No.' },
])('an envelope that tells of an error (%j) is no order, whatever it holds', async (envelope) => {
	const answers = {
		orders: [{ status: 200, body: { ...envelope, data: BOUGHT } }],
		document: NONE,
	};
	expect((await order(ESIM, answers)).message).toMatch('outcome unknown');
});

test('while an order is waited for, its document and what it bought may have an envelope each', async () => {
	const options = { ...POLL, maxWait: 0.3 };
	const body = { ...BOUGHT, status: 'pending', message: 'Accepted' };
	const wait = async (read: unknown) =>
		await order(
			{ ...ESIM, options, waitUntilReady: true },
			{
				orders: [{ status: 200, body }],
				document: { status: 200, body: { data: BOUGHT } },
				read: () => ({ status: 200, body: read }),
			},
		);
	const esim = { esim_id: 'e-1', status: 'ready', activation: { lpa: 'LPA:1$a$b' } };
	const shown = { ...esim, activation: { lpa: '••••••••' } };
	expect((await wait({ esim })).items).toEqual([
		{ ...BOUGHT, message: 'Accepted', outcome_reached: true, esim: shown },
	]);
	// What was bought is not there while its read tells of an error.
	const { items } = await wait({ data: { success: false } });
	expect(items).toMatchObject([{ ...BOUGHT, outcome_reached: false }]);
});
