import { z } from 'zod';

import { compareDecimals, isDecimal } from './decimal';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from './json';

/** What a lookup by `ext_id` says of an order whose answer was lost. */
export interface LookupVerdict {
	/** Something is shown under the key. */
	isShown: boolean;
	/** The fields that say otherwise: the key was used for another order. */
	differing: string[];
	/** All that was sent is shown as it was sent. An order of another kind may have the same fields. */
	isSame: boolean;
}

/** Their values are the document's own (section 2), whatever their case. */
const CODES = new Set(['currency', 'network']);

const recordSchema = z.record(z.unknown());

/**
 * Judges whether a document (section 1, rule 10) is that of an order. Its fields are not shown (section 2.10), and the
 * key may have been used for another order before: a field that is absent proves nothing.
 *
 * @param document what the lookup answered
 * @param sent the fields of the order, by the API's names
 * @param extId the key it was sent with
 */
export function judgeDocument(document: unknown, sent: JsonObject, extId: string): LookupVerdict {
	const record = recordSchema.safeParse(document);
	if (!record.success || record.data.ext_id !== extId) {
		return { isShown: false, differing: [], isSame: false };
	}
	const verdicts = Object.entries(sent)
		.filter(([name, value]) => name !== 'ext_id' && value !== undefined)
		.map(([name, value]) => ({ name, agrees: agree(name, record.data[name], value) }));
	return {
		isShown: true,
		differing: verdicts.filter(({ agrees }) => agrees === false).map(({ name }) => name),
		isSame: verdicts.length > 0 && verdicts.every(({ agrees }) => agrees === true),
	};
}

/**
 * The fields of an answer that say otherwise than what was sent. One that is absent in either proves nothing.
 *
 * @param names the fields to look at
 * @param oneSpelling where fields have several spellings: gives them in one of them
 */
export function contradictions(
	answer: unknown,
	sent: JsonObject,
	names: readonly string[],
	oneSpelling: (fields: JsonObject) => JsonObject = asTheyAre,
): string[] {
	const scalars = Object.entries(recordSchema.safeParse(answer).data ?? {}).filter(isScalarEntry);
	const shown = oneSpelling(Object.fromEntries(scalars));
	const order = oneSpelling(sent);
	return names.filter((name) => agree(name, shown[name], order[name]) === false);
}

function asTheyAre(fields: JsonObject): JsonObject {
	return fields;
}

/** @returns undefined where it cannot be told */
function agree(name: string, shown: unknown, sent: JsonValue | undefined): boolean | undefined {
	if (!isScalar(shown) || sent === undefined || sent === null) return undefined;
	if (Array.isArray(sent) || isJsonObject(sent)) return undefined;
	const [left, right] = [String(shown), typeof sent === 'string' ? sent : stringifyJson(sent)];
	if (isDecimal(left) && isDecimal(right)) return compareDecimals(left, right) === 0;
	return left === right || (CODES.has(name) && left.toLowerCase() === right.toLowerCase());
}

function isScalarEntry(entry: [string, unknown]): entry is [string, string | number | boolean] {
	return isScalar(entry[1]);
}

function isScalar(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
