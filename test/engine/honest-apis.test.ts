// Proves that APIs which keep every sentence of the document, and differ where it is silent, are never misread: with nothing
// set an order is done or unknown, and with what Setup or an operator tells it is done.
import type { IDataObject } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { LOST, NONE, useOrders, WITHDRAWAL } from './support/orders';

const { order } = useOrders();

const ONCE = { retries: 0 };
const PAYOUT = { ...WITHDRAWAL, options: ONCE };
const TOP_UP = {
	...{ resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '2', options: ONCE },
};
const OWN = { extIdMode: 'custom', extId: 'o-1' };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10' };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-eu-5gb' };
const WAITS = {
	waitUntilReady: true,
	options: { ...ONCE, maxWait: 1, pollInterval: 0.1 },
};

type Given = Parameters<typeof order>;

/** What becomes of an order: done, or the outcome that its error names. */
async function outcomeOf(parameters: Given[0], answers: Given[1]) {
	const { message } = await order(parameters, answers);
	return message === ''
		? 'done'
		: (/: (outcome unknown|refused|not sent)/.exec(message)?.[1] ?? message);
}

/** The response to the order is lost: what a lookup shows decides. */
const lost = (document: IDataObject) => ({ orders: [LOST], document });
/** A lookup that shows this, and no key beside it. */
const lookup = (body: IDataObject) => ({ orders: [LOST], document: { status: 200, body } });
const TOPPED = { status: 'completed', card_id: 'c-1' };
const PAID = { status: 'completed', amount: '1', to_address: TRON };
const OWN_PAYOUT = { ...PAYOUT, ...OWN, amount: '1' };

test.each<[string, Given[0], Given[1], object]>([
	[
		'an amount with the fee, beside what was ordered',
		...([TOP_UP, lost({ ...TOPPED, amount: '2.30', net: '2.00' }), { amount: ['net'] }] as const),
	],
	[
		'a debit of the type withdrawal',
		...([TOP_UP, lost({ ...TOPPED, amount: '2', type: 'withdrawal' })] as const),
		{ kind: { fields: [] } },
	],
	[
		'a key that comes back as reference',
		...([OWN_PAYOUT, lookup({ ...PAID, reference: 'o-1' }), { key: ['reference'] }] as const),
	],
	['a key that is not shown at all', OWN_PAYOUT, lookup(PAID), { key: [] }],
	[
		'debit_amount, under an own number',
		...([{ ...TOP_UP, ...OWN }, { document: { ...TOPPED, debit_amount: '2' } }] as const),
		{ amount: ['debit_amount'] },
	],
])(
	'%s: unknown, and done once API Differences says it',
	async (_, parameters, answers, differences) => {
		expect(await outcomeOf(parameters, answers)).toBe('outcome unknown');
		expect(await outcomeOf(parameters, { ...answers, differences })).toBe('done');
	},
);

test('an amount as a debit is the amount, and one of another number is not this one', async () => {
	expect(await outcomeOf(TOP_UP, lost({ ...TOPPED, amount: '-2.00' }))).toBe('done');
	const other = { ...OWN_PAYOUT, amount: '5' };
	expect(await outcomeOf(other, lost({ ...PAID, currency: 'USDT' }))).toBe('outcome unknown');
});

describe('document_get of nothing is a success', () => {
	const own = { ...TOP_UP, ...OWN };
	const shown = { ext_id: 'o-1', card_id: 'c-1', amount: '2' };
	const asked = async (body: unknown, differences?: object) => {
		const orders = [{ status: 200, body: shown }];
		return await order(own, { orders, document: { status: 200, body }, differences });
	};

	test.each([[null], [[]], [{ document: null }]])('%j', async (body) => {
		expect((await asked(body)).sent).toEqual([]);
		const told = await asked(body, { noOrder: ['empty'] });
		expect([told.message, told.sent.length]).toEqual(['', 1]);
	});

	test.each([[[shown]], ['x'], [{ code: 'internal', data: {} }]])(
		'%j is not nothing',
		async (body) => {
			const { message, sent } = await asked(body, { noOrder: ['empty'] });
			expect(message).toContain('outcome unknown (may_exist)');
			expect(sent).toEqual([]);
		},
	);
});

/** A gift card that is ordered with this status. */
const purchase = (status: string) => ({
	orders: [{ status: 201, body: { purchase_id: 'p-1', offer_id: GIFT.offerId, status } }],
});

test('a lookup with 404 and a code that nobody knows names the step', async () => {
	const document = { status: 404, body: { error: 'nothing_here' } };
	const { description } = await order({ ...TOP_UP, ...OWN }, { document });
	expect(description).toContain(
		'(nothing_here): if this code means "no such order", add it to noOrder in API Differences',
	);
});

describe('goods', () => {
	const bought = {
		status: 200,
		body: { esim_id: 'e-1', status: 'active', activation: { lpa: 'LPA:1$a$b' } },
	};

	test('only in ref_id', async () => {
		const body = { offer_id: 'esim-eu-5gb', status: 'completed', ref_id: 'e-1' };
		const answers = { orders: [{ status: 201, body }], document: body, read: () => bought };
		const open = await order({ ...ESIM, ...WAITS }, answers);
		expect(open.items).toMatchObject([{ outcome_reached: false }]);
		expect(open.hints.join()).toContain('goodsId');
		const differences = { goodsId: ['ref_id'] };
		const told = await order({ ...ESIM, ...WAITS }, { ...answers, differences });
		expect(told.items).toMatchObject([{ outcome_reached: true }]);
		expect(told.hints).toEqual([]);
	});

	test('as texts in items', async () => {
		const body = { offer_id: 'esim-eu-5gb', status: 'completed', items: ['e-1', 'e-2'] };
		const two = { ...ESIM, ...WAITS, additionalFields: { quantity: 2 } };
		const { items } = await order(two, { orders: [{ status: 201, body }], read: () => bought });
		expect(items).toMatchObject([{ outcome_reached: true, items: [{}, {}] }]);
	});

	test.each([
		[404, 'not_found'],
		[409, 'card_not_ready'],
	])('readable later: %d %s is waited for', async (status, error) => {
		let reads = 0;
		const gift = { status: 200, body: { purchase_id: 'p-1', epin: '1234', status: 'completed' } };
		const read = () => ((reads += 1) < 3 ? { status, body: { error } } : gift);
		const { items } = await order({ ...GIFT, ...WAITS }, { ...purchase('completed'), read });
		expect([items[0]?.outcome_reached, reads]).toEqual([true, 3]);
	});
});

test.each(['rejected', 'expired', 'refunded', 'declined'])(
	'201 with the status %s, without waiting, is unknown, and refused once it is told',
	async (status) => {
		const answers = { ...purchase(status), document: NONE };
		const once = { ...GIFT, options: ONCE };
		expect(await outcomeOf(once, answers)).toBe('outcome unknown');
		const differences = { failedStatuses: [status] };
		expect(await outcomeOf(once, { ...answers, differences })).toBe('refused');
	},
);

test('a status word that no entry has is named at the end of a wait, with the entries to add it to', async () => {
	const answers = { ...purchase('shipped'), document: NONE };
	const { hints } = await order({ ...GIFT, ...WAITS }, answers);
	expect(hints[0]).toMatch(/^Not complete when the wait ended: item 0\./);
	expect(hints[1]).toMatch(/^The API calls it shipped\./);
	expect(hints[1]).toMatch(/terminalStatuses.*failedStatuses/s);
});

test('a field that an assumed call lacks: the error names Body and calls', async () => {
	const refused = { status: 422, body: { error: 'currency_required' } };
	const { message, description } = await order(TOP_UP, { orders: [refused] });
	expect(message).toMatch(/refused \(currency_required\)$/);
	expect(description).toContain('Body under Options');
	expect(description).toContain('calls.card_topup');
});
