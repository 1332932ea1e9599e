/** Proves that an order under an own number is done only if a document shows what was ordered: its kind, amount, quantity. */
import type { IDataObject } from 'n8n-workflow';
import { batchOf } from './support/batch';
import { API_CALL, LOST, SENT, useOrders } from './support/orders';

const { order } = useOrders({ settleMs: 5 });
const ONCE = { options: { retries: 0 } };
const OWN = { extIdMode: 'custom', extId: 'o-1', ...ONCE };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb' };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10' };

test('the purchase of an eSIM shows the same as its top-up: a kind tells them apart', async () => {
	const topUp = { resource: 'esim', operation: 'topUp', esimId: 'e-1', offerId: 'x', ...OWN };
	const asked = async (kind: IDataObject) => {
		const document = { offer_id: 'x', esim_id: 'e-1', status: 'completed', ...kind };
		return (await order(topUp, { orders: [LOST], document })).message;
	};
	expect(await asked({})).toMatch('outcome unknown');
	expect(await asked({ kind: 'esim_purchase' })).toMatch('outcome unknown');
	expect(await asked({ kind: 'esim_topup' })).toBe('');
});

test('more data for an eSIM by an older plan is not the purchase under its number', async () => {
	const plan = { resource: 'esim', operation: 'purchasePlan', planId: 'p-1', ...OWN };
	const parameters = { ...plan, additionalFields: { iccid: '8949000000000000001' } };
	const document = { kind: 'esim_purchase', plan_id: 'p-1', esim_id: 'e-9', status: 'completed' };
	const { message, description } = await order(parameters, { orders: [LOST], document });
	expect(message).toMatch('outcome unknown');
	expect(description).toMatch('but not iccid');
});

test.each<[string, IDataObject, IDataObject]>([
	['a gift card', { offer_id: 'x' }, { kind: 'gift_purchase', offer_id: 'x' }],
	['a withdrawal', SENT, { type: 'withdrawal', ...SENT }],
])('%s is found under an own number if all of its body is shown', async (_, body, shown) => {
	const own = { ...body, ext_id: 'o-1' };
	const call = { ...API_CALL, body: JSON.stringify(own) };
	for (const parameters of [batchOf([own]), call]) {
		const document = { ...shown, status: 'completed' };
		const found = await order(parameters, { document });
		expect([found.message, found.items.length, found.sent]).toEqual(['', 1, []]);
		const [name = ''] = Object.keys(body);
		const open = await order(parameters, { document: { ...document, [name]: null } });
		expect(open.message).toMatch('outcome unknown (may_exist)');
		expect(open.description).toContain(`, but not ${name}`);
		expect(open.sent).toEqual([]);
	}
});

test('a gift card of another amount is not done, however a buyer wrote it', async () => {
	const asked = async (sent: string, amount: string) => {
		const additionalFields = { requiredFields: JSON.stringify({ amount: sent }) };
		const document = { offer_id: GIFT.offerId, status: 'completed', required_fields: { amount } };
		return await order({ ...GIFT, ...OWN, additionalFields }, { orders: [LOST], document });
	};
	expect((await asked('50 EUR', '50 EUR')).message).toBe('');
	expect((await asked('50', '5')).description).toMatch('amount (5; asked for now: 50)');
	for (const other of ['50 EUR', 'number'])
		expect((await asked('50', other)).description).toMatch('but not required_fields.amount');
	for (const other of ['5 EUR', '50 USD', '5,00 EUR', 'fifty'])
		expect((await asked('50 EUR', other)).message).toMatch('outcome unknown');
});

test('of three eSIMs, a lookup has to show three', async () => {
	const three = { ...ESIM, ...OWN, additionalFields: { quantity: 3 } };
	const shown = { kind: 'esim_purchase', offer_id: ESIM.offerId, status: 'completed' };
	const items = [{ esim_id: 'e-1' }, { esim_id: 'e-2' }, { esim_id: 'e-3' }];
	const fields = { keepAtLeast: '1', maximumPerOrder: '1000' };
	const asked = async (document: IDataObject) =>
		await order(three, { orders: [LOST], document, fields });
	for (const document of [shown, { ...shown, items: items.slice(1) }, { ...shown, quantity: 2 }]) {
		const { message, summary } = await asked(document);
		expect(message).toMatch(/outcome unknown|belongs to another order/);
		expect(summary).toBeUndefined();
	}
	for (const more of [{ items }, { quantity: 3 }]) {
		const { message, sent } = await asked({ ...shown, ...more });
		expect([message, sent]).toEqual(['', []]);
	}
});

test('a quantity of which every item failed is not done', async () => {
	const answer = { items: [{ error: 'out_of_stock' }, { error: 'out_of_stock' }] };
	const two = { ...ESIM, ...ONCE, extIdMode: 'auto', additionalFields: { quantity: 2 } };
	const { message } = await order(two, { orders: [{ status: 200, body: answer }] });
	expect(message).toContain('outcome unknown');
});
