/** Proves that an order is done, refused or another's only if a document proves it: by its kind, its amount, its state. */
import type { IDataObject } from 'n8n-workflow';
import { LOST, useOrders } from './support/orders';

const { order } = useOrders({ settleMs: 5 });
const OWN = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
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

test('a gift card of another amount is not done, however a buyer wrote it', async () => {
	const asked = async (sent: string, amount: string) => {
		const additionalFields = { requiredFields: JSON.stringify({ amount: sent }) };
		const document = { offer_id: GIFT.offerId, status: 'completed', required_fields: { amount } };
		return await order({ ...GIFT, ...OWN, additionalFields }, { orders: [LOST], document });
	};
	expect((await asked('50', '50.00')).message).toBe('');
	expect((await asked('50 EUR', '50 EUR')).message).toBe('');
	expect((await asked('50', '5')).description).toMatch('amount (5; asked for now: 50)');
	for (const other of ['50 EUR', 'number'])
		expect((await asked('50', other)).description).toMatch('but not required_fields.amount');
	for (const other of ['5 EUR', '50 USD', '5,00 EUR', 'fifty'])
		expect((await asked('50 EUR', other)).message).toMatch('outcome unknown');
});
