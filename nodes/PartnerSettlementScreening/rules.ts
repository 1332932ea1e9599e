import Big from 'big.js';

import { CLEARANCE_RULES, InputError, type JsonObject, nonNegative } from '../../partner-api';
import { isAbsent, readFlag, readTexts } from '../PartnerSettlement/definition/fields';

/** The parameters with which an operator sets the rules, and what the editor calls them. */
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

/** Those that the panel shows first; the others stand in the collection More Rules. */
const FIRST_RULES: readonly RuleName[] = ['reviewFromScore', 'blockFromScore', 'clearSeverities'];

/** The fields of a record whose values the operator sorts into lists, as the lists' names have them. */
export type SortedField = 'Severities' | 'Categories';

const LIST_VERDICTS = ['clear', 'review', 'block'] as const;

/** To which verdict a value leads; the values are in the form of `comparable`. */
type ValueLists = ReadonlyMap<string, (typeof LIST_VERDICTS)[number]>;

/** What the operator has decided. What is not decided here is never clear. */
export interface Rules {
	/** Decimal strings: from which risk score on. */
	reviewFromScore?: string;
	blockFromScore?: string;
	requireSeverity: boolean;
	lists: Readonly<Record<SortedField, ValueLists>>;
}

/** A value of a list, or of a record, without what makes no difference: its case and the white space around it. */
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
 * @param read reads a parameter for it, null where the node has none; n8n may throw for an expression
 * @throws InputError that names the parameter, also for rules that make no sense together
 */
export function readRules(read: (name: string) => unknown): Rules {
	const given = givenBy(read);
	const review = readScore(given, 'reviewFromScore');
	const block = readScore(given, 'blockFromScore');
	if (review !== undefined && block !== undefined && new Big(block).lt(review)) {
		throw new InputError(
			`${RULES.blockFromScore} (${block}) is below ${RULES.reviewFromScore} (${review})`,
			'A higher score means more risk, so Block has to begin where Review does, or above.',
		);
	}
	const requireSeverity = readFlag(given.requireSeverity ?? true, RULES.requireSeverity);
	const lists = {
		Severities: readLists(given, 'Severities'),
		Categories: readLists(given, 'Categories'),
	};
	return { reviewFromScore: review, blockFromScore: block, requireSeverity, lists };
}

/**
 * Reads the rules that stand in the credential.
 *
 * @param given by the names of the parameters
 * @throws InputError that names the field and the rule
 */
export function readCredentialRules(given: JsonObject): Rules {
	const problem = (what: string) =>
		new InputError(`${CLEARANCE_RULES}: ${what}`, 'Correct it in the credential.');
	const unknown = Object.keys(given).find((name) => !Object.hasOwn(RULES, name));
	if (unknown !== undefined)
		throw problem(`there is no rule ${JSON.stringify(unknown.slice(0, 40))}`);
	try {
		return readRules((name) => (name === 'rules' ? given : (given[name] ?? null)));
	} catch (error) {
		throw error instanceof InputError ? problem(error.message) : error;
	}
}

/**
 * A node has no rules of its own where the credential has them: they could let everybody through.
 *
 * @param read as for `readRules`
 * @throws InputError that names the first parameter that is set
 */
export function refuseRules(read: (name: string) => unknown): void {
	const given = givenBy(read);
	const set = (Object.keys(RULES) as RuleName[]).find((name) => !isAbsent(given[name]));
	if (set === undefined) return;
	throw new InputError(
		`${RULES[set]} is set in this node, but the credential has the rules (${CLEARANCE_RULES})`,
		'Empty the rules of this node, or use another credential.',
	);
}

/** The rules by the names of the parameters, with each list as it is compared. */
export function rulesByName({ lists, ...others }: Rules): Record<string, unknown> {
	const named = Object.entries(lists).flatMap(([field, values]) =>
		LIST_VERDICTS.map((verdict) => [
			`${verdict}${field}`,
			[...values].filter(([, own]) => own === verdict).map(([value]) => value),
		]),
	);
	return { ...others, ...(Object.fromEntries(named) as Record<string, string[]>) };
}

function readScore(given: Given, name: RuleName): string | undefined {
	const value = typeof given[name] === 'string' ? given[name].trim() : given[name];
	if (isAbsent(value)) return undefined;
	return nonNegative(value, RULES[name]);
}

function readLists(given: Given, field: SortedField): ValueLists {
	const lists = new Map<string, (typeof LIST_VERDICTS)[number]>();
	for (const verdict of LIST_VERDICTS) {
		const label = RULES[`${verdict}${field}`];
		for (const text of readTexts(given[`${verdict}${field}`] ?? [], label)) {
			const value = comparable(text);
			const other = lists.get(value) ?? verdict;
			if (other !== verdict) {
				throw new InputError(
					`"${value}" stands in ${RULES[`${other}${field}`]} and in ${label}`,
					'Leave it in one of the two lists.',
				);
			}
			lists.set(value, verdict);
		}
	}
	return lists;
}
