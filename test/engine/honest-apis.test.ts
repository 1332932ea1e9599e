// Proves that APIs which keep every sentence of the document, and differ where it is silent, are never misread: with nothing
// set an order is done or unknown, and with what Setup or an operator tells it is done.
import type { IDataObject } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { LOST, NONE, SENT, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

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

describe('a document with its amount as a debit, or with the fee', () => {
	const document = { status: 'completed', card_id: 'c-1', order_id: 'x' };
	test.each([
		['-2.00', 'done'],
		['2.30', 'outcome unknown'],
	])('%s', async (amount, outcome) => {
		expect(await outcomeOf(TOP_UP, lost({ ...document, amount }))).toBe(outcome);
	});

	test('with the name of the amount that was ordered', async () => {
		const answers = lost({ ...document, amount: '2.30', net: '2.00' });
		expect(await outcomeOf(TOP_UP, { ...answers, differences: { amount: ['net'] } })).toBe('done');
	});
});

test('a debit of the type withdrawal leaves a top-up open, until kind says how it is', async () => {
	const answers = lost({ status: 'completed', card_id: 'c-1', amount: '2', type: 'withdrawal' });
	expect(await outcomeOf(TOP_UP, answers)).toBe('outcome unknown');
	const differences = { kind: { fields: [] } };
	expect(await outcomeOf(TOP_UP, { ...answers, differences })).toBe('done');
});

describe('document_get of nothing is a success', () => {
	test.each([[null], [[]], [{}], [{ document: null }]])('%j', async (body) => {
		const answers = {
			orders: [{ status: 200, body: { ext_id: 'o-1', card_id: 'c-1', amount: '2' } }],
			document: { status: 200, body: body as object },
		};
		const { sent } = await order({ ...TOP_UP, ...OWN }, answers);
		expect(sent).toEqual([]);
		const told = await order(
			{ ...TOP_UP, ...OWN },
			{ ...answers, differences: { noOrder: ['empty'] } },
		);
		expect([told.message, told.sent.length]).toEqual(['', 1]);
	});

	test.each([
		[[{ ext_id: 'o-1', card_id: 'c-1', amount: '2' }]],
		['x'],
		[{ code: 'internal', data: {} }],
	])('%j is not nothing', async (body) => {
		const document = { status: 200, body };
		const differences = { noOrder: ['empty'] };
		const { message, sent } = await order({ ...TOP_UP, ...OWN }, { document, differences });
		expect(message).toContain('outcome unknown (may_exist)');
		expect(sent).toEqual([]);
	});
});

test('a lookup with 404 and a code that nobody knows names the step', async () => {
	const document = { status: 404, body: { error: 'nothing_here' } };
	const { description } = await order({ ...TOP_UP, ...OWN }, { document });
	expect(description).toContain(
		'(nothing_here): if this code means "no such order", add it to noOrder in API Differences',
	);
});

describe('the key', () => {
	const shown = { status: 'completed', amount: '1', to_address: TRON };

	test('comes back as reference', async () => {
		const document = { status: 200, body: { ...shown, reference: 'o-1' } };
		const answers = { orders: [LOST], document };
		const own = { ...PAYOUT, ...OWN, amount: '1' };
		expect(await outcomeOf(own, answers)).toBe('outcome unknown');
		expect(await outcomeOf(own, { ...answers, differences: { key: ['reference'] } })).toBe('done');
	});

	test('is not shown at all', async () => {
		const document = { status: 200, body: shown };
		const answers = { orders: [LOST], document };
		const own = { ...PAYOUT, ...OWN, amount: '1' };
		expect(await outcomeOf(own, answers)).toBe('outcome unknown');
		expect(await outcomeOf(own, { ...answers, differences: { key: [] } })).toBe('done');
	});
});

test('documents with debit_amount prove an own number once amount names it', async () => {
	const document = { status: 'completed', card_id: 'c-1', debit_amount: '2' };
	const own = { ...TOP_UP, ...OWN };
	expect(await outcomeOf(own, { document })).toBe('outcome unknown');
	expect(await outcomeOf(own, { document, differences: { amount: ['debit_amount'] } })).toBe(
		'done',
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
		expect(open.items[0]?.outcome_reached).toBe(false);
		expect(open.hints.join()).toContain('goodsId');
		const told = await order(
			{ ...ESIM, ...WAITS },
			{ ...answers, differences: { goodsId: ['ref_id'] } },
		);
		expect([told.message, told.hints, told.items[0]?.outcome_reached]).toEqual(['', [], true]);
	});

	test('as texts in items', async () => {
		const body = { offer_id: 'esim-eu-5gb', status: 'completed', items: ['e-1', 'e-2'] };
		const parameters = { ...ESIM, ...WAITS, additionalFields: { quantity: 2 } };
		const { items } = await order(parameters, {
			orders: [{ status: 201, body }],
			read: () => bought,
		});
		expect(items[0]).toMatchObject({ outcome_reached: true, items: [{}, {}] });
	});

	test.each([
		[404, 'not_found'],
		[409, 'card_not_ready'],
	])('readable later: %d %s is waited for', async (status, error) => {
		let reads = 0;
		const gift = { status: 200, body: { purchase_id: 'p-1', epin: '1234', status: 'completed' } };
		const read = () => ((reads += 1) < 3 ? { status, body: { error } } : gift);
		const shown = { purchase_id: 'p-1', offer_id: 'gift-bookshop-10', status: 'completed' };
		const { items } = await order(
			{ ...GIFT, ...WAITS },
			{ orders: [{ status: 201, body: shown }], read },
		);
		expect([items[0]?.outcome_reached, reads]).toEqual([true, 3]);
	});
});

test.each(['rejected', 'expired', 'refunded', 'declined'])(
	'201 with the status %s, without waiting, is unknown, and refused once it is told',
	async (status) => {
		const body = { purchase_id: 'p-1', offer_id: 'gift-bookshop-10', status };
		const answers = { orders: [{ status: 201, body }], document: NONE };
		const once = { ...GIFT, options: ONCE };
		expect(await outcomeOf(once, answers)).toBe('outcome unknown');
		const differences = { failedStatuses: [status] };
		expect(await outcomeOf(once, { ...answers, differences })).toBe('refused');
	},
);

test('a word that no entry knows is named at the end of a wait, with where to tell it', async () => {
	const body = { purchase_id: 'p-1', offer_id: 'gift-bookshop-10', status: 'shipped' };
	const { hints } = await order(
		{ ...GIFT, ...WAITS },
		{ orders: [{ status: 201, body }], document: NONE },
	);
	const [hint = ''] = hints;
	expect(hint).toMatch(/^We stopped waiting before item 0 was ready\. The API calls it shipped\./);
	expect(hint).toContain('terminalStatuses');
	expect(hint).toContain('failedStatuses');
});

test('a field that an assumed call lacks: the error names Body and calls', async () => {
	const refused = { status: 422, body: { error: 'currency_required' } };
	const { message, description } = await order(TOP_UP, { orders: [refused] });
	expect(message).toMatch(/refused \(currency_required\)$/);
	expect(description).toContain('Body under Options');
	expect(description).toContain('calls.card_topup');
});

test('an order under another number of the same item is not told as this one', async () => {
	const document = {
		status: 'completed',
		amount: '1',
		to_address: SENT.to_address,
		currency: 'USDT',
	};
	expect(await outcomeOf({ ...PAYOUT, ...OWN, amount: '5' }, { orders: [LOST], document })).toBe(
		'outcome unknown',
	);
});
