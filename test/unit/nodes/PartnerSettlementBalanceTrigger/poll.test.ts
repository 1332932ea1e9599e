/** When the balance trigger fires, over any history of polls, and what is in its item. */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import {
	type Alert,
	balanceItem,
	step,
} from '../../../../nodes/PartnerSettlementBalanceTrigger/poll';
import type { Thresholds } from '../../../../nodes/PartnerSettlementBalanceTrigger/thresholds';

const Exact = Decimal.clone({ precision: 400 });

interface Look {
	/** null: the poll fails. */
	available: string | null;
	thresholds: Thresholds;
	account: string;
}

/**
 * Goes through the polls, the memory written to JSON and read again in between, as over restarts. @returns whether each
 * fired
 */
function watch(looks: Look[]): boolean[] {
	let memory: string | undefined;
	return looks.map(({ available, thresholds, account }, index) => {
		if (available === null) return false;
		const last = memory === undefined ? undefined : (JSON.parse(memory) as Alert);
		const { threshold, rearmAt } = thresholds;
		const fresh = { account, threshold, since: `poll ${index}` };
		const isBelow = new Exact(available).lt(threshold);
		const isBack = new Exact(available).gte(rearmAt);
		const alert = step(last, fresh, { isBelow, isBack });
		const fires = alert !== undefined && alert !== last;
		memory = alert && JSON.stringify(alert);
		if (fires) expect(alert).toEqual(fresh);
		return fires;
	});
}

/**
 * What the trigger promises, found in the whole history of polls instead of kept in a state: a poll below fires unless
 * one before it fired and nothing since then has ended that alert.
 */
function told(looks: Look[]): boolean[] {
	const fired: boolean[] = [];
	looks.forEach(({ available, thresholds, account }, index) => {
		const isBelow = available !== null && new Exact(available).lt(thresholds.threshold);
		const latest = fired.lastIndexOf(true);
		const between = looks.slice(latest, index + 1);
		const stands =
			latest !== -1 &&
			between.every(
				(look) =>
					look.available === null ||
					(look.account === account &&
						new Exact(look.thresholds.threshold).eq(thresholds.threshold) &&
						(new Exact(look.available).lt(look.thresholds.threshold) ||
							new Exact(look.available).lt(look.thresholds.rearmAt))),
			);
		fired.push(isBelow && !stands);
	});
	return fired;
}

const NONE = { daysLeft: '', remindHours: '' };
const at = (threshold: string, rearmAt = threshold): Thresholds => ({
	threshold,
	rearmAt,
	...NONE,
});

/** Decimals that differ by little, with many spellings: 50, 50.0, 050, 49.999999999999999999 ... */
const near = fc
	.tuple(
		fc.constantFrom('49', '50', '51', '100', '0', '-3'),
		fc.constantFrom('', '.0', '.000000000000000000', '.000000000000000001', '.999999999999999999'),
		fc.constantFrom('', '0'),
	)
	.map(([whole, fraction, zero]) =>
		whole.startsWith('-') ? whole + fraction : zero + whole + fraction,
	);
const positive = near.filter((text) => new Exact(text).gt(0));
const thresholds = fc
	.tuple(positive, positive)
	.map(([one, other]) => (new Exact(one).lte(other) ? at(one, other) : at(other, one)));
const looks = fc.array(thresholds, { minLength: 1, maxLength: 2 }).chain((choices) =>
	fc.array(
		fc.record({
			available: fc.option(near, { freq: 6 }),
			thresholds: fc.constantFrom(...choices),
			account: fc.constantFrom('a', 'a', 'a', 'b'),
		}),
		{ maxLength: 40 },
	),
);

test('it fires as the words say, over any balances, failures, settings and accounts', () => {
	let fires = 0;
	fc.assert(
		fc.property(looks, (history) => {
			const expected = told(history);
			fires += expected.filter(Boolean).length;
			expect(watch(history)).toEqual(expected);
		}),
		{ numRuns: 2_000 },
	);
	expect(fires).toBeGreaterThan(1_000);
});

const BALANCE = {
	...{ currency: 'USDT', ledger_balance: '45.50', reserved: '5.500000000000000001' },
	...{ pending_credit: '0', as_of: '2026-01-31T08:00:00Z', later_field: 'kept' },
};

test('the item has the whole response, and how far below the balance is, exactly', () => {
	fc.assert(
		fc.property(near, positive, (available, threshold) => {
			const response = { ...BALANCE, available_balance: available };
			const { json } = balanceItem(response, at(threshold, '100.0'), '2026-01-31T08:00:01.123Z');
			const difference = new Exact(threshold).minus(available);
			expect(json).toEqual({
				...{ ...response, threshold, rearm_at: '100.0', below_by: expect.any(String) as string },
				is_below_threshold: difference.gt(0),
				below_since: difference.gt(0) ? '2026-01-31T08:00:01.123Z' : null,
			});
			expect(new Exact(json.below_by as string).eq(Exact.max(difference, 0))).toBe(true);
		}),
	);
});
