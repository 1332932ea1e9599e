import { z } from 'zod';

import { compareDecimals, isDecimal } from './decimal';
import type { JsonValue } from './json';

/** What a lookup by `ext_id` says of an order whose answer was lost. */
export type LookupVerdict = 'found' | 'not_shown' | 'another_order';

const recordSchema = z.record(z.unknown());

/**
 * Judges whether a document (section 1, rule 10) is that of an order. Its fields are not shown, so it must at least name
 * the `ext_id`, and no field of the same name may say otherwise: the key may have been used for another order before.
 *
 * @param document what the lookup answered
 * @param order the body that was sent
 * @param extId the key it was sent with
 */
export function judgeDocument(document: unknown, order: JsonValue, extId: string): LookupVerdict {
	const record = recordSchema.safeParse(document);
	const sent = recordSchema.safeParse(order);
	if (!record.success || record.data.ext_id !== extId) return 'not_shown';
	const differs = Object.entries(sent.success ? sent.data : {}).some(
		([name, value]) => isScalar(value) && isOther(record.data[name], value),
	);
	return differs ? 'another_order' : 'found';
}

function isScalar(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

function isOther(recorded: unknown, sent: string | number | boolean): boolean {
	if (!isScalar(recorded)) return false;
	const [left, right] = [String(recorded), String(sent)];
	if (isDecimal(left) && isDecimal(right)) return compareDecimals(left, right) !== 0;
	return left !== right;
}
