// Proves that no rate is claimed that was not seen, over polls, deposits, odd balances, gaps and ledgers.
import fc from 'fast-check';
import {
	rateOfLedger,
	rateOfPolls,
	type Sample,
} from '../../../../nodes/PartnerSettlementBalanceTrigger/spending-rate';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-28T00:00:00Z');
const NAMES = { amount: 'amount', at: 'created_at' };

/** Polls every ten minutes for so long, of a balance that falls steadily. */
function steady(hours: number, perDay: number, from = 10_000): Sample[] {
	const count = hours * 6;
	return Array.from({ length: count + 1 }, (_, index) => ({
		at: NOW - (count - index) * (HOUR / 6),
		available: (from - (perDay * index) / (6 * 24)).toFixed(6),
	}));
}

const perDay = (samples: Sample[]) => {
	const rate = rateOfPolls(samples, NOW);
	return rate && Number(rate.toFixed(2));
};

describe('by polls', () => {
	test('the average of what was seen, from a day on', () => {
		expect(perDay(steady(23, 240))).toBeUndefined();
		expect(perDay(steady(25, 240))).toBeCloseTo(240, 0);
		expect(perDay(steady(100, 24))).toBeCloseTo(24, 0);
		expect(perDay([])).toBeUndefined();
		expect(perDay([{ at: NOW, available: '5' }])).toBeUndefined();
	});

	test('what fell in a gap longer than a day counts for nothing, and neither does its time', () => {
		const before = steady(30, 240).map((one) => ({ ...one, at: one.at - 3 * DAY }));
		const after = steady(1, 0, 10);
		const rate = perDay([...before, ...after]) ?? NaN;
		expect(rate).toBeGreaterThan(220);
		expect(rate).toBeLessThanOrEqual(240);
	});

	test('one odd balance between others never makes a rate', () => {
		fc.assert(
			fc.property(fc.nat(280), fc.constantFrom('0', '99999999', '-5'), (place, odd) => {
				const samples = steady(48, 24);
				const sample = samples[place];
				if (sample) sample.available = odd;
				expect(perDay(samples)).toBeLessThan(30);
			}),
		);
	});
});

describe('by the ledger', () => {
	const line = (amount: string, daysAgo: number, more = {}) => ({
		amount,
		created_at: new Date(NOW - daysAgo * DAY).toISOString(),
		...more,
	});
	const rate = (lines: unknown[], names: Parameters<typeof rateOfLedger>[1] = NAMES) =>
		rateOfLedger(lines, names, NOW)?.toFixed(2);

	test('the debits of seven days', () => {
		expect(rate([line('-70', 6), line('-70', 1), line('500', 2), line('-900', 8)])).toBe('20.00');
		expect(rate([line('-70', 0.5)])).toBeUndefined();
		expect(rate([])).toBeUndefined();
		// Its amounts have no signs.
		expect(rate([line('70', 6), line('500', 2)])).toBeUndefined();
	});

	test('with the names of the dialect', () => {
		const names = { amount: 'sum.value', at: 'at', debit: 'direction' };
		const of = (value: string, direction: string, daysAgo: number) => ({
			sum: { value },
			direction,
			at: Math.floor((NOW - daysAgo * DAY) / 1000),
		});
		expect(rate([of('14', 'debit', 3), of('99', 'credit', 2)], names)).toBe('2.00');
	});

	test.each([
		[[{ amount: 'x', created_at: '2026-11-20' }]],
		[[null]],
		[['text']],
		[[{ amount: '-1' }]],
	])('%j tells nothing', (lines) => {
		expect(rate([line('-70', 6), ...lines])).toBeUndefined();
	});
});
