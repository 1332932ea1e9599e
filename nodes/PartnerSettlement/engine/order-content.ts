import {
	CODES,
	isDecimal,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	mapOrders,
	plainDecimal,
	stringifyJson,
} from '../../../partner-api';
import type { Operation } from '../catalog/operation';
import { textOf } from '../catalog/request-rules';

/**
 * What is ordered, as a text that is the same however it is spelled: an AI agent that orders the same again may write its
 * fields in another order, or its amounts with other zeros.
 *
 * @param order the fields by the API's names, or the operator's own body
 */
export function orderContent({ sameAs }: Operation, order: Readonly<JsonObject>): string {
	const inOneSpelling = sameAs?.(order) ?? order;
	return stringifyJson(canonical(mapOrders({ ...inOneSpelling }, withoutOne)));
}

/** One is what is ordered without a quantity (section 4.4). */
function withoutOne({ quantity, ...rest }: JsonObject): JsonObject {
	const count = textOf(quantity ?? 1);
	return count === '1' ? rest : { ...rest, quantity: count };
}

/** With its names in alphabetical order, without members that say nothing, and its values in one spelling, at every depth. */
function canonical(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(canonical);
	if (!isJsonObject(value)) return value;
	const members = Object.keys(value)
		.sort()
		.map((name) => [name, memberOf(name, value[name])] as const)
		.filter(([, member]) => !isNothing(member));
	return Object.fromEntries(members);
}

function memberOf(name: string, value: JsonValue | undefined): JsonValue | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const text = textOf(value);
	if (name === 'amount' && isDecimal(text)) return plainDecimal(text);
	if (CODES.has(name)) return text.toLowerCase();
	// An agent may write a number as a text.
	return typeof value === 'number' ? text : canonical(value);
}

/** What is not there at all says the same. */
function isNothing(member: JsonValue | undefined): boolean {
	return member === undefined || (isJsonObject(member) && Object.keys(member).length === 0);
}
