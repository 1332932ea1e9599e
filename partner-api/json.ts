import { isInteger, isNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

import { decimalString } from './decimal';
import { InputError } from './errors';

/** A JSON value as it is sent; a `LosslessNumber` is written digit for digit. */
export type JsonValue =
	string | number | boolean | null | LosslessNumber | JsonValue[] | JsonObject;

/** `undefined` members are left out. */
export interface JsonObject {
	[name: string]: JsonValue | undefined;
}

/** A text, with the colon behind it where it is a name; or a number. One of more than 10,000 digits is no JSON here. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|-?\d[\d.eE+-]{0,9999}(?!\s*:)/g;

/** Whether a JSON value is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject && !(value instanceof LosslessNumber);
}

/**
 * Parses JSON from the API. A number that a double holds exactly becomes a number. Every other one (an int64 beyond
 * 2^53, a long decimal) becomes a string with all its digits: an n8n item cannot hold a bigint.
 *
 * @throws Error when the text is not JSON, has a name twice, or is nested too deeply
 */
export function parseJson(text: string): unknown {
	let names = 0;
	const exact = text.replace(TOKEN, (token) => {
		if (token.endsWith(':')) names += 1;
		return isLongNumber(token) ? `"${token}"` : token;
	});
	const value: unknown = JSON.parse(exact);
	// Readers differ in which of the two they take: nobody knows what was meant.
	if (names > countNames(value)) throw new SyntaxError('a name stands twice in one object');
	return value;
}

function countNames(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const entries: unknown[] = Object.values(value);
	const own = Array.isArray(value) ? 0 : entries.length;
	return entries.reduce<number>((sum, entry) => sum + countNames(entry), own);
}

/** Whether a text may be a number that `parseJson` kept as text: a double cannot hold its digits. */
function isLongNumber(text: string): boolean {
	return isNumber(text) && !isSafeNumber(text);
}

/** Writes a request body: `undefined` members are left out, a `LosslessNumber` is written digit for digit. */
export function stringifyJson(value: JsonValue): string {
	// stringify() only gives undefined for undefined.
	return stringify(value) ?? 'null';
}

/**
 * Reads JSON that an operator gave: text as typed keeps the digits of large numbers, a value is taken as it is.
 *
 * @param label the parameter's display name
 * @throws InputError when it is not valid JSON
 */
function readJson(value: unknown, label: string): JsonValue {
	if (typeof value !== 'string') return value as JsonValue;
	try {
		return parse(value, undefined, (digits) =>
			isSafeNumber(digits) ? Number.parseFloat(digits) : new LosslessNumber(digits),
		) as JsonValue;
	} catch {
		throw new InputError(`${label} is not valid JSON`);
	}
}

/** As `readJson`. @throws InputError when it is not a JSON object */
export function readJsonObject(value: unknown, label: string): JsonObject {
	const object = readJson(value, label);
	if (!isJsonObject(object)) throw new InputError(`${label} must be a JSON object`);
	return object;
}

/** As `readJson`. @throws InputError when it is not a JSON array */
export function readJsonArray(value: unknown, label: string): JsonValue[] {
	const array = readJson(value, label);
	if (!Array.isArray(array)) throw new InputError(`${label} must be a JSON array`);
	return array;
}

/**
 * Reads an integer that an operator gave, without ever rounding it.
 *
 * @returns the integer as it is sent, digit for digit
 * @throws InputError when it is no whole number, or a number too large to be exact
 */
export function readInteger(value: unknown, label: string): JsonValue {
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new InputError(`${label} is too large to be exact as a number; give it as text`);
	}
	const digits = typeof value === 'number' ? String(value) : value;
	if (typeof digits !== 'string' || !isInteger(digits.trim())) {
		throw new InputError(`${label} must be a whole number`);
	}
	// Without white space and leading zeros, which JSON does not allow.
	const exact = BigInt(digits).toString();
	return isSafeNumber(exact) ? Number(exact) : new LosslessNumber(exact);
}

/**
 * Reads a whole number of things that an operator gave, written as `readInteger` takes it.
 *
 * @throws InputError when it is none, or not within the bounds
 */
export function readCount(value: unknown, label: string, min: number, max = Infinity): number {
	return within(readInteger(value, label), `${label} must be a whole number`, min, max);
}

/**
 * Reads a number that an operator gave, such as seconds. A text is a decimal.
 *
 * @throws InputError when it is none, or not within the bounds
 */
export function readNumber(value: unknown, label: string, min: number, max = Infinity): number {
	const number = typeof value === 'string' ? Number(decimalString(value.trim(), label)) : value;
	return within(number, `${label} must be a number`, min, max);
}

function within(number: unknown, refusal: string, min: number, max: number): number {
	if (Number.isFinite(number) && Number(number) >= min && Number(number) <= max)
		return Number(number);
	const range =
		max === Infinity ? `of at least ${String(min)}` : `from ${String(min)} to ${String(max)}`;
	throw new InputError(`${refusal} ${range}`);
}
