/** Whatever the record and the rules: only what is certainly clear is Clear, a sanctions hit always blocks, old screenings never clear. */
import fc from 'fast-check';
import {
	ASKED,
	CLEAR_RECORD,
	FIELDS,
	isCertainlyClear,
	judge,
	oddValue,
	recordArbitrary,
	rulesWith,
	SET,
} from '../../../support/screening-records';

const rules = rulesWith(SET);
const record = (change: Record<string, unknown>) => ({ ...CLEAR_RECORD, ...change });

const NOW = Date.parse('2026-03-01T12:00:00.500Z');
/** The time of the clear record: only then is it fresh. */
const isNow = () => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(CLEAR_RECORD.created_at));
const aged = (maximumAge: string) => ({ ...rules, maximumAge });
beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const LATE =
	/^The time of the screening, .*, is not within maximumAge in Clearance Rules \(24 hours\)\. For/;

test.each<[string, Record<string, unknown>, string, RegExp]>([
	['of the same moment', { created_at: '2026-03-01T12:00:00.500Z' }, 'clear', /24 hours/],
	['of the last moment', { created_at: '2026-02-28T12:00:00.500Z' }, 'clear', /24 hours/],
	['a moment older', { created_at: '2026-02-28T12:00:00.499Z' }, 'unresolved', LATE],
	['of 2019', { cached: true, created_at: '2019-05-01T00:00:00Z' }, 'unresolved', LATE],
	[
		'completed in time',
		{ created_at: '2026-02-01T00:00:00Z', completed_at: '2026-03-01T00:00:00.123456789Z' },
		'clear',
		/24 hours/,
	],
	[
		'completed too long ago',
		{ created_at: '2026-03-01T00:00:00Z', completed_at: '2019-05-01T00:00:00Z' },
		'unresolved',
		LATE,
	],
	['completed at ""', { created_at: '2026-02-01T00:00:00Z', completed_at: '' }, 'unresolved', LATE],
	[
		'completed at a time that cannot be read',
		{ created_at: '2026-03-01T00:00:00Z', completed_at: 'today' },
		'unresolved',
		LATE,
	],
	['four minutes ahead', { created_at: '2026-03-01T12:04:00Z' }, 'clear', /24 hours/],
	['more than that ahead', { created_at: '2026-03-01T12:05:00.501Z' }, 'unresolved', LATE],
	...[
		undefined,
		null,
		'',
		'2026-03-01',
		'2026-03-01T12:00:00',
		'2026-03-01T12:00:00+00:00',
		'2026-03-01 12:00:00Z',
		'2026-02-30T12:00:00Z',
		'Sun, 01 Mar 2026 12:00:00 GMT',
		1_772_366_400,
		1_772_366_400_000,
		'1772366400',
		['2026-03-01T12:00:00Z'],
		{ at: '2026-03-01T12:00:00Z' },
		`2026-03-01T12:00:00.${'0'.repeat(100_000)}`,
	].map((created_at): [string, Record<string, unknown>, string, RegExp] => [
		`of ${JSON.stringify([created_at]).slice(0, 40)}`,
		{ created_at },
		'unresolved',
		LATE,
	]),
])('one %s', (_, change, verdict, reason) => {
	const judgement = judge(record(change), ASKED, aged('24'));
	expect(judgement.verdict).toBe(verdict);
	const [first = '', second] = judgement.reasons;
	expect(verdict === 'clear' ? judgement.reasons.join(' ') : first).toMatch(reason);
	expect(first.length).toBeLessThan(500);
	// Nothing else is wrong with it.
	if (verdict !== 'clear') expect(second).toBeUndefined();
});

test('may be a part of an hour', () => {
	const old = record({ created_at: '2026-03-01T11:45:00.500Z' });
	expect(judge(old, ASKED, aged('0.25')).verdict).toBe('clear');
	expect(judge(old, ASKED, aged('0.2499')).verdict).toBe('unresolved');
});

test('a hit blocks, whatever its age', () => {
	const old = record({ created_at: '2019-05-01T00:00:00Z', sanctions_hit: true });
	expect(judge(old, ASKED, aged('24')).verdict).toBe('block');
});

/** Rules by which a record may be clear, or may not. */
const rulesArbitrary = fc.record({
	reviewFromScore: fc.constantFrom('', '0', '3', '3.0000001', '25', '50'),
	blockFromScore: fc.constantFrom('', '50', '75', '1000000'),
	clearSeverities: fc.constantFrom('', 'low', 'low, none, true, null', 'Low,"low"'),
	blockSeverities: fc.constantFrom('', 'high'),
	requireSeverity: fc.boolean(),
	clearCategories: fc.constantFrom('', 'exchange', 'exchange, gambling'),
	blockCategories: fc.constantFrom('', 'mixer'),
});

test('no record without a certain clear verdict is ever clear, and each with one is', () => {
	isNow();
	const seen = new Map<string, number>();
	fc.assert(
		fc.property(recordArbitrary, rulesArbitrary, fc.boolean(), (record, given, refresh) => {
			const { verdict, reasons } = judge(record, { ...ASKED, refresh }, rulesWith(given));
			for (const name of refresh ? [verdict, `${verdict}, refreshed`] : [verdict])
				seen.set(name, (seen.get(name) ?? 0) + 1);
			return (
				(verdict === 'clear') === isCertainlyClear(record, given, refresh) && reasons.length > 0
			);
		}),
		{ numRuns: 4_000 },
	);
	// Otherwise it has shown little.
	for (const verdict of ['clear', 'clear, refreshed', 'review', 'block', 'unresolved']) {
		expect({ verdict, often: (seen.get(verdict) ?? 0) > 10 }).toEqual({ verdict, often: true });
	}
});

test('one field in doubt is enough to keep a clear record from Clear', () => {
	isNow();
	const rules = rulesWith(SET);
	const typed = { ...SET, requireSeverity: true };
	fc.assert(
		fc.property(fc.constantFrom(...FIELDS), oddValue, fc.boolean(), (field, value, refresh) => {
			const record = { ...CLEAR_RECORD, [field]: value };
			const isClear = judge(record, { ...ASKED, refresh }, rules).verdict === 'clear';
			return isClear === isCertainlyClear(record, typed, refresh);
		}),
		{ numRuns: 4_000 },
	);
});

test('a sanctions hit of the address asked for always blocks', () => {
	fc.assert(
		fc.property(recordArbitrary, rulesArbitrary, (record, given) => {
			const hit = { ...(Object(record) as object), ...ASKED, sanctions_hit: true };
			return judge(hit, ASKED, rulesWith(given)).verdict === 'block';
		}),
		{ numRuns: 1000 },
	);
});
