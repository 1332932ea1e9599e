import { compareDecimals, decimalString, InputError } from '../../partner-api';
import {
	CATEGORY_LISTS,
	type ListNames,
	type RuleName,
	RULES,
	SEVERITY_LISTS,
} from './rule-parameters';

/** What the operator has decided. What is not decided here is never clear. */
export interface Rules {
	/** Decimal strings: from which risk score on. */
	reviewFromScore?: string;
	blockFromScore?: string;
	severities: ValueLists;
	requireSeverity: boolean;
	categories: ValueLists;
}

/** To which verdict a value leads; the values are in the form of `comparable`. */
export type ValueLists = ReadonlyMap<string, keyof ListNames>;

/** A value of a list, or of a record, without what makes no difference: its case and the white space around it. */
export function comparable(value: string): string {
	return value.trim().toLowerCase();
}

/**
 * Reads the rules and checks that they make sense together.
 *
 * @param given the parameters' values
 * @throws InputError that names the parameter
 */
export function readRules(given: Record<RuleName, unknown>): Rules {
	const reviewFromScore = readScore(given, 'reviewFromScore');
	const blockFromScore = readScore(given, 'blockFromScore');
	if (
		reviewFromScore !== undefined &&
		blockFromScore !== undefined &&
		compareDecimals(blockFromScore, reviewFromScore) < 0
	) {
		throw new InputError(
			`${RULES.blockFromScore} (${blockFromScore}) is below ${RULES.reviewFromScore} (${reviewFromScore})`,
			'A higher score means more risk, so Block has to begin where Review does, or above.',
		);
	}
	const { requireSeverity } = given;
	if (typeof requireSeverity !== 'boolean') {
		throw new InputError(`${RULES.requireSeverity} must be true or false`);
	}
	return {
		reviewFromScore,
		blockFromScore,
		severities: readLists(given, SEVERITY_LISTS),
		requireSeverity,
		categories: readLists(given, CATEGORY_LISTS),
	};
}

function readScore(given: Record<RuleName, unknown>, name: RuleName): string | undefined {
	const value = typeof given[name] === 'string' ? given[name].trim() : given[name];
	if (value === '' || value === undefined || value === null) return undefined;
	const score = decimalString(value, RULES[name]);
	if (score.startsWith('-')) throw new InputError(`${RULES[name]} must not be less than 0`);
	return score;
}

function readLists(given: Record<RuleName, unknown>, names: ListNames): ValueLists {
	const lists = new Map<string, keyof ListNames>();
	for (const verdict of ['clear', 'review', 'block'] as const) {
		for (const value of readList(given[names[verdict]], RULES[names[verdict]])) {
			const other = lists.get(value) ?? verdict;
			if (other !== verdict) {
				throw new InputError(
					`"${value}" stands in ${RULES[names[other]]} and in ${RULES[names[verdict]]}`,
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
	if (!Array.isArray(entries)) {
		throw new InputError(`${label} must be values separated by commas, or a list of texts`);
	}
	return entries
		.map((entry: unknown) => {
			if (typeof entry === 'string') return comparable(entry);
			throw new InputError(`${label} must hold texts only`);
		})
		.filter((entry) => entry !== '');
}
