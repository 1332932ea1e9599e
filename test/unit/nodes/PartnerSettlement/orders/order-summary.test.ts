// Proves what a run says that it ordered, and for how much.
import type { Age, Order } from '../../../../../nodes/PartnerSettlement/definition/order';
import { OrderSummary } from '../../../../../nodes/PartnerSettlement/orders/order-summary';
import type { RunItem } from '../../../../../nodes/PartnerSettlement/run/run-item';
import { readAnswer } from '../../../../../partner-api';
import { dialectOf } from '../../../../../partner-api/dialect';

interface Given extends Partial<Order> {
	/** If it is absent, the test fails when the price is asked for. */
	price?: string | undefined;
	age?: Age;
}

const NOT_ASKED = {
	run: {
		settings: {},
		get operation(): never {
			throw new Error('The price is not needed');
		},
	},
};

type Ordered = [record: unknown, given?: Given];

/** What is said of orders, each with its record. */
async function said(noun: string, ...orders: Ordered[]): Promise<string> {
	const summary = new OrderSummary(noun);
	for (const [record, given = {}] of orders) {
		const { price, age = 'new', ...change } = given;
		const priced = { options: { price }, orders: [], run: { operation: {}, settings: {} } };
		const item = ('price' in given ? priced : NOT_ASKED) as unknown as RunItem;
		const order = { fields: {}, payload: {}, ...change } as Order;
		summary.noteDone(item, order, readAnswer(record, dialectOf({})), age);
	}
	return await summary.text();
}

const EMPTY: Ordered = [{}, { price: undefined }];
const NOTHING: Ordered = [null, { price: undefined }];
const DEBIT = { debit_amount: '3' };
const CARD = { debit_amount: '5.00', debit_currency: 'USDT' };
const LONG = { amount: '99999999999999999999.000000000000000001' };
const SENT = { fields: { amount: '10' } };
const PAID = { fields: { ...SENT.fields, to_address: 'T' } };
const CATALOG = { price: '22.45' };
const DEBITED = { debit_amount: '20', debit_currency: 'EUR', amount: '20' };
const BOTH = { debit_amount: '22.39', debit_currency: 'USDT', amount: '20', currency: 'EUR' };

test.each<[string, string, ...Ordered[]]>([
	// The sum keeps its decimals.
	['2 cards ordered, 10.00 USDT.', 'card', [CARD], [CARD]],
	['1 withdrawal ordered, 25 USDT.', 'withdrawal', [{ amount: '25' }]],
	['1 x ordered, 10 USDT plus the fee.', 'x', [{ fee: '9', fee_currency: 'TRX' }, PAID]],
	['1 order placed, 3 USDT.', 'order', [DEBIT, { fields: { quantity: 3 } }]],
	['2 cards ordered, 0.30 USDT.', 'card', [{ debit_amount: '0.1' }], [{ debit_amount: '0.20' }]],
	['1 eSIM ordered, 12.90 USDT.', 'eSIM', [{ debit_amount: '-12.90' }]],
	['2 xs ordered, 100000000000000000000.000000000000000001 USDT.', 'x', [LONG], [{ amount: '1' }]],
	// An unknown price is reported.
	['1 x ordered; the price is not known.', 'x', EMPTY],
	['3 xs ordered, 3 USDT; the price of 2 orders is not known.', 'x', EMPTY, [DEBIT], NOTHING],
	// A debit counts first, then the amount that was sent, then any other in the response.
	['1 x ordered, 10.2 USDT.', 'x', [{ amount: '9', debit_amount: '10.2' }, SENT]],
	['1 x ordered, 10 USDT.', 'x', [{ amount: '9' }, SENT]],
	// An amount in another currency is no price: the catalog is asked.
	['1 x ordered, 22.45 USDT.', 'x', [{ amount: '20', currency: 'EUR' }, CATALOG]],
	['1 x ordered, 22.45 USDT.', 'x', [DEBITED, CATALOG]],
	['1 x ordered, 22.39 USDT.', 'x', [BOTH]],
	// A quantity counts as many.
	['3 eSIMs ordered, 4.5 USDT.', 'eSIM', [{ debit_amount: '4.5' }, { fields: { quantity: 3 } }]],
])('%s', async (text, noun, ...orders) => {
	expect(await said(noun, ...orders)).toBe(text);
});

test('an order that may have existed before is told apart from the new ones', async () => {
	const answer = { amount: '1' };
	const old = { age: 'there' } as const;
	expect(
		await said('card', [answer], [answer, old], [answer, old], [answer, { age: 'open' }]),
	).toBe(
		[
			'1 card ordered, 1 USDT. 2 cards ordered earlier, 2 USDT: not ordered again.',
			'1 card ordered now or in an earlier run, 1 USDT: each is paid only once.',
		].join(' '),
	);
});

test('very many orders are summed up as well', async () => {
	const summary = new OrderSummary('withdrawal');
	const order = { fields: {}, payload: {} } as unknown as Order;
	const answer = readAnswer({ amount: '1.00' }, dialectOf({}));
	const item = NOT_ASKED as unknown as RunItem;
	for (let one = 0; one < 130_000; one += 1) summary.noteDone(item, order, answer, 'there');
	expect(await summary.text()).toContain('130000 withdrawals ordered earlier, 130000.00 USDT');
});
