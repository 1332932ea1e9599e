import Big from 'big.js';

import { decimalString, InputError } from '../../partner-api';
import { isAbsent, readFlag } from '../PartnerSettlement/definition/fields';

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

/**
 * Reads the rules for an item.
 *
 * @param read reads a parameter for it, null where the node has none; n8n may throw for an expression
 * @throws InputError that names the parameter, also for rules that make no sense together
 */
export function readRules(read: (name: string) => unknown): Rules {
	const first = FIRST_RULES.map((name) => [name, read(name)] as const);
	const given: Given = { ...(read('rules') as Given | null), ...Object.fromEntries(first) };
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

function readScore(given: Given, name: RuleName): string | undefined {
	const value = typeof given[name] === 'string' ? given[name].trim() : given[name];
	if (isAbsent(value)) return undefined;
	const score = decimalString(value, RULES[name]);
	if (score.startsWith('-')) throw new InputError(`${RULES[name]} must not be less than 0`);
	return score;
}

function readLists(given: Given, field: SortedField): ValueLists {
	const lists = new Map<string, (typeof LIST_VERDICTS)[number]>();
	for (const verdict of LIST_VERDICTS) {
		const label = RULES[`${verdict}${field}`];
		for (const value of readList(given[`${verdict}${field}`], label)) {
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

/** A text with commas, or an array of texts from an expression. */
function readList(value: unknown, label: string): string[] {
	const entries: unknown = typeof value === 'string' ? value.split(',') : (value ?? []);
	if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string')) {
		throw new InputError(`${label} must be values separated by commas, or a list of texts`);
	}
	return entries.map(comparable).filter((entry) => entry !== '');
}
