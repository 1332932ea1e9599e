import { z } from 'zod';

import { InputError } from '../errors';
import { isJsonObject } from '../values/json';
import { CALL_ENTRIES } from './calls';
import type { Entry } from './entry';
import { LIST_ENTRIES, type ListName, type Pages } from './lists';
import { RECORD_ENTRIES } from './records';

/** The open points of the document that an operator may settle, by their names in API Differences. */
export const ENTRIES = { ...CALL_ENTRIES, ...RECORD_ENTRIES, ...LIST_ENTRIES };

type ValueOf<E> = E extends Entry<infer T> ? T : never;
/** One consistent set of answers to the silences of the document. */
export type Dialect = { [Name in keyof typeof ENTRIES]: ValueOf<(typeof ENTRIES)[Name]> };

const entries = Object.entries(ENTRIES) as [keyof Dialect, Entry<unknown>][];
const schema = z
	.object(Object.fromEntries(entries.map(([name, { schema: own }]) => [name, own.optional()])))
	.strict();

/** The assumptions about an API without any differences. */
export const DEFAULT_DIALECT = Object.fromEntries(
	entries.map(([name, { default: value }]) => [name, value]),
) as Dialect;

/** Lists that an operator adds to. A word has the meaning that the operator gives it. */
const WORDS = [
	'failedStatuses',
	'terminalStatuses',
	'standingStatuses',
	'unclearStatuses',
] as const;
/** A word may be in both: an order can exist and be over. */
const COMPATIBLE = new Set<string>(['terminalStatuses', 'standingStatuses']);

/**
 * Reads the credential's field API Differences.
 *
 * @param given JSON, as text or as n8n parsed it; empty if nothing differs; also the output of Setup: Check the API
 * @returns the differences as they were given, and the whole dialect
 * @throws InputError that names the place of an entry that is unknown or invalid
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
	// The pasted output of Setup: Check the API. Its last item has all differences. It may also be a single item.
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

/** The assumptions with the differences applied: words and codes are added, every other value replaces the default. */
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

/** How to ask for the next page of a list; undefined if no entry says so. */
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
