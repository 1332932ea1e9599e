import type { IDataObject, INode } from 'n8n-workflow';
import { z } from 'zod';

import { compareDecimals, decimalString, InputError } from '../../partner-api';
import { isAbsent } from '../PartnerSettlement/catalog/fields';
import { DETECT, detectNetwork } from '../PartnerSettlement/catalog/screened-address';

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
const RULE_NAMES = Object.keys(RULES) as RuleName[];

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

/** What was to be screened, as the parameters have it; a network that is detected, as the address tells it. */
export interface Asked {
	network: unknown;
	address: unknown;
	/** Whether a new screening was asked for, although one may be on file. */
	refresh: boolean;
}

/** Reads a parameter for one item. `parse` may throw, and so may n8n for an expression. */
export type Read = <T>(name: string, parse: (value: unknown) => T, fallback?: unknown) => T;

const refreshSchema = z.object({ refresh: z.literal(true) });

/** Only true is sent as such; anything else is none, or refused before it is sent. */
function isRefresh(additionalFields: unknown): boolean {
	return refreshSchema.safeParse(additionalFields).success;
}

function asItIs(value: unknown): unknown {
	return value;
}

/**
 * What the gate asks for an item.
 *
 * @returns undefined where an expression fails, which the run reports for this item alone; InputError for a Refresh that
 *   comes to nothing, because taken for off it would let results on file through
 */
export function readAsked(read: Read): Asked | InputError | undefined {
	let refresh: boolean;
	try {
		refresh = read('additionalFields', isRefresh, {});
	} catch (error) {
		return error instanceof InputError ? error : undefined;
	}
	try {
		const network = read('network', asItIs);
		const address = read('address', asItIs);
		const isDetected = network === DETECT && typeof address === 'string';
		return { network: isDetected ? detectNetwork(address.trim()) : network, address, refresh };
	} catch {
		return undefined;
	}
}

/**
 * Reads the rules for an item.
 *
 * @param known the rules that were read before, which most items share
 * @throws InputError that names the parameter
 */
export function readRules(read: Read, known = new Map<string, Rules>()): Rules {
	const more = read('rules', moreRules, {});
	const values = RULE_NAMES.map((name) => [
		name,
		onlyOne(name, more[name], read(name, asItIs, null)),
	]);
	const key = JSON.stringify(values);
	const rules = known.get(key) ?? checkedRules(Object.fromEntries(values) as Given);
	known.set(key, rules);
	return rules;
}

type Given = Readonly<Record<RuleName, unknown>>;

/** What stands under More Rules, unchecked. */
function moreRules(value: unknown): Readonly<Record<string, unknown>> {
	const { success, data = {} } = z.record(z.unknown()).optional().safeParse(value);
	if (!success) throw new InputError('More Rules must be an object of rules');
	return data;
}

/** A rule of an older workflow stands at the top. @throws InputError where it is under More Rules too, and differs */
function onlyOne(name: RuleName, more: unknown, top: unknown): unknown {
	const [value, other = value] = [more, top].filter((one) => !isAbsent(one));
	if (JSON.stringify(value) === JSON.stringify(other)) return value;
	throw new InputError(
		`${RULES[name]} is set twice, with different values`,
		'Leave it under More Rules, and empty the other one.',
	);
}

/** @throws InputError for rules that make no sense together */
function checkedRules(given: Given): Rules {
	const review = readScore(given, 'reviewFromScore');
	const block = readScore(given, 'blockFromScore');
	if (review !== undefined && block !== undefined && compareDecimals(block, review) < 0) {
		throw new InputError(
			`${RULES.blockFromScore} (${block}) is below ${RULES.reviewFromScore} (${review})`,
			'A higher score means more risk, so Block has to begin where Review does, or above.',
		);
	}
	const { requireSeverity = true } = given;
	if (typeof requireSeverity !== 'boolean') {
		throw new InputError(`${RULES.requireSeverity} must be true or false`);
	}
	const lists = {
		Severities: readLists(given, 'Severities'),
		Categories: readLists(given, 'Categories'),
	};
	return { reviewFromScore: review, blockFromScore: block, requireSeverity, lists };
}

function readScore(given: Given, name: RuleName): string | undefined {
	const value = typeof given[name] === 'string' ? given[name].trim() : given[name];
	if (value === '' || value === undefined || value === null) return undefined;
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

export const DEFAULT_OUTPUT_FIELD = 'screening';
export const OUTPUT_FIELD_LABEL = 'Output Field';
export const REPLACE_LABEL = 'Replace Output Field';

const FIELD_NAME = /^[a-z]\w*$/i;
/** n8n takes an item with nothing else for a failed one, and runs a node again over an `error`. */
const RESERVED = ['error', 'message', 'details'];

const optionsSchema = z.object({
	outputField: z.string().trim().default(DEFAULT_OUTPUT_FIELD),
	/** Whether it may replace a field that the item came with. */
	replaceOutputField: z.boolean().default(false),
});

/**
 * The field of an item that takes the result.
 *
 * @param json the item's own fields
 * @throws InputError for a name that cannot be one, or that is taken; what n8n throws for an expression that fails
 */
export function readOutputField(read: Read, json: IDataObject | undefined): string {
	const { outputField, replaceOutputField } = read('options', checkedOptions);
	if (!replaceOutputField && isTaken(json, outputField)) {
		throw new InputError(
			`The item already has a field "${outputField}", which the result would replace`,
			`Choose another ${OUTPUT_FIELD_LABEL} under Options, or turn ${REPLACE_LABEL} on.`,
		);
	}
	return outputField;
}

function checkedOptions(options: unknown): z.output<typeof optionsSchema> {
	const { success, data } = optionsSchema.safeParse(options);
	if (!success) {
		throw new InputError(
			`${OUTPUT_FIELD_LABEL} must be a text, and ${REPLACE_LABEL} true or false`,
		);
	}
	if (!FIELD_NAME.test(data.outputField) || RESERVED.includes(data.outputField)) {
		throw new InputError(
			`"${data.outputField}" cannot be the ${OUTPUT_FIELD_LABEL}`,
			`Use letters, digits and underscores, a letter first, and none of ${RESERVED.join(', ')}.`,
		);
	}
	return data;
}

/** The Output Field, so that no earlier result stays in it; a free one where it cannot be read, or is taken. */
export function outputFieldOrFree(read: Read, json: IDataObject | undefined): string {
	try {
		return readOutputField(read, json);
	} catch {
		let name = DEFAULT_OUTPUT_FIELD;
		while (isTaken(json, name)) name += '_';
		return name;
	}
}

/** @param json n8n gives an item of binary data alone none */
function isTaken(json: IDataObject | undefined, name: string): boolean {
	return Object.hasOwn(json ?? {}, name);
}

/** @throws InputError for a setting of the node with which n8n would add items to Clear, or lose some */
export function refuseSettings({ alwaysOutputData, executeOnce }: INode): void {
	const hint = 'Turn it off in the settings of this node.';
	if (alwaysOutputData === true) {
		throw new InputError(
			'Always Output Data is on: n8n would send an empty item through Clear when nothing is clear',
			hint,
		);
	}
	if (executeOnce === true) {
		throw new InputError(
			'Execute Once is on: n8n would give the gate the first item only, and all others would be lost',
			hint,
		);
	}
}
