import fc from 'fast-check';

import { type Asked, judge as judgeBy } from '../../nodes/PartnerSettlementScreening/judge';
import { readRules, type RuleName, type Rules } from '../../nodes/PartnerSettlementScreening/rules';
import { dialectOf } from '../../partner-api/dialect';
import { TRON } from './addresses';

export const judge = (record: unknown, asked: Asked, rules: Rules, dialect = dialectOf({})) =>
	judgeBy(record, asked, rules, dialect);

/** The rules of a new node in the editor, with some of them set. */
export function rulesWith(set: Partial<Record<RuleName, unknown>> = {}): Rules {
	const values: Record<string, unknown> = inPanel(set);
	return readRules((name) => values[name] ?? null);
}

const FIRST = ['reviewFromScore', 'blockFromScore', 'clearSeverities'];

/** Puts each rule where the panel keeps it. */
export function inPanel<T>(set: Partial<Record<RuleName, T>>) {
	const isFirst = ([name]: [string, unknown]) => FIRST.includes(name);
	const entries = Object.entries(set);
	const rules = Object.fromEntries(entries.filter((entry) => !isFirst(entry)));
	return { ...Object.fromEntries(entries.filter(isFirst)), rules };
}

/** Rules under which the record below is clear. */
export const SET = {
	reviewFromScore: '25',
	blockFromScore: '75',
	clearSeverities: 'low, none',
	reviewSeverities: 'medium',
	blockSeverities: 'high, critical',
	clearCategories: 'exchange',
	reviewCategories: 'gambling',
	blockCategories: 'darknet_market',
};

export const SUBJECT = { network: 'tron_usdt', address: TRON };
export const ASKED = { ...SUBJECT, refresh: false };

export const CLEAR_RECORD = {
	...SUBJECT,
	id: 1,
	status: 'completed',
	price_usdt: '0.75',
	cached: false,
	created_at: new Date().toISOString(),
	risk_score: 3,
	severity: 'low',
	sanctions_hit: false,
};

/** Anything that a field of a record may hold. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
	fc.jsonValue(),
	fc.constantFrom<unknown>(null, '', ' ', 'NaN', 'Infinity', '-Infinity', 'null', 'true', 'false'),
	fc.constantFrom<unknown>(0, -0, 1, -1, 24.99, 25, 1e308, 5e-324, '1e3', '+5', '0x1', '٣', '3,0'),
	fc.constantFrom<unknown>(true, false, [], {}, [false], { value: false }, 'completed', 'low'),
	fc.constantFrom('LOW', ' low ', 'none', 'high', 'exchange', 'mixer', 'ｌｏｗ', 'low\u0000'),
	fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
	fc.integer({ min: 0, max: 60 }),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.constantFrom('processing', 'failed', 'Completed', '3', '3.10', '0', 'tron_usdt', 'eth'),
	fc.constantFrom('3.0000000000000000000001', '0.00000000000000000001'),
	fc.constantFrom('2026-01-01T00:00:00Z', '2999-01-01T00:00:00Z', new Date().toISOString()),
);

export const FIELDS = [
	...Object.keys(CLEAR_RECORD),
	'dominant_risk_category',
	'error_code',
	'error',
];

/** The clear record with up to four fields changed, added or taken away; or anything at all. */
export const recordArbitrary: fc.Arbitrary<unknown> = fc.oneof(
	{
		weight: 9,
		arbitrary: fc
			.tuple(
				fc.array(fc.tuple(fc.constantFrom(...FIELDS), oddValue), { maxLength: 4 }),
				fc.subarray(FIELDS, { maxLength: 1 }),
			)
			.map(([changes, removed]) => {
				const changed: Record<string, unknown> = {
					...CLEAR_RECORD,
					...Object.fromEntries(changes),
				};
				return Object.fromEntries(
					Object.entries(changed).filter(([name]) => !removed.includes(name)),
				);
			}),
	},
	{ weight: 1, arbitrary: fc.jsonValue() },
);

const DAY = 86_400_000;

/** The rules as an operator types them. */
export interface TypedRules {
	reviewFromScore: string;
	clearSeverities: string;
	requireSeverity: boolean;
	clearCategories: string;
}

/** A decimal, however it is written, as a fraction of whole numbers. Undefined if the value is no decimal. */
function fraction(value: unknown): [bigint, bigint] | undefined {
	if (typeof value === 'string' && !/^[0-9]+(\.[0-9]+)?$/.test(value)) return undefined;
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const [, whole = '', part = '', exponent = '0'] =
		/^([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/.exec(String(value)) ?? [];
	if (whole === '') return undefined;
	const places = part.length - Number(exponent);
	const digits = BigInt(whole + part);
	return places > 0 ? [digits, 10n ** BigInt(places)] : [digits * 10n ** BigInt(-places), 1n];
}

function isBelow(value: unknown, limit: string): boolean {
	if (typeof value === 'string') return false;
	const [left, right] = [fraction(value), fraction(limit)];
	return left !== undefined && right !== undefined && left[0] * right[1] < right[0] * left[1];
}

function isListed(value: unknown, list: string): boolean {
	const entries = list.split(',').map((entry) => entry.trim().toLowerCase());
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return text !== '' && entries.includes(text);
}

/** A second implementation of what docs/screening-gate.md promises about Clear. */
export function isCertainlyClear(record: unknown, rules: TypedRules, refresh = false): boolean {
	if (typeof record !== 'object' || record === null || Array.isArray(record)) return false;
	const has = new Map(Object.entries(record).filter(([, value]) => value !== null));
	const isFinished =
		has.get('status') === 'completed' &&
		['error_code', 'error'].every((name) =>
			[undefined, '', false].includes(has.get(name) as string),
		);
	const network = has.get('network');
	const isOurs =
		typeof network === 'string' &&
		network.toLowerCase() === ASKED.network &&
		has.get('address') === ASKED.address;
	const isLow =
		rules.reviewFromScore !== '' && isBelow(has.get('risk_score'), rules.reviewFromScore);
	const isMild = has.has('severity')
		? isListed(has.get('severity'), rules.clearSeverities)
		: !rules.requireSeverity;
	const isHarmless =
		['', undefined].includes(has.get('dominant_risk_category') as string) ||
		isListed(has.get('dominant_risk_category'), rules.clearCategories);
	const created = has.get('created_at');
	const age = typeof created === 'string' ? Date.now() - new Date(created).getTime() : NaN;
	const isFresh = !refresh || (has.get('cached') === false && age < DAY && age > -DAY);
	return (
		isFresh &&
		isFinished &&
		isOurs &&
		has.get('sanctions_hit') === false &&
		isLow &&
		isMild &&
		isHarmless
	);
}
