import {
	CASELESS_FIELDS,
	isDecimal,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	mapOrders,
	plainDecimal,
	stringifyJson,
} from '../../../partner-api';
import { textOf } from '../catalog/request-rules';
import { withOneSpelling } from '../catalog/screened-address';

/**
 * What is ordered, as a text that is the same however it is spelled: an AI agent that orders the same again may write its
 * fields in another order, or its amounts with other zeros.
 *
 * @param order the fields by the API's names, or the operator's own body
 */
export function orderContent(order: Readonly<JsonObject>): string {
	const plain = (one: JsonObject) => withoutDefaults({ ...withOneSpelling(one) });
	return stringifyJson(canonical(mapOrders({ ...order }, plain)));
}

/** One is what is ordered without a quantity (section 4.4), and a screening not refreshed is one without it (section 4.7). */
function withoutDefaults({ quantity, refresh, ...rest }: JsonObject): JsonObject {
	const [count, isFresh] = [textOf(quantity ?? 1), textOf(refresh ?? false)];
	return {
		...rest,
		...(count !== '1' && { quantity: count }),
		...(isFresh !== 'false' && { refresh: isFresh }),
	};
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
	if (CASELESS_FIELDS.has(name)) return text.toLowerCase();
	// An agent may write a number as a text.
	return typeof value === 'number' ? text : canonical(value);
}

/** What is not there at all says the same. */
function isNothing(member: JsonValue | undefined): boolean {
	return member === undefined || (isJsonObject(member) && Object.keys(member).length === 0);
}
