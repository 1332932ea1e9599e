import { ASKED } from './support';

/** The rules as an operator types them. */
export interface TypedRules {
	reviewFromScore: string;
	clearSeverities: string;
	requireSeverity: boolean;
	clearCategories: string;
}

/** A number of the API's comes as text only where a double cannot hold it: 16 significant digits, or more, are needed. */
function isLongDecimal(text: string): boolean {
	const [, digits = ''] = /^((?:0|[1-9][0-9]*)(?:\.[0-9]+)?)$/.exec(text) ?? [];
	return digits.replace('.', '').replace(/^0+|0+$/g, '').length > 15;
}

/** A decimal as a fraction of whole numbers, however it is written; undefined for what is none. */
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
	if (typeof value === 'string' && !isLongDecimal(value)) return false;
	const [left, right] = [fraction(value), fraction(limit)];
	return left !== undefined && right !== undefined && left[0] * right[1] < right[0] * left[1];
}

function isListed(value: unknown, list: string): boolean {
	const entries = list.split(',').map((entry) => entry.trim().toLowerCase());
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return text !== '' && entries.includes(text);
}

/** What docs/screening-gate.md promises of Clear, said once more in other words. */
export function isCertainlyClear(record: unknown, rules: TypedRules): boolean {
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
	return (
		isFinished && isOurs && has.get('sanctions_hit') === false && isLow && isMild && isHarmless
	);
}
