import { isNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON value as it is sent; a `LosslessNumber` goes onto the wire digit for digit. */
export type JsonValue =
	string | number | boolean | null | LosslessNumber | JsonValue[] | JsonObject;

/** Far above any documented answer; what goes through a value level by level must come to its end. */
const MOST_LEVELS = 500;

/** `undefined` members are left out. */
export interface JsonObject {
	[name: string]: JsonValue | undefined;
}

/** Whether a JSON value, that came or is to be sent, is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject && !(value instanceof LosslessNumber);
}

/**
 * Parses JSON from the API. Numbers that a double holds exactly become numbers; every other number (an int64 beyond
 * 2^53, a long decimal) becomes a string with all its digits, because an n8n item can hold neither a bigint nor more.
 *
 * @param text JSON text
 * @returns the parsed value
 * @throws SyntaxError when the text is not JSON; RangeError when it is nested too deeply
 */
export function parseJson(text: string): unknown {
	const value = parse(text, undefined, {
		parseNumber: (digits) => (isSafeNumber(digits) ? Number.parseFloat(digits) : digits),
		// As JSON.parse: what the sender can write must not be lost over it.
		onDuplicateKey: ({ newValue }) => newValue,
	});
	if (isDeeper(value, MOST_LEVELS)) {
		throw new RangeError(`nested more than ${String(MOST_LEVELS)} levels deep`);
	}
	return value;
}

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((entry) => isDeeper(entry, levels - 1));
}

/** Whether a text may be a number of the API's that `parseJson` kept as text: a double cannot hold its digits. */
export function isLongNumber(text: string): boolean {
	return isNumber(text) && !isSafeNumber(text);
}

/**
 * Parses JSON that an operator typed and that is sent on: a number a double cannot hold keeps its digits on the wire.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJsonForSending(text: string): JsonValue {
	return parse(text, undefined, (digits) =>
		isSafeNumber(digits) ? Number.parseFloat(digits) : new LosslessNumber(digits),
	) as JsonValue;
}

/**
 * Writes a request body.
 *
 * @param value a JSON value; `undefined` members are left out, a `LosslessNumber` is written digit for digit
 */
export function stringifyJson(value: JsonValue): string {
	// stringify() only answers undefined for undefined.
	return stringify(value) ?? 'null';
}
