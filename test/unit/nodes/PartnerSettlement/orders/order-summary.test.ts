// Proves what a run says that it ordered, and for how much.
import type { Order } from '../../../../../nodes/PartnerSettlement/definition/order';
import { OrderSummary } from '../../../../../nodes/PartnerSettlement/orders/order-summary';
import type { Age } from '../../../../../nodes/PartnerSettlement/orders/settled';
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

/** What is said of orders, each with its record. */
async function said(noun: string, ...orders: [record: unknown, given?: Given][]): Promise<string> {
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

const unknown = { price: undefined };

test('the sum keeps its decimals', async () => {
	const card = { debit_amount: '5.00', debit_currency: 'USDT' };
	expect(await said('card', [card], [card])).toBe('2 cards ordered, 10.00 USDT.');
	expect(await said('withdrawal', [{ amount: '25' }])).toBe('1 withdrawal ordered, 25 USDT.');
	expect(await said('card', [{ debit_amount: '0.1' }], [{ debit_amount: '0.20' }])).toBe(
		'2 cards ordered, 0.30 USDT.',
	);
	expect(await said('eSIM', [{ debit_amount: '-12.90' }])).toBe('1 eSIM ordered, 12.90 USDT.');
	const long = { amount: '99999999999999999999.000000000000000001' };
	expect(await said('withdrawal', [long], [{ amount: '1' }])).toBe(
		'2 withdrawals ordered, 100000000000000000000.000000000000000001 USDT.',
	);
});

test('an unknown price is reported', async () => {
	expect(await said('gift card', [{}, unknown])).toBe(
		'1 gift card ordered; the price is not known.',
	);
	expect(await said('gift card', [{}, unknown], [{ debit_amount: '3' }], [null, unknown])).toBe(
		'3 gift cards ordered, 3 USDT; the price of 2 orders is not known.',
	);
});

test('a debit counts first, then the amount that was sent, then any other in the response', async () => {
	const sent = { fields: { amount: '10' } };
	expect(await said('x', [{ amount: '9', debit_amount: '10.2' }, sent])).toBe(
		'1 x ordered, 10.2 USDT.',
	);
	expect(await said('x', [{ amount: '9' }, sent])).toBe('1 x ordered, 10 USDT.');
});

test('an amount in another currency is no price: the catalog is asked', async () => {
	const catalog = { price: '22.45' };
	expect(await said('gift card', [{ amount: '20', currency: 'EUR' }, catalog])).toBe(
		'1 gift card ordered, 22.45 USDT.',
	);
	const debited = { debit_amount: '20', debit_currency: 'EUR', amount: '20' };
	expect(await said('gift card', [debited, catalog])).toBe('1 gift card ordered, 22.45 USDT.');
	const both = { debit_amount: '22.39', debit_currency: 'USDT', amount: '20', currency: 'EUR' };
	expect(await said('gift card', [both])).toBe('1 gift card ordered, 22.39 USDT.');
});

test('a quantity counts as many', async () => {
	expect(await said('eSIM', [{ debit_amount: '4.5' }, { fields: { quantity: 3 } }])).toBe(
		'3 eSIMs ordered, 4.5 USDT.',
	);
});

describe('an order that may have existed before', () => {
	const ANSWER = { amount: '1' };

	test.each<[string, Age, string]>([
		['new', 'new', '1 x ordered, 1 USDT.'],
		['open', 'open', '1 x ordered now or in an earlier run, 1 USDT: each is paid only once.'],
		['ordered earlier', 'there', '1 x ordered earlier, 1 USDT: not ordered again.'],
	])('is %s', async (_, age, text) => {
		expect(await said('x', [ANSWER, { age }])).toBe(text);
	});

	test('is told apart from the new ones', async () => {
		const old = { age: 'there' } as const;
		expect(
			await said('card', [ANSWER], [ANSWER, old], [ANSWER, old], [ANSWER, { age: 'open' }]),
		).toBe(
			[
				'1 card ordered, 1 USDT. 2 cards ordered earlier, 2 USDT: not ordered again.',
				'1 card ordered now or in an earlier run, 1 USDT: each is paid only once.',
			].join(' '),
		);
	});
});

test('very many orders are summed up as well', async () => {
	const summary = new OrderSummary('withdrawal');
	const order = { fields: {}, payload: {} } as unknown as Order;
	const answer = readAnswer({ amount: '1.00' }, dialectOf({}));
	const item = NOT_ASKED as unknown as RunItem;
	for (let one = 0; one < 130_000; one += 1) summary.noteDone(item, order, answer, 'there');
	expect(await summary.text()).toContain('130000 withdrawals ordered earlier, 130000.00 USDT');
});
