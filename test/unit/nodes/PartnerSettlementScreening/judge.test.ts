/** The table of docs/screening-gate.md, row by row: which field leads to which verdict, and with which reason. */
import { dialectOf } from '../../../../partner-api/dialect';
import { OTHER_TRON } from '../../../support/addresses';
import { ASKED, CLEAR_RECORD, judge, rulesWith, SET } from '../../../support/screening-records';

const rules = rulesWith(SET);

/** The clear record with some fields changed; `undefined` takes one away. */
function changed(change: Record<string, unknown>): Record<string, unknown> {
	const entries = Object.entries<unknown>({ ...CLEAR_RECORD, ...change });
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

test('a record that every rule finds clear is clear, and says why', () => {
	expect(judge(CLEAR_RECORD, ASKED, rules)).toEqual({
		verdict: 'clear',
		reasons: [
			'The screening is completed.',
			'The record shows no error.',
			'There is no sanctions hit.',
			'The risk score 3 is below Review From Score (25).',
			'The severity "low" is in Clear Severities.',
			'The record has no dominant risk category.',
		],
	});
});

test('a value of any length is cut before a secret is looked for in it', () => {
	const severity = `${'a '.repeat(100_000)} epin: 1234`;
	const { reasons } = judge(changed({ severity }), ASKED, rules);
	expect(reasons.join()).toContain(`"${'a '.repeat(99)}`);
	expect(reasons.join()).not.toMatch(/1234|(?:a ){101}/);
});

/** What is changed in the clear record, the verdict, and the first reason. */
const CASES: [Record<string, unknown>, string, RegExp][] = [
	[{ sanctions_hit: true }, 'block', /on a sanctions list/],
	[{ sanctions_hit: undefined }, 'unresolved', /does not say whether/],

	[{ risk_score: 24.999 }, 'clear', /completed/],
	[
		{ risk_score: '24.9999999999999999999999' },
		'unresolved',
		/score is text, not a number: "24\.9/,
	],
	[{ risk_score: 25 }, 'review', /risk score 25 reaches Review From Score \(25\)/],
	[{ risk_score: 75 }, 'block', /risk score 75 reaches Block From Score \(75\)/],
	[{ risk_score: '75.0000000000000000000001' }, 'block', /reaches Block/],
	[{ risk_score: '3' }, 'unresolved', /score is text, not a number: "3"/],
	[{ risk_score: '75' }, 'block', /risk score 75 reaches Block From Score/],
	[{ risk_score: undefined }, 'unresolved', /has no risk score/],
	[{ risk_score: -1 }, 'unresolved', /not a number of at least 0: -1/],
	[{ risk_score: { toString: false } }, 'unresolved', /not a number/],
	[{ risk_score: { toString: false }, sanctions_hit: true }, 'block', /on a sanctions list/],

	[{ severity: ' LOW ' }, 'clear', /completed/],
	[{ severity: 'medium' }, 'review', /severity "medium" is in Review Severities/],
	[{ severity: 'Critical' }, 'block', /severity "Critical" is in Block Severities/],
	[
		{ severity: 'galactic' },
		'review',
		/"galactic" is in none of your lists \(Block Severities, Review Severities, Clear Severities\)\.$/,
	],
	[{ severity: undefined }, 'review', /has no severity, and Require a Severity is on/],
	[{ severity: ['low'] }, 'unresolved', /severity is not text/],

	[{ dominant_risk_category: 'Exchange' }, 'clear', /completed/],
	[{ dominant_risk_category: 'gambling' }, 'review', /in Review Categories/],
	[{ dominant_risk_category: 'darknet_market' }, 'block', /in Block Categories/],
	[{ dominant_risk_category: 'mixer' }, 'review', /none of your lists \(Block Categories, /],
	[{ dominant_risk_category: {} }, 'unresolved', /category is not text/],

	[{ status: 'processing' }, 'unresolved', /still processing.*ext_id/],
	[{ status: 'processing', risk_score: 30 }, 'unresolved', /still processing/],
	[{ status: 'failed', error_code: 'x' }, 'unresolved', /failed/],
	[{ status: 'Completed' }, 'unresolved', /status of the screening is "Completed"/],
	[{ status: undefined }, 'unresolved', /status of the screening is null/],
	[{ error_code: 'provider_unavailable' }, 'unresolved', /an error: "provider_unavailable"/],
	[{ error: 'odd' }, 'unresolved', /an error: "odd"/],
	[{ error: 0 }, 'unresolved', /an error: 0/],

	[{ network: 'TRON_USDT' }, 'clear', /completed/],
	[{ network: 'eth' }, 'unresolved', /another network/],
	[{ address: OTHER_TRON }, 'unresolved', /another address/],
	[{ address: ASKED.address.toLowerCase() }, 'unresolved', /another address/],
];

test.each(CASES)('%p: %s', (change, verdict, reason) => {
	const judgement = judge(changed(change), ASKED, rules);
	expect(judgement).toEqual({ verdict, reasons: expect.any(Array) });
	expect(judgement.reasons[0]).toMatch(reason);
});

test('what API Differences do not call an error is none', () => {
	const dialect = dialectOf({ error: ['error.code'] });
	const verdictOf = (error: object) => judge(changed({ error }), ASKED, rules, dialect).verdict;
	expect([{ code: 0 }, { code: 5 }].map(verdictOf)).toEqual(['clear', 'unresolved']);
	expect(judge(changed({ error: { code: 0 } }), ASKED, rules).verdict).toBe('unresolved');
	const coded = changed({ error_code: 'provider_down' });
	expect(judge(coded, ASKED, rules, dialect).verdict).toBe('unresolved');
});

describe('a new screening was asked for', () => {
	const asked = { ...ASKED, refresh: true };

	test.each([[true], ['false'], [null], [undefined]])('cached %p is unresolved', (cached) => {
		expect(judge(changed({ cached }), asked, rules)).toEqual({
			verdict: 'unresolved',
			reasons: [expect.stringMatching(/Refresh is on, but .* on file already \(cached, or/)],
		});
	});

	test.each(['2026-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 'long ago', null])(
		'one of %p is unresolved, as a repeat of its ext_id or a wrong clock may give it',
		(createdAt) => {
			expect(judge(changed({ created_at: createdAt }), asked, rules).verdict).toBe('unresolved');
			expect(judge(changed({ created_at: createdAt }), ASKED, rules).verdict).toBe('clear');
		},
	);

	test('a new one may be clear', () => {
		expect(judge(CLEAR_RECORD, asked, rules).verdict).toBe('clear');
	});
});

test.each([undefined, null, 'completed', 3, [], [CLEAR_RECORD]])('%p is no record', (answer) => {
	expect(judge(answer, ASKED, rules).verdict).toBe('unresolved');
});

describe('which goes first', () => {
	test('a hit goes before everything that is not known', () => {
		const record = changed({ sanctions_hit: true, status: 'failed', risk_score: undefined });
		expect(judge(record, ASKED, rules)).toEqual({
			verdict: 'block',
			reasons: [
				expect.stringMatching('sanctions list'),
				expect.stringMatching('failed'),
				expect.stringMatching('no risk score'),
			],
		});
	});

	test('an address in another case is the same, where the network that was sent has it so', () => {
		const [network, address] = ['eth', `0x${'aB'.repeat(20)}`];
		const record = { sanctions_hit: true, address: address.toLowerCase() };
		expect(judge(record, { network, address }, rules).verdict).toBe('block');
	});

	test('a hit of another address says nothing of this one', () => {
		const record = changed({ sanctions_hit: true, address: OTHER_TRON });
		expect(judge(record, ASKED, rules)).toEqual({
			verdict: 'unresolved',
			reasons: ['The record is for another address.'],
		});
	});
});

describe('rules that are not set', () => {
	test('with none at all, nothing is clear, and the reasons name what to set', () => {
		expect(judge(CLEAR_RECORD, ASKED, rulesWith())).toEqual({
			verdict: 'review',
			reasons: [
				'The risk score is 3, but Review From Score is not set. Until it is, no score is clear.',
				'The severity "low" is in none of your lists (Block Severities, Review Severities, Clear Severities).',
			],
		});
	});

	test.each([
		[{ reviewFromScore: '' }, {}, 'review'],
		[{ reviewFromScore: '' }, { risk_score: 75 }, 'block'],
		[{ blockFromScore: '' }, { risk_score: 1e9 }, 'review'],
		[{ requireSeverity: false }, { severity: undefined }, 'clear'],
		[{ requireSeverity: false }, { severity: 'galactic' }, 'review'],
	])('with %p, a record with %p is %s', (set, change, verdict) => {
		expect(judge(changed(change), ASKED, rulesWith({ ...SET, ...set })).verdict).toBe(verdict);
	});
});

describe('the spelling of an address', () => {
	const eth = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
	const bech32 = 'bc1qw4cxpe6sxa5dg6sdwxjph959cw6yztrzl4r54s';
	const base58 = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C';
	test.each([
		['eth', eth, eth.toLowerCase(), 'clear'],
		['btc', bech32.toUpperCase(), bech32, 'clear'],
		['btc', base58, base58.toLowerCase(), 'unresolved'],
		['btc', base58, base58, 'clear'],
	])('%s: %s and %s', (network, address, shown, verdict) => {
		const record = changed({ network, address: shown });
		expect(judge(record, { ...ASKED, network, address }, rules).verdict).toBe(verdict);
	});
});
