/** Whatever the record and the rules: only what is certainly clear is Clear, and a sanctions hit always blocks. */
import fc from 'fast-check';

import { judge } from '../../../../nodes/PartnerSettlementScreening/judge';
import {
	ASKED,
	CLEAR_RECORD,
	FIELDS,
	isCertainlyClear,
	oddValue,
	recordArbitrary,
	rulesWith,
	SET,
} from '../../../support/screening-records';

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
	const seen = new Map<string, number>();
	fc.assert(
		fc.property(recordArbitrary, rulesArbitrary, fc.boolean(), (record, given, refresh) => {
			const { verdict, reasons } = judge(record, { ...ASKED, refresh }, rulesWith(given));
			seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
			return (
				(verdict === 'clear') === isCertainlyClear(record, given, refresh) && reasons.length > 0
			);
		}),
		{ numRuns: 4_000 },
	);
	// Otherwise it has shown little.
	for (const verdict of ['clear', 'review', 'block', 'unresolved']) {
		expect({ verdict, often: (seen.get(verdict) ?? 0) > 30 }).toEqual({ verdict, often: true });
	}
});

test('one field in doubt is enough to keep a clear record from Clear', () => {
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

test('with no rules set, nothing whatever is clear', () => {
	fc.assert(
		fc.property(recordArbitrary, (record) => judge(record, ASKED, rulesWith()).verdict !== 'clear'),
		{ numRuns: 1000 },
	);
});
