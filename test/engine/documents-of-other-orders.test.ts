/** Proves that an order is done, refused or another's only if a document proves it: by its kind, its amount, its state. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { API_CALL, batchOf, LOST, SENT, useOrders, WITHDRAWAL } from './support/orders';

const { order } = useOrders({ settleMs: 5 });
const OWN = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
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
	[
		'a top-up',
		{ card_id: 'c-1', amount: '5' },
		{ kind: 'card_topup', card_id: 'c-1', amount: '5' },
	],
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

test.each<[string, INodeParameters]>([
	['a withdrawal', { ...WITHDRAWAL, ...OWN }],
	['a batch', batchOf([SENT])],
])(
	'what the response shows as failed is not done by a lookup that lags (%s)',
	async (_, parameters) => {
		const shown = { withdrawal_id: 'w', ...SENT, status: 'failed' };
		const single = { ext_id: 'o-1', ...shown, error: 'declined' };
		const results = [{ index: 0, status: 'failed', error: '', body: shown }];
		const body = parameters.resource === 'batch' ? { count: 1, results } : single;
		const orders = [{ status: 200, body }];
		for (const document of [SENT, { ...SENT, status: 'pending' }]) {
			const { message, description } = await order(parameters, { orders, document });
			expect(message).toMatch('outcome unknown');
			expect(description).not.toMatch('not of the form that the API promises');
		}
	},
);

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

test('of a quantity that failed, one item may stand: then nothing is told as refused', async () => {
	const esims = { ...ESIM, ...OWN, additionalFields: { quantity: 2 } };
	const asked = async (status: string) => {
		const items = [{ esim_id: 'e-1', status }, { status: 'failed' }];
		const document = { offer_id: ESIM.offerId, quantity: 2, status: 'failed', items };
		return await order(esims, { orders: [LOST], document });
	};
	expect((await asked('completed')).message).toMatch('outcome unknown');
	expect((await asked('active')).message).toMatch('outcome unknown');
	expect((await asked('failed')).message).toMatch('refused');
});

test('a status of any length is cut where it is told', async () => {
	const document = { ...SENT, status: 'failed', document_status: `${'.'.repeat(200_000)}x` };
	const { message, description } = await order(WITHDRAWAL, { orders: [LOST], document });
	expect(message).toMatch('refused');
	expect(description.length).toBeLessThan(1_000);
});

test.each<[number, IDataObject]>([
	[3, { esim_id: 'e-1' }],
	[3, { items: [{ esim_id: 'e-1' }] }],
	[1, { items: [{ esim_id: 'e-1' }, { esim_id: 'e-2' }] }],
])('a quantity of %s is not done where the number shows as many as %j', async (quantity, shown) => {
	const esims = { ...ESIM, additionalFields: { quantity } };
	const body = { offer_id: ESIM.offerId, status: 'completed', ...shown };
	const orders = [{ status: 200, body }];
	expect((await order({ ...esims, ...OWN }, { orders })).message).toMatch('outcome unknown');
	// A key of its own stands for this order alone.
	expect((await order({ ...esims, options: OWN.options }, { orders })).message).toBe('');
});
