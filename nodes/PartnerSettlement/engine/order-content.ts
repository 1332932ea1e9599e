import {
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
	return quantity === undefined || textOf(quantity) === '1' ? rest : { ...rest, quantity };
}

/** With its names in alphabetical order, and its amounts without needless zeros, at every depth. */
function canonical(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(canonical);
	if (!isJsonObject(value)) return value;
	const members = Object.keys(value)
		.sort()
		.map((name) => [name, memberOf(name, value[name])] as const);
	return Object.fromEntries(members);
}

function memberOf(name: string, value: JsonValue | undefined): JsonValue | undefined {
	if (value === undefined) return undefined;
	const isAmount = name === 'amount' && isDecimal(textOf(value));
	return isAmount ? plainDecimal(textOf(value)) : canonical(value);
}
