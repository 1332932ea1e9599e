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
		.map(([name, value]) => ({ name, agrees: agree(record.data[name], value ?? null) }));
	return {
		isShown: true,
		differing: verdicts.filter(({ agrees }) => agrees === false).map(({ name }) => name),
		isSame: verdicts.length > 0 && verdicts.every(({ agrees }) => agrees === true),
	};
}

/** The fields of an answer that say otherwise than what was sent, of those the document shows in both. */
export function contradictions(
	answer: unknown,
	sent: JsonValue | undefined,
	names: readonly string[],
): string[] {
	const shown = recordSchema.safeParse(answer).data ?? {};
	const order = isJsonObject(sent) ? sent : {};
	return names.filter((name) => agree(shown[name], order[name] ?? null) === false);
}

/** @returns undefined where it cannot be told */
function agree(shown: unknown, sent: JsonValue): boolean | undefined {
	if (!isScalar(shown) || Array.isArray(sent) || isJsonObject(sent)) return undefined;
	const [left, right] = [String(shown), typeof sent === 'string' ? sent : stringifyJson(sent)];
	if (isDecimal(left) && isDecimal(right)) return compareDecimals(left, right) === 0;
	return left === right;
}

function isScalar(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
