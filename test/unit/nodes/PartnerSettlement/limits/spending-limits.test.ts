// The spending limits agree with another decimal library; beyond the limit of a run, none of its items is sent.
import Decimal from 'decimal.js';
import fc from 'fast-check';
import { InputError } from '../../../../../partner-api/errors';
import type { CallOptions } from '../../../../../nodes/PartnerSettlement/definition/item-call';
import type { Order } from '../../../../../nodes/PartnerSettlement/definition/order';
import type { Job } from '../../../../../nodes/PartnerSettlement/run/run-item';
import {
	costOf,
	markExpensive,
} from '../../../../../nodes/PartnerSettlement/limits/spending-limits';

/** Another decimal library, with more digits than any amount here has. */
const Exact = Decimal.clone({ precision: 200 });
const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${String(most)}}$`));
const amount = fc
	.tuple(digits(20), fc.option(digits(20), { nil: undefined }))
	.map(([whole, part]) => (part === undefined ? whole : `${whole}.${part}`));

/** Jobs that each move an amount; undefined if it is unknown. */
function jobsOf(amounts: (string | undefined)[], options: Partial<CallOptions>): Job[] {
	return amounts.map((cost, itemIndex): Job => {
		const orders = [{ fields: cost === undefined ? {} : { amount: cost }, payload: {} }];
		const item = { options, orders, run: { operation: {}, settings: {} } };
		return { itemIndex, item: item as unknown as Job['item'] };
	});
}

test('the limit of an item agrees with another decimal library', async () => {
	await fc.assert(
		fc.asyncProperty(amount, amount, async (cost, maximumPerItem) => {
			const [job] = jobsOf([cost], { maximumPerItem });
			if (job) await markExpensive([job]);
			expect(job?.error === undefined).toBe(new Exact(cost).lte(maximumPerItem));
		}),
	);
});

test('the sum of a run agrees with another decimal library: all of it is sent, or nothing', async () => {
	const costs = fc.array(amount, { minLength: 1, maxLength: 20 });
	await fc.assert(
		fc.asyncProperty(costs, amount, async (all, maximumPerRun) => {
			const jobs = jobsOf(all, { maximumPerRun });
			await markExpensive(jobs);
			const total = all.reduce((sum, cost) => sum.plus(cost), new Exact(0));
			const isRefused = total.gt(maximumPerRun);
			expect(jobs.map(({ error }) => error instanceof InputError)).toEqual(
				all.map(() => isRefused),
			);
		}),
	);
});

test('what is refused already does not count, and the lowest of several limits holds', async () => {
	const jobs = [
		...jobsOf(['9', '1'], { maximumPerItem: '5', maximumPerRun: '3' }),
		...jobsOf(['2'], { maximumPerRun: '4' }),
	];
	await markExpensive(jobs);
	expect(jobs.map(({ error }) => error?.message)).toEqual([
		'9 USDT is more than Maximum per Item (5 USDT)',
		undefined,
		undefined,
	]);
	const all: Job[] = [
		...jobs.map(({ item, itemIndex }) => ({ item, itemIndex })),
		...jobsOf(['0.01'], { maximumPerRun: '9' }),
	];
	await markExpensive(all);
	const together = 'The items together would spend 3.01 USDT';
	expect(all.map(({ error }) => error?.message.split(',')[0])).toEqual([
		...['9 USDT is more than Maximum per Item (5 USDT)', together, together, together],
	]);
});

test('the price of several is exact', () => {
	fc.assert(
		fc.property(amount, fc.integer({ min: 1, max: 1_000_000 }), (price, quantity) => {
			const order = { fields: { quantity }, payload: {} } as unknown as Order;
			const cost = costOf([order, order], price) ?? 'none';
			expect(new Exact(cost).eq(new Exact(price).times(2 * quantity))).toBe(true);
		}),
	);
});
