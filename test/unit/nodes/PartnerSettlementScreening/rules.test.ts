/** How the rules are read, and which of them are refused. */
import { readCredentialRules } from '../../../../nodes/PartnerSettlementScreening/rules';
import type { JsonObject } from '../../../../partner-api';
import { rulesWith } from '../../../support/screening-records';
import { errorIn } from '../../support/error-in';

type Rules = Parameters<typeof rulesWith>[0];

const refusal = (set: Rules) => errorIn(() => rulesWith(set)).message;

test.each([
	['25', '25'],
	[' 0.5 ', '0.5'],
	[75, '75'],
	['0', '0'],
	['', undefined],
	['  ', undefined],
	[null, undefined],
	[undefined, undefined],
])('a threshold of %p is %p', (given, read) => {
	expect(rulesWith({ reviewFromScore: given }).reviewFromScore).toBe(read);
});

const THRESHOLDS = ['high', '1,5', 'NaN', '1e3', '0x10', '25%', true, {}, [], Number.NaN, Infinity];
const LISTS = [5, true, {}, [5], [true], [{}]];

test.each<[Rules, RegExp]>([
	...THRESHOLDS.flatMap((given): [Rules, RegExp][] => [
		[{ reviewFromScore: given }, /^Review From Score (must be|is) a /],
		[{ blockFromScore: given }, /^Block From Score (must be|is) a /],
	]),
	// A score below 0 is none.
	[{ reviewFromScore: '-1' }, /^Review From Score must not be less than 0$/],
	...LISTS.map((clearSeverities): [Rules, RegExp] => [
		{ clearSeverities },
		/^Clear Severities must/,
	]),
	[{ requireSeverity: 'true' }, /^Require a Severity must be true or false$/],
	[{ requireSeverity: 1 }, /^Require a Severity must be true or false$/],
])('%p is refused', (set, message) => {
	expect(refusal(set)).toMatch(message);
});

test('thresholds the wrong way round are refused, exactly', () => {
	expect(refusal({ reviewFromScore: '75', blockFromScore: '25' })).toBe(
		'Block From Score (25) is below Review From Score (75)',
	);
	const near = { reviewFromScore: '0.10000000000000000002', blockFromScore: '0.1' };
	expect(refusal(near)).toMatch('is below');
	expect(refusal({ reviewFromScore: '100', blockFromScore: '9' })).toMatch('is below');
	expect(() => rulesWith({ reviewFromScore: '25.0', blockFromScore: '25' })).not.toThrow();
});

test('lists are read without their spaces, capitals, empty entries and repeats', () => {
	expect(rulesWith({ clearSeverities: ' Low,, NONE ,low', blockSeverities: 'High' })).toMatchObject(
		{ clearSeverities: ['low', 'none'], reviewSeverities: [], blockSeverities: ['high'] },
	);
});

test('an expression may give a list of texts, whose entries may hold commas', () => {
	const { blockCategories } = rulesWith({ blockCategories: ['Scam, fraud', 'mixer'] });
	expect(blockCategories).toEqual(['scam, fraud', 'mixer']);
});

test.each([
	[{ clearSeverities: 'low', blockSeverities: 'x, LOW ' }, 'Clear Severities', 'Block Severities'],
	[{ reviewSeverities: 'x', blockSeverities: 'X' }, 'Review Severities', 'Block Severities'],
	[{ clearCategories: 'x', reviewCategories: 'x' }, 'Clear Categories', 'Review Categories'],
])('a value in two lists is refused: %p', (set, one, other) => {
	expect(refusal(set)).toMatch(new RegExp(`is in ${one} and in ${other}`));
});

describe('maximumAge', () => {
	const read = (maximumAge: JsonObject[string]) => readCredentialRules({ maximumAge });

	test.each<[JsonObject[string], string | undefined]>([
		['24', '24'],
		[' 0.5 ', '0.5'],
		[720, '720'],
		[0.25, '0.25'],
		['', undefined],
		[null, undefined],
	])('of %j in the credential is %j', (given, hours) => {
		expect(read(given).maximumAge).toBe(hours);
		expect(readCredentialRules({}).maximumAge).toBeUndefined();
	});

	test.each<JsonObject[string]>(['0', 0, '-1', 'a day', '1,5', '1e3', true, [], {}, '24h'])(
		'of %j is refused',
		(given) => {
			expect(() => read(given)).toThrow(/^Clearance Rules: maximumAge must (be|not be) /);
		},
	);

	test('is no rule of a node', () => {
		expect(rulesWith({ maximumAge: '1' } as Rules)).toEqual(rulesWith());
	});
});
