/** Proves that a lookup which failed itself, says that there is no order, or shows less than was ordered, settles nothing. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON } from '../support/addresses';
import { SENT, useOrders, WITHDRAWAL } from './support/orders';
import type { OwnAnswer } from './support/answers';

const { order } = useOrders({ settleMs: 5 });
const OWN = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
const WAITING = { waitUntilReady: true, options: { retries: 0, maxWait: 0.3, pollInterval: 0.1 } };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb' };

const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10' };

test.each<IDataObject>([
	{ status: 'failed', error: 'internal_error' },
	{ document_status: 'failed', error: 'internal_error' },
	{ ...SENT, to_address: OTHER_TRON, status: 'failed' },
])('an order that was accepted is not told as refused by a lookup of %j', async (document) => {
	const answer = { withdrawal_id: 'w-1', ext_id: 'o-1', ...SENT, status: 'pending' };
	const orders: OwnAnswer[] = [{ status: 200, body: answer }];
	const { message } = await order({ ...WITHDRAWAL, ...OWN, ...WAITING }, { orders, document });
	expect(message).not.toMatch('refused');
});

test.each<IDataObject>([{ esim_id: null }, { esim_id: '' }, { esim_id: null, items: [] }])(
	'what a document leaves empty stays as it was paid: %j',
	async (document) => {
		const body = { esim_id: 'e-1', offer_id: ESIM.offerId, status: 'processing' };
		const esim = { esim_id: 'e-1', status: 'completed', activation: { lpa: 'LPA:1$a$b' } };
		const { items } = await order(
			{ ...ESIM, ...OWN, ...WAITING, extIdMode: 'auto' },
			{
				orders: [{ status: 200, body }],
				document: { ...document, status: 'completed' },
				read: () => ({ status: 200, body: esim }),
			},
		);
		expect(items).toEqual([expect.objectContaining({ esim_id: 'e-1', outcome_reached: true })]);
	},
);

const CONFLICT: OwnAnswer = { status: 409, body: { error: 'ext_id_conflict' } };

test.each<[string, INodeParameters, IDataObject]>([
	['a withdrawal', WITHDRAWAL, { ...SENT, kind: 'withdrawal' }],
	['a gift card', GIFT, { kind: 'gift_purchase', offer_id: GIFT.offerId }],
])('in a retry, %s under the key of the same order is its own', async (_, kind, shown) => {
	const document = { ...shown, status: 'completed' };
	const own = { ...kind, ...OWN };
	const retried = await order(own, { orders: [CONFLICT], document }, { mode: 'retry' });
	expect(retried.items).toMatchObject([document]);
	const hidden = { status: 403, body: { error: 'not_allowed' } };
	const unread = await order(own, { orders: [CONFLICT], document: hidden }, { mode: 'retry' });
	expect(unread.message).toMatch('outcome unknown');
	const other = { ...document, to_address: OTHER_TRON, offer_id: 'other' };
	const different = await order(own, { orders: [CONFLICT], document: other }, { mode: 'retry' });
	expect(different.message).toMatch('belongs to another order');
});

test('a code that was bought is not told as the code of an error', async () => {
	const gift = { ...GIFT, ...OWN };
	const purchase = { purchase_id: 'p-1', status: 'completed', ext_id: 'o-1' };
	const asked = async (code: string) => {
		const orders: OwnAnswer[] = [{ status: 200, body: { code, purchase } }];
		return await order(gift, { orders, document: { status: 403, body: { error: 'no' } } });
	};
	expect(JSON.stringify(await asked('AMZN-9F3K-77QX'))).not.toMatch('AMZN-9F3K-77QX');
	expect((await asked('out_of_stock')).message).toMatch('out_of_stock');
});
