import { z } from 'zod';

import { InputError } from '../errors';
import { isJsonObject } from '../values/json';
import { CALL_ENTRIES } from './calls';
import type { Entry } from './entry';
import { LIST_ENTRIES, type ListName, type Pages } from './lists';
import { RECORD_ENTRIES } from './records';

/** What the document leaves open and an operator may replace, by its name in API Differences. */
export const ENTRIES = { ...CALL_ENTRIES, ...RECORD_ENTRIES, ...LIST_ENTRIES };

type ValueOf<E> = E extends Entry<infer T> ? T : never;
/** One consistent set of answers to the silences of the document. */
export type Dialect = { [Name in keyof typeof ENTRIES]: ValueOf<(typeof ENTRIES)[Name]> };

const entries = Object.entries(ENTRIES) as [keyof Dialect, Entry<unknown>][];
const schema = z
	.object(Object.fromEntries(entries.map(([name, { schema: own }]) => [name, own.optional()])))
	.strict();

/** What is assumed of an API of which nothing is told. */
export const DEFAULT_DIALECT = Object.fromEntries(
	entries.map(([name, { default: value }]) => [name, value]),
) as Dialect;

/** Lists that an operator adds to. A word belongs to the meaning that the operator gave it. */
const WORDS = [
	'failedStatuses',
	'terminalStatuses',
	'standingStatuses',
	'unclearStatuses',
] as const;
/** The same word may be in both: an order can exist and be over. */
const COMPATIBLE = new Set<string>(['terminalStatuses', 'standingStatuses']);

/**
 * Reads the credential's field API Differences.
 *
 * @param given JSON, as text or as n8n parsed it; empty if nothing differs; also the output of Setup: Check the API
 * @returns the differences as they were given, and the whole dialect
 * @throws InputError that names the place of an entry that does not exist, or cannot be
 */
export function readDialect(given: unknown): { differences: Partial<Dialect>; dialect: Dialect } {
	let value = given;
	if (typeof given === 'string') {
		try {
			value = given.trim() === '' ? {} : JSON.parse(given);
		} catch {
			throw mistake('it is not valid JSON');
		}
	}
	// The output of Setup: Check the API, pasted as it is: its last item holds all, and an item may be alone.
	const item: unknown = Array.isArray(value) ? value.at(-1) : value;
	if (isJsonObject(item) && 'suggestion' in item) value = item.suggestion;
	const { data, error } = schema.safeParse(value ?? {});
	if (!data) {
		const [issue] = error.issues;
		throw mistake([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
	}
	const differences = data as Partial<Dialect>;
	return { differences, dialect: dialectOf(differences) };
}

/** The assumptions, with differences over them: words and codes are added, every other value replaces the default. */
export function dialectOf(differences: Partial<Dialect>): Dialect {
	const { noOrder = [] } = differences;
	const words = WORDS.map((name) => {
		const own = differences[name] ?? [];
		const taken = WORDS.filter(
			(other) => other !== name && !(COMPATIBLE.has(name) && COMPATIBLE.has(other)),
		).flatMap((other) => differences[other] ?? []);
		const assumed = DEFAULT_DIALECT[name].filter((word) => !taken.includes(word));
		return [name, [...new Set([...own, ...assumed])]] as const;
	});
	return {
		...DEFAULT_DIALECT,
		...differences,
		noOrder: [...new Set([...noOrder, ...DEFAULT_DIALECT.noOrder])],
		...Object.fromEntries(words),
	};
}

/** How the next page of a list is asked for; undefined if nobody told. */
export function pagesOf({ pages, cursor }: Dialect, list: ListName | undefined): Pages | undefined {
	const older = cursor && { next: cursor.response, send: cursor.request };
	return (list && pages[list]) ?? pages['*'] ?? older;
}

export function mistake(what: string): InputError {
	return new InputError(
		`API Differences: ${what}`,
		'Correct it in the credential; nothing was sent.',
	);
}
