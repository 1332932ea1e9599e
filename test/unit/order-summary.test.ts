// What a run says that it ordered, and for how much.
import { OrderSummary } from '../../nodes/PartnerSettlement/catalog/order-summary';
import type { Ordered } from '../../nodes/PartnerSettlement/catalog/responses';

const NOT_ASKED = (): never => {
	throw new Error('The catalog is not needed');
};

/** What is said of orders, each with its response. */
async function said(
	noun: string,
	...orders: [response: unknown, ordered?: Partial<Ordered>][]
): Promise<string> {
	const summary = new OrderSummary(noun);
	for (const [response, ordered] of orders) {
		const rest = { count: 1, mayBeRepeat: false, catalogPrice: NOT_ASKED };
		summary.noteResponse(response, 1, { ...rest, ...ordered });
	}
	return await summary.text();
}

const unknown = { catalogPrice: () => Promise.resolve(undefined) };

test('the sum keeps its decimals', async () => {
	const card = { debit_amount: '5.00', debit_currency: 'USDT' };
	expect(await said('card', [card], [card])).toBe('2 cards ordered, 10.00 USDT.');
	expect(await said('withdrawal', [{ amount: '25' }])).toBe('1 withdrawal ordered, 25 USDT.');
	expect(await said('card', [{ price: '0.1' }], [{ debit_amount: '0.20' }])).toBe(
		'2 cards ordered, 0.30 USDT.',
	);
	const long = { amount: '99999999999999999999.000000000000000001' };
	expect(await said('withdrawal', [long], [{ amount: '1' }])).toBe(
		'2 withdrawals ordered, 100000000000000000000.000000000000000001 USDT.',
	);
});

test('a price nobody knows is said', async () => {
	expect(await said('gift card', [{}, unknown])).toBe(
		'1 gift card ordered; the price is not known.',
	);
	expect(await said('gift card', [{}, unknown], [{ price: '3' }], [null, unknown])).toBe(
		'3 gift cards ordered, 3 USDT; the price of 2 orders is not known.',
	);
});

test('what is debited counts before what was sent, and that before what else the answer holds', async () => {
	const sent = { amount: '10' };
	expect(await said('x', [{ amount: '9', debit_amount: '10.2' }, sent])).toBe(
		'1 x ordered, 10.2 USDT.',
	);
	expect(await said('x', [{ amount: '9' }, sent])).toBe('1 x ordered, 10 USDT.');
});

test('an amount in another currency is no price: the catalog is asked', async () => {
	const catalog = { catalogPrice: () => Promise.resolve('22.40') };
	expect(await said('gift card', [{ amount: '20', currency: 'EUR' }, catalog])).toBe(
		'1 gift card ordered, 22.40 USDT.',
	);
	const both = { debit_amount: '22.39', debit_currency: 'USDT', amount: '20', currency: 'EUR' };
	expect(await said('gift card', [both])).toBe('1 gift card ordered, 22.39 USDT.');
});

test('a quantity counts as many', async () => {
	expect(await said('eSIM', [{ price: '1.5' }, { count: 3 }])).toBe('3 eSIMs ordered, 4.5 USDT.');
});

test('that an order may be a repeat is said', async () => {
	expect(await said('withdrawal', [{ amount: '1' }, { mayBeRepeat: true }])).toBe(
		'1 withdrawal ordered, 1 USDT. One ext_id is paid once, however often this runs.',
	);
});

test('where nothing was ordered, nothing is said', async () => {
	expect(await said('order', [{}, { count: 0 }])).toBe('');
	expect(await new OrderSummary('order').text()).toBe('');
});

test('what was ordered before this run was not paid now', async () => {
	const repeat = { mayBeRepeat: true };
	const now = new Date().toISOString();
	expect(await said('card', [{ amount: '5', created_at: now }, repeat])).toBe(
		`1 card ordered, 5 USDT (made at ${now}). One ext_id is paid once, however often this runs.`,
	);
	const before = '2026-01-31T10:00:00.000Z';
	const old = { amount: '5', created_at: before };
	expect(await said('card', [old, repeat])).toBe(
		`Nothing was paid now. Ordered before: 1 card, 5 USDT (made at ${before}).`,
	);
	expect(await said('card', [old, repeat], [{ amount: '1', created_at: now }, repeat])).toMatch(
		/^2 cards ordered, 6 USDT/,
	);
	expect(await said('card', [old, repeat], [{ amount: '1' }, repeat])).toMatch(/^2 cards ordered/);
	expect(await said('card', [old])).toBe('1 card ordered, 5 USDT.');
});
