/** Proves that a lookup which failed itself, says that there is no order, or shows less than was ordered, settles nothing. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON } from '../support/addresses';
import { batchOf, LOST, SENT, useOrders, WITHDRAWAL } from './support/orders';
import type { OwnAnswer } from './support/answers';

const { order } = useOrders({ settleMs: 5 });
const OWN = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
const WAITING = { waitUntilReady: true, options: { retries: 0, maxWait: 0.3, pollInterval: 0.1 } };
const LIMITED = { keepAtLeast: '1', maximumPerOrder: '1000' };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb' };

const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10' };
const FREEZE = { resource: 'card', operation: 'freeze', cardId: 'c-1' };

// Both have no amount, which would have to be shown as well.
describe.each<[string, INodeParameters]>([
	['a gift card', { ...GIFT, options: { retries: 0 } }],
	['a freeze', { ...FREEZE, options: { retries: 0 } }],
])('%s whose answer was lost', (_, auto) => {
	test.each<IDataObject>([
		{ status: 'not_found', ref_id: 'trace-1' },
		{ status: 'not_found', id: 'request-7', currency: 'USDT' },
		{ status: 'not_found', quantity: 0 },
		{ error: 'document_not_found', currency: 'USDT' },
		{ status: 'failed', error: 'internal_error', currency: 'USDT' },
		{ status: 'failed', error: 'internal_error', id: 'request-7' },
		{ status: 'failed', error: 'internal_error', quantity: 0 },
		{ status: 'failed', error: 'document_not_found', document_status: 'not_found' },
		{ status: 'failed', code: 'internal_error' },
		{ status: 'failed', error_code: 'internal_error' },
		{ status: 'rejected', error: 'internal_error' },
		{ status: 'purchase_not_found' },
		{ status: 'no_record' },
		{ status: 'internal_error' },
		{ status: 'forbidden' },
		{ status: 'rejected', document_status: 'rejected', error: 'declined', order_id: 'x' },
		{ status: 'failed', document_status: 'processing', error: 'internal_error' },
		{ status: 'failed', error: 'internal_error', data: { status: 'pending' } },
		{ status: 'error', document_status: 'failed', error: 'declined', order_id: 'x' },
		{ code: 'document_not_found', currency: 'USDT' },
		{ error_code: 'document_not_found', id: 'request-7' },
	])('stays unknown: %j', async (document) => {
		const { message, items } = await order(auto, { orders: [LOST], document });
		expect(message).toMatch(/outcome unknown/);
		expect(items).toEqual([]);
	});
});

test.each<IDataObject>([
	{ status: 'failed', error: 'internal_error' },
	{ success: false, status: 'failed' },
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

test('of three eSIMs, a lookup has to show three', async () => {
	const three = { ...ESIM, ...OWN, additionalFields: { quantity: 3 } };
	const shown = { kind: 'esim_purchase', offer_id: ESIM.offerId, status: 'completed' };
	const items = [{ esim_id: 'e-1' }, { esim_id: 'e-2' }, { esim_id: 'e-3' }];
	const asked = async (document: IDataObject) =>
		await order(three, { orders: [LOST], document, fields: LIMITED });
	for (const document of [shown, { ...shown, items: items.slice(1) }, { ...shown, quantity: 2 }]) {
		const { message, summary } = await asked(document);
		expect(message).toMatch(/outcome unknown|belongs to another order/);
		expect(summary).toBeUndefined();
	}
	for (const document of [
		{ ...shown, items },
		{ ...shown, quantity: 3 },
	]) {
		const { message, sent } = await asked(document);
		expect(message).toBe('');
		expect(sent).toEqual([]);
	}
});

test('the same eSIM twice is not two, and more than were ordered are not it', async () => {
	const shown = { kind: 'esim_purchase', offer_id: ESIM.offerId, status: 'completed' };
	const one = [{ esim_id: 'e-1' }];
	const two = { ...ESIM, ...OWN, additionalFields: { quantity: 2 } };
	const asked = async (parameters: INodeParameters, document: IDataObject) =>
		(await order(parameters, { orders: [LOST], document })).message;
	expect(await asked(two, { ...shown, items: one, document: { items: one } })).not.toBe('');
	expect(await asked({ ...ESIM, ...OWN }, { ...shown, quantity: 4 })).not.toBe('');
	const listed = [...one, { esim_id: 'e-2' }, { esim_id: 'e-3' }];
	expect(await asked({ ...ESIM, ...OWN }, { ...shown, items: listed })).toMatch('outcome unknown');
	expect(await asked({ ...ESIM, ...OWN }, { ...shown, items: one })).toBe('');
	// The key of its own run stands for this order alone.
	expect(await asked({ ...two, extIdMode: 'auto' }, shown)).toBe('');
});

test.each<IDataObject>([{ card_id: 'c-1' }, { order_id: 'x' }])(
	'beside an error, %j tells that the order itself failed',
	async (more) => {
		const document = { status: 'failed', error: 'declined', ...more };
		const freeze = { ...FREEZE, options: { retries: 0 } };
		const { message } = await order(freeze, { orders: [LOST], document });
		expect(message).toMatch('refused (came_to_nothing)');
	},
);

test.each<[string, INodeParameters, IDataObject]>([
	['a withdrawal', { ...WITHDRAWAL, options: { retries: 0 } }, SENT],
	['a freeze', { ...FREEZE, options: { retries: 0 } }, { card_id: 'c-1' }],
])('%s that is shown with an error and no status is not done', async (_, own, shown) => {
	for (const error of [
		{ error: 'insufficient_balance' },
		{ error: 'insufficient_balance', status: 'error' },
		{ error: 'insufficient_balance', status: 'error', document_status: 'failed' },
		{ error_code: 'insufficient_balance', status: 'ok' },
	]) {
		const document = { ...shown, ...error };
		const { message, items } = await order(own, { orders: [LOST], document });
		expect(message).toMatch('outcome unknown');
		expect(items).toEqual([]);
	}
});

test('an order that was accepted and failed fails, with what its document tells', async () => {
	const body = { card_id: 'c-1', status: 'pending', task_id: 't-1' };
	const document = {
		card_id: 'c-1',
		status: 'failed',
		document_status: 'failed',
		error: 'declined',
	};
	const { message, items } = await order(
		{ ...FREEZE, ...WAITING },
		{ orders: [{ status: 200, body }], document },
	);
	expect(message).toMatch('came_to_nothing');
	expect(items).toEqual([]);
});

test('a withdrawal may list what it was accounted as', async () => {
	const document = { ...SENT, status: 'completed', items: [{ debit: '1' }, { fee: '0.1' }] };
	const batch = batchOf([{ ...SENT, ext_id: 'o-1' }]);
	const { message, items } = await order(batch, { orders: [LOST], document });
	expect(message).toBe('');
	expect(items).toHaveLength(1);
});

test('what orders of several kinds have does not tell which of them it is', async () => {
	const esim = { ...ESIM, ...OWN, additionalFields: { quantity: 1 } };
	const ofGift = { purchase_id: 'p-1', quantity: 1, status: 'completed' };
	const open = /outcome unknown/;
	expect((await order(esim, { orders: [LOST], document: ofGift })).message).toMatch(open);
	const plan = { resource: 'esim', operation: 'purchasePlan', planId: 'plan-1', ...OWN };
	const ofEsim = { esim_id: 'e-1', iccid: '8990', status: 'completed' };
	const more = { additionalFields: { iccid: '8990' } };
	const { message } = await order({ ...plan, ...more }, { orders: [LOST], document: ofEsim });
	expect(message).toMatch(open);
});

test('an error code that says false is none', async () => {
	const orders: OwnAnswer[] = [{ status: 200, body: { status: 'completed', error_code: false } }];
	const { message, items } = await order({ ...GIFT, options: { retries: 0 } }, { orders });
	expect(message).toBe('');
	expect(items).toHaveLength(1);
});

test('a state of the document beside that of the order says nothing of it', async () => {
	const document = { ...SENT, status: 'pending', document_status: 'none' };
	const { items } = await order({ ...WITHDRAWAL, ...OWN }, { orders: [LOST], document });
	expect(items).toHaveLength(1);
});

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
