/** Proves that an error, an HTTP status or another status beside an order keeps it from being told as done. */
import type { IDataObject } from 'n8n-workflow';
import { FORBIDDEN, LOST, useOrders } from './support/orders';

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
	{ status: 'completed', error: 'webhook_delivery_failed', http_status: '200' },
	{ status: 'completed', document_status: 'failed' },
	{ status: 'completed', card: { ext_id: 'issue-1', card_id: 'c-1', status: 'cancelled' } },
	{ error: 'insufficient_balance', data: { status: 'done' } },
])('a top-up is unknown where its lookup shows %j', async (document) => {
	const looked = await order(TOP_UP, { orders: [LOST], document: { ...SHOWN, ...document } });
	expect(looked.message).toMatch('outcome unknown');
	expect(looked.items).toEqual([]);
});

test.each<IDataObject>([
	{ status: 'completed', document_status: 'done', http_status: '200' },
	{ status: 'pending', http_status: '202' },
	{ status: 'delivered', code: 'EU-5' },
	{ status: 'completed', card: { ext_id: 'issue-1', card_id: 'c-1', status: 'active' } },
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
	expect(hints).toEqual([
		'A document was left out: the lookup shows it, and a failure in it.',
		'We stopped waiting before item 0 was ready. Its status is pending. Look it up later with Document: Get.',
	]);
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
