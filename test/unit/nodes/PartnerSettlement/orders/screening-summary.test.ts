/**
 * Proves: whatever the records of a run hold, their results are reported, and an unknown price never counts as zero.
 */
import fc from 'fast-check';

import { ScreeningSummary } from '../../../../../nodes/PartnerSettlement/orders/screening-summary';
import { readAnswer } from '../../../../../partner-api';
import { dialectOf } from '../../../../../partner-api/dialect';
import { CLEAR_RECORD, recordArbitrary } from '../../../../support/screening-records';

const read = (record: unknown) => readAnswer(record, dialectOf({}));

function textOf(...changes: Record<string, unknown>[]): string {
	const summary = new ScreeningSummary();
	for (const change of changes) summary.noteDone(read({ ...CLEAR_RECORD, ...change }), 1);
	return summary.text(true);
}

test('no record is so odd that the summary fails', () => {
	fc.assert(
		fc.property(fc.array(recordArbitrary, { minLength: 1, maxLength: 5 }), (records) => {
			const summary = new ScreeningSummary();
			for (const record of records) summary.noteDone(read(record), 1);
			return summary.text(true).startsWith(`Screened: ${String(records.length)} address`);
		}),
		{ numRuns: 500 },
	);
});

test.each<[string, unknown]>([
	['that is missing', undefined],
	['that is a word', 'free'],
	['below 0', '-1'],
	['that is an object', { toString: false }],
	['of 1e300', 1e300],
	['of a million decimals', `0.${'1'.repeat(1_000_000)}`],
])('a price %s is not known', (_, price) => {
	expect(textOf({ price_usdt: price }, {})).toMatch(
		/^Screened: 2 addresses, for at least 0\.75 USDT: the price of 1 is not known\. A new run may cost/,
	);
	expect(textOf({ price_usdt: price, status: 'processing' })).toMatch(
		/for at least 0 USDT: the price of 1 is not known\. .*Unresolved: 1\./,
	);
});

test.each([
	['0.75', /^Screened: 1 address, for at least 0 USDT: the price of 1 is not known\. /],
	['0', /^Screened: 1 address, for 0 USDT\. Unresolved: 1\.$/],
])('whether a failed screening of %s USDT was paid is not known', (price, told) => {
	expect(textOf({ price_usdt: price, status: 'failed' })).toMatch(told);
});

test('under numbers of its own, a new run does not cost the same again', () => {
	const summary = new ScreeningSummary();
	summary.noteDone(read(CLEAR_RECORD), 1);
	expect(summary.text(false)).toBe('Screened: 1 address, for 0.75 USDT.');
});

test('only true counts as a hit', () => {
	expect(textOf({ sanctions_hit: 'true' })).not.toMatch(/hit/i);
	const failed = new ScreeningSummary();
	failed.noteFailure(1, true);
	expect(failed.text(true)).toMatch('Sanctions hits: 1. Unresolved: 1.');
	expect(textOf({ cached: true, sanctions_hit: true })).toMatch(
		/From cache: 1\. Sanctions hits: 1\./,
	);
});
