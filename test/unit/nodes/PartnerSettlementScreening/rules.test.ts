/** How the rules are read, and which of them are refused. */
import { readCredentialRules } from '../../../../nodes/PartnerSettlementScreening/rules';
import { InputError, type JsonObject } from '../../../../partner-api';
import { rulesWith } from '../../../support/screening-records';

function refusal(set: Parameters<typeof rulesWith>[0]): string {
	try {
		rulesWith(set);
	} catch (error) {
		if (error instanceof InputError) return error.message;
		throw error;
	}
	return 'accepted';
}

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

test.each(['high', '1,5', 'NaN', '1e3', '0x10', '25%', true, {}, [], Number.NaN, Infinity])(
	'a threshold of %p is refused',
	(given) => {
		expect(refusal({ reviewFromScore: given })).toMatch(/^Review From Score (must be|is) a /);
		expect(refusal({ blockFromScore: given })).toMatch(/^Block From Score (must be|is) a /);
	},
);

test('a threshold below 0 is refused: a score below 0 is none', () => {
	expect(refusal({ reviewFromScore: '-1' })).toBe('Review From Score must not be less than 0');
});

test('thresholds the wrong way round are refused, exactly', () => {
	expect(refusal({ reviewFromScore: '75', blockFromScore: '25' })).toBe(
		'Block From Score (25) is below Review From Score (75)',
	);
	const near = { reviewFromScore: '0.10000000000000000002', blockFromScore: '0.1' };
	expect(refusal(near)).toMatch('is below');
	expect(refusal({ reviewFromScore: '100', blockFromScore: '9' })).toMatch('is below');
	expect(refusal({ reviewFromScore: '25.0', blockFromScore: '25' })).toBe('accepted');
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
	[
		{ clearSeverities: 'low', blockSeverities: 'high, LOW ' },
		'Clear Severities',
		'Block Severities',
	],
	[{ reviewSeverities: 'x', blockSeverities: 'X' }, 'Review Severities', 'Block Severities'],
	[{ clearCategories: 'x', reviewCategories: 'x' }, 'Clear Categories', 'Review Categories'],
])('a value in two lists is refused: %p', (set, one, other) => {
	expect(refusal(set)).toMatch(new RegExp(`is in ${one} and in ${other}`));
});

test.each([5, true, {}])('a list that is %p is refused', (given) => {
	expect(refusal({ clearSeverities: given })).toMatch('Clear Severities must be values');
	expect(refusal({ clearSeverities: [given] })).toMatch('Clear Severities must be values');
});

test.each(['true', 1])('Require a Severity of %p is refused', (given) => {
	expect(refusal({ requireSeverity: given })).toBe('Require a Severity must be true or false');
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
		expect(rulesWith({ maximumAge: '1' } as Parameters<typeof rulesWith>[0])).toEqual(rulesWith());
	});
});
