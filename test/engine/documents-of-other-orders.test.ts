/** Proves that an order is done, refused or another's only where a document proves that: by its kind, its amount, its state. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { batchOf } from './support/batch';
import { API_CALL, FORBIDDEN, LOST, NONE, SENT, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { order } = useOrders({ settleMs: 5 });
const OWN = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb' };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10' };

const PURCHASE = { offer_id: 'x', esim_id: 'e-1', status: 'completed' };
const OF_ESIM = { offer_id: 'x', esim_id: 'e-1', ext_id: 'o-1' };
const TOP_UP_BY_PATH = { ...API_CALL, path: '/partner/esims/e-1/topups' };

test.each<[string, INodeParameters]>([
	['an eSIM', { resource: 'esim', operation: 'topUp', esimId: 'e-1', offerId: 'x', ...OWN }],
	['a batch', batchOf([OF_ESIM])],
	['an API Call', { ...TOP_UP_BY_PATH, body: '{"offer_id":"x","ext_id":"o-1"}' }],
])(
	'the purchase of an eSIM shows the same as its top-up: only a kind proves one (%s)',
	async (_, parameters) => {
		const asked = async (document: IDataObject) =>
			await order(parameters, { orders: [LOST], document });
		expect((await asked(PURCHASE)).message).toMatch('outcome unknown');
		// In a batch or an API Call, what is ordered is a guess.
		const ofKind = await asked({ ...PURCHASE, kind: 'esim_topup' });
		expect(ofKind.message).toMatch(parameters.resource === 'esim' ? /^$/ : 'outcome unknown');
		const { items } = await asked({ ...PURCHASE, kind: 'esim_purchase' });
		expect(items).toEqual([]);
	},
);

test.each<[string, INodeParameters, IDataObject]>([
	['more data for an eSIM', { iccid: '8949000000000000001' }, { kind: 'esim_purchase' }],
	['a new eSIM', {}, { kind: 'esim_topup' }],
])(
	'an older plan (%s) is not the other order under its number',
	async (_, additionalFields, kind) => {
		const plan = { resource: 'esim', operation: 'purchasePlan', planId: 'p-1', additionalFields };
		const document = { ...kind, plan_id: 'p-1', esim_id: 'e-9', status: 'completed' };
		const { message } = await order({ ...plan, ...OWN }, { orders: [LOST], document });
		expect(message).toMatch('outcome unknown');
	},
);

const FREEZE_BODY = '{"card_id":"c-1","ext_id":"o-1"}';

test.each<[string, INodeParameters]>([
	['a batch', batchOf([{ card_id: 'c-1', ext_id: 'o-1' }])],
	['an API Call', { ...API_CALL, path: '/partner/cards/freeze', body: FREEZE_BODY }],
])('a freeze by %s that never was is not done: a top-up has its number', async (_, parameters) => {
	const document = { kind: 'card_topup', card_id: 'c-1', amount: '25', status: 'completed' };
	expect((await order(parameters, { document })).message).toMatch('outcome unknown');
});

test.each<[string, IDataObject, IDataObject]>([
	['a gift card', { offer_id: 'x' }, { kind: 'gift_purchase', offer_id: 'x' }],
	['a withdrawal', SENT, { type: 'withdrawal', ...SENT }],
	[
		'a top-up',
		{ card_id: 'c-1', amount: '5' },
		{ kind: 'card_topup', card_id: 'c-1', amount: '5' },
	],
	['a product', { gift_product_id: 7, offer_id: 'x' }, { kind: 'gift_purchase', offer_id: 'x' }],
])('%s of a batch is found by what it shows, beside its kind', async (_, body, document) => {
	const own = { ...body, ext_id: 'o-1' };
	const found = await order(batchOf([own]), { document: { ...document, status: 'completed' } });
	expect(found.message).toBe('');
	expect(found.items).toHaveLength(1);
	expect(found.sent).toEqual([]);
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
			expect((await order(parameters, { orders, document })).message).toMatch('outcome unknown');
		}
	},
);

test('what this n8n has seen done is not refused by a Retry that a lagging lookup does not know', async () => {
	const refused = { status: 402, body: { error: 'insufficient_balance' } };
	const items = ['lag-1', 'lag-2'].map((id) => ({ id, amount: '1' }));
	const own = { ...WITHDRAWAL, ...OWN, extId: '={{ $json.id }}' };
	const answers = { orders: [undefined, FORBIDDEN, refused, FORBIDDEN], document: NONE };
	const { message } = await order(own, answers, { items, maxTries: 2 });
	expect(message).toMatch(
		/outcome unknown \(insufficient_balance\); repeat only with ext_id lag-1/,
	);
});

test.each<[string, IDataObject, IDataObject]>([
	['a purchase', { offer_id: 'x' }, { kind: 'esim_topup', ...PURCHASE }],
	[
		'a top-up',
		{ card_id: 'c-1', amount: '25' },
		{ kind: 'card_issue', card_id: 'c-1', amount: '25' },
	],
])('a batch does not take another kind of order for %s', async (_, body, document) => {
	const said = await order(batchOf([{ ...body, ext_id: 'o-1' }]), { document });
	expect(said.message).toMatch('outcome unknown');
	expect(said.sent).toEqual([]);
});

test('a gift card of another amount is another one', async () => {
	const gift = { ...GIFT, ...OWN, additionalFields: { requiredFields: '{"amount":"50"}' } };
	const asked = async (amount: string) =>
		await order(gift, {
			orders: [LOST],
			document: { offer_id: GIFT.offerId, status: 'completed', required_fields: { amount } },
		});
	expect((await asked('5')).description).toMatch('required_fields.amount (5; asked for now: 50)');
	expect((await asked('50.00')).message).toBe('');
	for (const unclear of ['50 EUR', 'number'])
		expect((await asked(unclear)).description).toMatch('but not the amount of this one (50)');
});

test('an amount that a buyer wrote with its currency is compared too', async () => {
	const gift = { ...GIFT, ...OWN, additionalFields: { requiredFields: '{"amount":"50 EUR"}' } };
	const shown = (amount: string) => ({
		...{ offer_id: GIFT.offerId, status: 'completed' },
		required_fields: { amount },
	});
	const direct = async (amount: string) => {
		const body = { ext_id: 'o-1', purchase_id: 'p-1', ...shown(amount) };
		return await order(gift, { orders: [{ status: 200, body }] });
	};
	const found = async (amount: string) =>
		await order(gift, { orders: [LOST], document: shown(amount) });
	for (const asked of [direct, found]) {
		expect((await asked('50 EUR')).message).toBe('');
		for (const other of ['5 EUR', '50 USD', '5,00 EUR', 'fifty'])
			expect((await asked(other)).message).toMatch('outcome unknown');
	}
	expect((await direct('5 EUR')).description).toMatch('shows another amount or quantity');
	expect((await found('fifty')).description).toMatch('but not the amount of this one (50 EUR)');
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

test.each<[string, INodeParameters]>([
	['a gift card', GIFT],
	['a card', { resource: 'card', operation: 'issue', svcProductId: '101' }],
	['an eSIM', ESIM],
])('a response with a recipient is of a withdrawal, and not of %s', async (_, parameters) => {
	const body = { ext_id: 'o-1', ...SENT, status: 'completed' };
	const said = await order({ ...parameters, ...OWN }, { orders: [{ status: 200, body }] });
	expect(said.items).toEqual([]);
	expect(said.description).toMatch('to_address (withdrawal; asked for now:');
});

test.each<IDataObject['x']>([TRON, '-', false, {}, []])(
	'a top-up that is shown with a recipient is no withdrawal: %j',
	async (to_address) => {
		const shown = {
			card_id: 'c-1',
			amount: '25',
			currency: 'USDT',
			status: 'completed',
			to_address,
		};
		const top = { resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '25' };
		const found = await order({ ...top, ...OWN }, { orders: [LOST], document: shown });
		const direct = await order(top, { orders: [{ status: 200, body: shown }] });
		expect([found.message, direct.message]).toEqual(['', '']);
	},
);

test.each<IDataObject>([{}, { card_id: 0, esim_id: false, offer_id: [] }])(
	'what is shown with a recipient, and with no ID of goods, is a withdrawal: %j',
	async (more) => {
		const body = { ext_id: 'o-1', withdrawal_id: 'w', amount: '1', to_address: TRON, ...more };
		const { message } = await order(
			{ ...GIFT, ...OWN },
			{ orders: [{ status: 200, body }], document: NONE },
		);
		expect(message).toMatch('outcome unknown (another_order)');
	},
);
