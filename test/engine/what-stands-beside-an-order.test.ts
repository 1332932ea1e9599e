/** Proves that an error, an HTTP status or another status beside an order keeps it from being told as done. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { batchOf } from './support/batch';
import type { OwnAnswer } from './support/front';
import { FORBIDDEN, LOST, NONE, SENT, useOrders } from './support/orders';

const { order } = useOrders({ settleMs: 5 });
const ONCE = { options: { retries: 0 } };
const OWN = { extIdMode: 'custom', extId: 'o-1', ...ONCE };
const WAITING = { waitUntilReady: true, options: { retries: 0, maxWait: 0.3, pollInterval: 0.1 } };
const SHOWN = { card_id: 'c-1', amount: '1' };
const TOP_UP = { resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '1', ...ONCE };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10', ...OWN };
const DECLINED = { error: 'insufficient_balance', http_status: '402' };

test.each<IDataObject>([
	{ status: 'rejected', document_status: 'done', ...DECLINED },
	{ status: 'declined', error: 'insufficient_balance' },
	{ status: 'completed', document_status: 'failed', error: 'insufficient_balance' },
	{ status: 'completed', document_status: 'done', ...DECLINED },
	{ status: 'completed', http_status: 402 },
	{ document_status: 'done', http_status: '402', message: 'Insufficient balance' },
	{ http_status: '402' },
	{ status: 'completed', http_status: '402 Payment Required' },
	{ status: 'completed', data: { http_status: '402' } },
	{ error: 'insufficient_balance', data: { status: 'done' } },
])('a top-up is unknown where its lookup shows %j', async (document) => {
	const looked = await order(TOP_UP, { orders: [LOST], document: { ...SHOWN, ...document } });
	expect(looked.message).toMatch('outcome unknown');
	expect(looked.items).toEqual([]);
});

test.each<IDataObject>([
	{ status: 'completed', document_status: 'done', http_status: '200' },
	{ status: 'pending', http_status: '202' },
	{ status: 'completed', error: 'webhook_delivery_failed', http_status: '200' },
	{ status: 'completed', document_status: 'failed' },
	{ status: 'delivered', code: 'EU-5' },
	{ status: 'completed', card: { ext_id: 'issue-1', card_id: 'c-1', status: 'cancelled' } },
])('a top-up is done where its lookup shows %j', async (document) => {
	const looked = await order(TOP_UP, { orders: [LOST], document: { ...SHOWN, ...document } });
	expect(looked.message).toBe('');
	expect(looked.items).toHaveLength(1);
});

test('Wait Until Ready does not take an order for ready beside an HTTP status that says no', async () => {
	const orders = [{ status: 200, body: { ...SHOWN, status: 'pending', order_id: 'x' } }];
	const document = { ...SHOWN, status: 'completed', document_status: 'done', ...DECLINED };
	const { items, hints } = await order({ ...TOP_UP, ...WAITING }, { orders, document });
	expect(items).toMatchObject([{ outcome_reached: false }]);
	expect(hints.join()).toMatch('its status is completed, but beside it stands 402');
});

test.each<IDataObject>([
	{ status: 'processed', order: { ext_id: 'o-1', status: 'failed', error: 'declined' } },
	{ status: 'completed', purchase: { ext_id: 'o-1', status: 'failed' } },
	{ status: 'processed', result: {}, order: { ext_id: 'o-1', status: 'failed' } },
	{ status: 'processed', data: { status: 'failed', items: [{ esim_id: 'e', status: 'done' }] } },
	{ order_id: 'x', status: 'rejected', http_status: '402', message: 'Insufficient balance' },
])('an order that failed inside of the response is not done: %j', async (body) => {
	const { message } = await order(GIFT, { orders: [{ status: 200, body }], document: FORBIDDEN });
	expect(message).toMatch('outcome unknown');
});

/** A first try that the API accepts without a word of the order, and a second one. */
const ACCEPTED: unknown[] = [
	{ success: true, message: 'Accepted' },
	{ task_id: 't-1' },
	{ status: 'accepted', message: 'The top-up was accepted' },
	[{ ref_id: 'r-1', status: 'pending' }],
	'accepted',
	true,
	{ ...SHOWN, order_id: 'o', status: 'completed', error: 'notify_failed' },
	{ error: 'notify_failed', data: { order_id: 'o', status: 'completed' } },
];

describe.each<[string, INodeParameters]>([
	['an automatic key', TOP_UP],
	['a number of its own', { ...TOP_UP, ...OWN }],
])('a top-up under %s', (_, parameters) => {
	test.each(ACCEPTED)('that was accepted with %j is not sent again', async (body) => {
		const extId = `o-${JSON.stringify(body)}`;
		const orders: OwnAnswer[] = [
			{ status: 200, body },
			{ status: 200, body },
		];
		const asked = { ...parameters, extId };
		const tried = await order(asked, { orders, document: NONE }, { maxTries: 2 });
		expect(tried.sent).toHaveLength(1);
		expect(tried.lookups).toBeGreaterThan(1);
		expect(tried.message).toMatch('outcome unknown');
	});

	test.each<[unknown]>([
		[{ success: false, message: 'Insufficient balance' }],
		[[{ error: 'insufficient_balance' }]],
		[false],
	])('that the API refused under a status of success is sent again: %j', async (body) => {
		const orders: OwnAnswer[] = [
			{ status: 200, body },
			{ status: 200, body: { ...SHOWN, order_id: 'x', status: 'pending' } },
		];
		const asked = { ...parameters, extId: `o-${JSON.stringify(body)}` };
		const tried = await order(asked, { orders, document: NONE }, { maxTries: 2 });
		expect(tried.sent).toHaveLength(2);
		expect(tried.message).toBe('');
	});
});

test.each(['pending', 'processing'])(
	'an order of a batch that is %s beside an error is not told as refused',
	async (status) => {
		const results = [{ index: 0, op: 'x', status, body: {}, error: 'provider_timeout' }];
		const orders = [{ status: 200, body: { count: 1, results } }];
		const batch = batchOf([{ ...SENT, ext_id: 'o-1' }]);
		const { message } = await order(batch, { orders, document: NONE });
		expect(message).toMatch('outcome unknown');
	},
);

test.each<IDataObject>([
	{ success: true, message: 'Accepted' },
	{ count: 1, results: [{ index: 0, op: 'x', status: 'accepted', body: {}, error: '' }] },
	{ count: 1, results: [] },
	{ count: 1, results: [{ index: 5, status: 'accepted' }] },
])('a batch that was accepted with %j is not sent again', async (body) => {
	const extId = `batch-${JSON.stringify(body)}`;
	const orders: OwnAnswer[] = [
		{ status: 200, body },
		{ status: 200, body },
	];
	const batch = batchOf([{ ...SENT, ext_id: extId }]);
	const tried = await order(batch, { orders, document: NONE }, { maxTries: 2 });
	expect(tried.sent).toHaveLength(1);
	expect(tried.message).toMatch('outcome unknown');
});

test('the card that an order is for may have a key and an end of its own', async () => {
	const card = { ext_id: 'issue-1', card_id: 'c-1', status: 'cancelled' };
	const body = { ext_id: 'o-card', ...SHOWN, status: 'completed', card };
	const asked = { ...TOP_UP, ...OWN, extId: 'o-card' };
	const { message, items } = await order(asked, {
		orders: [{ status: 200, body }],
		document: NONE,
	});
	expect(message).toBe('');
	expect(items).toHaveLength(1);
});
