// The spending limits agree with another decimal library.
import Decimal from 'decimal.js';
import fc from 'fast-check';
import { InputError } from '../../partner-api/errors';
import { SpendingGuard } from '../../nodes/PartnerSettlement/orders/spending-limits';
import { timesPrice } from '../../partner-api/decimal';

/** Another decimal library, with more digits than any amount here has. */
const Exact = Decimal.clone({ precision: 200 });
const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${String(most)}}$`));
const amount = fc
	.tuple(digits(20), fc.option(digits(20), { nil: undefined }))
	.map(([whole, part]) => (part === undefined ? whole : `${whole}.${part}`));

function admits(guard: SpendingGuard, cost: string, limits: object): boolean {
	try {
		guard.admit(cost, limits);
		return true;
	} catch (error) {
		if (error instanceof InputError) return false;
		throw error;
	}
}

test('the limit of an item agrees with another decimal library', () => {
	fc.assert(
		fc.property(amount, amount, (cost, maximumPerItem) => {
			const expected = new Exact(cost).lte(maximumPerItem);
			expect(admits(new SpendingGuard(), cost, { maximumPerItem })).toBe(expected);
		}),
	);
});

test('the sum of a run agrees with another decimal library', () => {
	fc.assert(
		fc.property(fc.array(amount, { maxLength: 20 }), amount, (costs, maximumPerRun) => {
			const guard = new SpendingGuard();
			let total = new Exact(0);
			for (const cost of costs) {
				const isWithin = total.plus(cost).lte(maximumPerRun);
				expect(admits(guard, cost, { maximumPerRun })).toBe(isWithin);
				if (isWithin) total = total.plus(cost);
			}
		}),
	);
});

test('the price of several is exact', () => {
	fc.assert(
		fc.property(amount, fc.integer({ min: 1, max: 1_000_000 }), (price, quantity) => {
			expect(new Exact(timesPrice(price, quantity)).eq(new Exact(price).times(quantity))).toBe(
				true,
			);
		}),
	);
});

test('what is not known, or less than nothing, is refused where there is a limit', () => {
	const guard = new SpendingGuard();
	expect(() => guard.admit(undefined, { maximumPerItem: '1' })).toThrow('is not known');
	expect(() => guard.admit('-1', { maximumPerRun: '1' })).toThrow('less than 0');
});
