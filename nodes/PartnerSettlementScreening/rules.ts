import Big from 'big.js';

import {
	CLEARANCE_RULES,
	InputError,
	isAbsent,
	type JsonObject,
	nonNegative,
	positiveAmount,
} from '../../partner-api';
import { readFlag, readTexts } from '../PartnerSettlement/definition/fields';

/** The parameters for the rules, with the editor's names. */
export const RULES = {
	reviewFromScore: 'Review From Score',
	blockFromScore: 'Block From Score',
	clearSeverities: 'Clear Severities',
	reviewSeverities: 'Review Severities',
	blockSeverities: 'Block Severities',
	requireSeverity: 'Require a Severity',
	clearCategories: 'Clear Categories',
	reviewCategories: 'Review Categories',
	blockCategories: 'Block Categories',
} as const;
export type RuleName = keyof typeof RULES;
/** A rule that only the credential has. */
export const AGE_RULE = `maximumAge in ${CLEARANCE_RULES}`;

/** The panel shows these first; the others are in the collection More Rules. */
const FIRST_RULES: readonly RuleName[] = ['reviewFromScore', 'blockFromScore', 'clearSeverities'];

/** The fields of a record whose values the operator sorts into lists; the lists' names contain these. */
export type SortedField = 'Severities' | 'Categories';

export const LIST_VERDICTS = ['clear', 'review', 'block'] as const;
type ListVerdict = (typeof LIST_VERDICTS)[number];

/** The values of a field by their verdict, in the form of `comparable`. A value is in one list only. */
type ValueLists<Field extends SortedField> = Readonly<
	Record<`${ListVerdict}${Field}`, readonly string[]>
>;

/** The operator's decisions, by the names of the parameters. An undecided value is never clear. */
export interface Rules extends ValueLists<SortedField> {
	/** Decimal strings: the risk score from which the rule applies. */
	reviewFromScore?: string;
	blockFromScore?: string;
	/** The maximum age of a screening in hours: a decimal string. */
	maximumAge?: string;
	requireSeverity: boolean;
}

/** A value of a list, or of a record, in lower case, without the white space around it. */
export function comparable(value: string): string {
	return value.trim().toLowerCase();
}

type Given = Readonly<Partial<Record<RuleName, unknown>>>;

function givenBy(read: (name: string) => unknown): Given {
	const first = FIRST_RULES.map((name) => [name, read(name)] as const);
	return { ...(read('rules') as Given | null), ...Object.fromEntries(first) };
}

/**
 * Reads the rules for an item.
 *
 * @param read reads a parameter for it, null if the node has none; n8n may throw for an expression
 * @throws InputError that names the parameter, also for rules that contradict each other
 */
export function readRules(read: (name: string) => unknown): Rules {
	const given = givenBy(read);
	const review = readDecimal(given.reviewFromScore, RULES.reviewFromScore, nonNegative);
	const block = readDecimal(given.blockFromScore, RULES.blockFromScore, nonNegative);
	if (review !== undefined && block !== undefined && new Big(block).lt(review)) {
		throw new InputError(
			`${RULES.blockFromScore} (${block}) is below ${RULES.reviewFromScore} (${review})`,
			'A higher score means more risk, so Block cannot begin below Review.',
		);
	}
	const requireSeverity = readFlag(given.requireSeverity ?? true, RULES.requireSeverity);
	return {
		...{ reviewFromScore: review, blockFromScore: block, requireSeverity },
		...readLists(given, 'Severities'),
		...readLists(given, 'Categories'),
	};
}

/**
 * Reads the rules in the credential.
 *
 * @param given by the names of the parameters, and `maximumAge` (hours)
 * @throws InputError that names the field and the rule
 */
export function readCredentialRules({ maximumAge, ...given }: JsonObject): Rules {
	const problem = (what: string) =>
		new InputError(`${CLEARANCE_RULES}: ${what}`, 'Correct it in the credential.');
	const unknown = Object.keys(given).find((name) => !Object.hasOwn(RULES, name));
	if (unknown !== undefined)
		throw problem(`there is no rule ${JSON.stringify(unknown.slice(0, 40))}`);
	try {
		return {
			...readRules((name) => (name === 'rules' ? given : (given[name] ?? null))),
			maximumAge: readDecimal(maximumAge, 'maximumAge', positiveAmount),
		};
	} catch (error) {
		throw error instanceof InputError ? problem(error.message) : error;
	}
}

/**
 * A node must not have rules of its own if the credential has rules: they could let everybody through.
 *
 * @param read as for `readRules`
 * @throws InputError that names the first parameter that is set
 */
export function requireNoRules(read: (name: string) => unknown): void {
	const given = givenBy(read);
	const set = (Object.keys(RULES) as RuleName[]).find((name) => !isAbsent(given[name]));
	if (set === undefined) return;
	throw new InputError(
		`${RULES[set]} is set in this node, but the credential has the rules (${CLEARANCE_RULES})`,
		'Remove the rules from this node, or use another credential.',
	);
}

function readDecimal(given: unknown, label: string, read: typeof nonNegative): string | undefined {
	const value = typeof given === 'string' ? given.trim() : given;
	return isAbsent(value) ? undefined : read(value, label);
}

function readLists<Field extends SortedField>(given: Given, field: Field): ValueLists<Field> {
	const verdicts = new Map<string, ListVerdict>();
	const lists = LIST_VERDICTS.map((verdict) => {
		const name = `${verdict}${field}` as const;
		const values = new Set(readTexts(given[name] ?? [], RULES[name]).map(comparable));
		for (const value of values) {
			const other = verdicts.get(value);
			if (other !== undefined) {
				throw new InputError(
					`"${value}" is in ${RULES[`${other}${field}`]} and in ${RULES[name]}`,
					'Remove it from one of the two lists.',
				);
			}
			verdicts.set(value, verdict);
		}
		return [name, [...values]];
	});
	return Object.fromEntries(lists) as ValueLists<Field>;
}
