import { z } from 'zod';

import { compareDecimals, isDecimal } from './decimal';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from './json';

/** What a lookup by `ext_id` says of an order whose answer was lost. */
export interface LookupVerdict {
	/** Something is shown under the key. */
	isShown: boolean;
	/** The fields that tell which order it is and say otherwise: the key was used for another order. */
	differing: string[];
	/** All that was sent is shown as it was sent. An order of another kind may have the same fields. */
	isSame: boolean;
}

/** Their values are the document's own (section 2), whatever their case. */
export const CASELESS_FIELDS: ReadonlySet<string> = new Set(['currency', 'network']);
/** Equal however many zeros they are written with (section 1, rule 4). An id of digits is another one with each zero. */
const AMOUNTS = new Set(['amount']);

const recordSchema = z.record(z.unknown());

/**
 * Judges whether a document (section 1, rule 10) is that of an order. Its fields are not shown (section 2.10), and the
 * key may have been used for another order before: a field that is absent proves nothing, and neither does one that says
 * otherwise and does not tell which order it is, such as a phone number.
 *
 * @param document what the lookup answered
 * @param sent the fields of the order, by the API's names
 * @param extId the key it was sent with
 * @param echoes the fields that tell which order it is
 * @param oneSpelling where fields have several spellings: gives them in one of them
 */
export function judgeDocument(
	document: unknown,
	sent: JsonObject,
	extId: string,
	echoes: readonly string[],
	oneSpelling: (fields: JsonObject) => JsonObject = asTheyAre,
): LookupVerdict {
	const record = recordSchema.safeParse(document);
	if (!record.success || record.data.ext_id !== extId) {
		return { isShown: false, differing: [], isSame: false };
	}
	const [shown, order] = [oneSpelling(scalarsOf(document)), oneSpelling(sent)];
	const fields = Object.entries(order).filter(
		([name, value]) => name !== 'ext_id' && value !== undefined,
	);
	return {
		isShown: true,
		differing: contradictions(shown, order, echoes),
		isSame:
			fields.length > 0 &&
			fields.every(([name, value]) => agree(name, shown[name], value) === true),
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
	const [shown, order] = [oneSpelling(scalarsOf(answer)), oneSpelling(sent)];
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
	if (AMOUNTS.has(name) && isDecimal(left) && isDecimal(right)) {
		return compareDecimals(left, right) === 0;
	}
	return (
		left === right || (CASELESS_FIELDS.has(name) && left.toLowerCase() === right.toLowerCase())
	);
}

function scalarsOf(answer: unknown): JsonObject {
	const fields = Object.entries(recordSchema.safeParse(answer).data ?? {});
	return Object.fromEntries(fields.filter(isScalarEntry));
}

function isScalarEntry(entry: [string, unknown]): entry is [string, string | number | boolean] {
	return isScalar(entry[1]);
}

function isScalar(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
