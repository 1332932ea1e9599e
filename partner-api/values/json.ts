import { isNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

import { decimalString, isDecimal } from './decimal';
import { InputError } from '../errors';
import { requireNoSlip } from './slips';

/** A JSON value as it is sent; a `LosslessNumber` is written digit for digit. */
export type JsonValue =
	string | number | boolean | null | LosslessNumber | JsonValue[] | JsonObject;

/** `undefined` members are left out. */
export interface JsonObject {
	[name: string]: JsonValue | undefined;
}

/** The maximum depth of lists and objects: with more, a stack could overflow, here or in n8n. */
const MAX_DEPTH = 500;
const TOO_DEEP = `has more than ${MAX_DEPTH} levels`;
/** With more names, repeated ones are not looked for: it would take as long as parsing. */
const MAX_NAMES_COUNTED = 100_000;
const [QUOTE, BACKSLASH, COLON, LIST, LIST_END, OBJECT, OBJECT_END] = [
	34, 92, 58, 91, 93, 123, 125,
];
const NAME_END = /\s*:/y;

/** Whether a JSON value is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject && !(value instanceof LosslessNumber);
}

/**
 * Parses JSON from the API. If a double holds a number exactly, it becomes a number. Any other (an int64 beyond 2^53, a
 * long decimal) becomes a string with all its digits: an n8n item cannot hold a bigint.
 *
 * @param tooDeep replaces everything below `MAX_DEPTH`; absent: such JSON is refused
 * @throws SyntaxError if the text is not JSON, or repeats a name (not checked if it has more than 100,000); RangeError if
 *   it is too deep
 */
export function parseJson(text: string, tooDeep?: string): unknown {
	const { exact, names } = scan(text, tooDeep);
	const value: unknown = JSON.parse(exact);
	// If a name is repeated, parsers differ in which value they take, so the meaning is unclear.
	const areCounted = names > 1 && names <= MAX_NAMES_COUNTED;
	if (areCounted && names > countNames(value)) throw new SyntaxError('it has the same name twice');
	return value;
}

/** Like `parseJson`, with a note in place of values that are too deep; undefined if the text can't be parsed. */
export function jsonOrUndefined(text: string): unknown {
	try {
		return parseJson(text, `this ${TOO_DEEP}`);
	} catch {
		return undefined;
	}
}

/** The number of names in the objects of a parsed value. */
function countNames(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	let names = 0;
	if (Array.isArray(value)) for (const entry of value) names += countNames(entry);
	else for (const name of Object.keys(value)) names += 1 + countNames(value[name as keyof object]);
	return names;
}

/**
 * Goes once through a text that may be JSON. A regular expression would scan parts of it again, or overflow its stack.
 *
 * @returns the number of its names, and the text with long numbers in quotes and the note `tooDeep` in place of deeper
 *   values
 */
function scan(text: string, tooDeep?: string): { exact: string; names: number } {
	let [exact, copied, names, depth, start] = ['', 0, 0, 0, 0];
	const replace = (end: number, by = ''): void => {
		exact += text.slice(copied, start) + JSON.stringify(by);
		copied = end;
	};
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) {
			for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1)
				if (text.charCodeAt(at) === BACKSLASH) at += 1;
		} else if (code === LIST || code === OBJECT) {
			depth += 1;
			if (depth !== MAX_DEPTH + 1) continue;
			if (tooDeep === undefined) throw new RangeError(`it ${TOO_DEEP}`);
			start = at;
		} else if (code === LIST_END || code === OBJECT_END) {
			depth -= 1;
			if (depth === MAX_DEPTH) replace(at + 1, tooDeep);
		} else if (depth <= MAX_DEPTH && code === COLON) {
			names += 1;
		} else if (depth <= MAX_DEPTH && isInNumber(code)) {
			start = at;
			while (isInNumber(text.charCodeAt(at + 1))) at += 1;
			// Two characters can't hold an exponent.
			if (at - start < 2) continue;
			const number = text.slice(start, at + 1);
			NAME_END.lastIndex = at + 1;
			if (isLongNumber(number) && !NAME_END.test(text)) replace(at + 1, number);
		}
	}
	return { exact: exact + text.slice(copied), names };
}

/** A digit, or one of `+-.eE`, by its code: for millions of numbers, comparing codes is fastest. */
function isInNumber(code: number): boolean {
	const isDigit = code >= 48 && code <= 57;
	return isDigit || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;
}

/** Whether a number must stay a text. A double holds 15 characters without an exponent. */
function isLongNumber(text: string): boolean {
	if (text.length <= 15 && !/e/i.test(text)) return false;
	// A regular expression could overflow its stack on a longer text.
	return text.length > 1_000 || (isNumber(text) && !isSafeNumber(text));
}

/** Writes a request body: `undefined` members are left out, a `LosslessNumber` is written digit for digit. */
export function stringifyJson(value: JsonValue): string {
	// stringify() returns undefined only for undefined.
	return stringify(value) ?? 'null';
}

/** A value for a path or a query. */
export function textOf(value: JsonValue | undefined): string {
	return typeof value === 'string' ? value : stringifyJson(value ?? null);
}

/** Whether a value holds nothing. */
export function isAbsent(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** A value as text; undefined if it is absent, or is a list or an object, which may have any size. */
export function scalarText(value: JsonValue | undefined): string | undefined {
	if (isAbsent(value) || Array.isArray(value) || isJsonObject(value)) return undefined;
	return textOf(value);
}

/** The value at a place, with dots into objects, and numbers into lists (`events.-1` is the last one). */
export function valueAt<Value>(value: Value, place: string): Value | JsonValue | undefined {
	let inner: Value | JsonValue | undefined = value;
	for (const name of place.split('.')) {
		if (Array.isArray(inner) && /^-?\d+$/.test(name)) inner = inner.at(Number(name));
		else inner = isJsonObject(inner) ? inner[name] : undefined;
	}
	return inner;
}

/**
 * Reads JSON that an operator gave: typed text keeps the digits of large numbers, a value is copied.
 *
 * @param label the parameter's display name
 * @throws InputError if it is not valid JSON, or too deep
 */
function readJson(value: unknown, label: string): JsonValue {
	try {
		const copy = copied(value) ?? null;
		scan(typeof copy === 'string' ? copy : stringifyJson(copy));
		if (typeof copy !== 'string') return copy;
		return parse(copy, undefined, (digits) =>
			isSafeNumber(digits) ? Number.parseFloat(digits) : new LosslessNumber(digits),
		) as JsonValue;
	} catch (error) {
		// The stack may overflow before the levels are counted.
		throw new InputError(
			`${label} ${error instanceof RangeError ? TOO_DEEP : 'is not valid JSON'}`,
		);
	}
}

/**
 * A plain copy without functions, so that the checked value is the one that is sent: an object that an expression
 * returned may change by itself. Undefined stays undefined.
 */
function copied(value: unknown): JsonValue | undefined {
	if (typeof value === 'function') return undefined;
	const isPlain = typeof value !== 'object' || value === null || value instanceof LosslessNumber;
	if (isPlain) return value as JsonValue;
	const { toJSON } = value as { toJSON?: unknown };
	if (typeof toJSON === 'function') return copied(Reflect.apply(toJSON, value, []));
	// Not by the array's own method, which may come from an expression.
	if (Array.isArray(value)) return Array.from(value, (one) => copied(one) ?? null);
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copied(one)]));
}

/** As `readJson`. @throws InputError if it is not a JSON object */
export function readJsonObject(value: unknown, label: string): JsonObject {
	const object = readJson(value, label);
	if (!isJsonObject(object)) throw new InputError(`${label} must be a JSON object`);
	return object;
}

/** As `readJson`. @throws InputError if it is not a JSON array */
export function readJsonArray(value: unknown, label: string): JsonValue[] {
	const array = readJson(value, label);
	if (!Array.isArray(array)) throw new InputError(`${label} must be a JSON array`);
	return array;
}

/**
 * Reads an integer that an operator gave, without ever rounding it.
 *
 * @returns the integer as it is sent, digit for digit
 * @throws InputError if it is not a whole number, or is too large to be exact
 */
export function readInteger(value: unknown, label: string): JsonValue {
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new InputError(`${label} is too large to be exact as a number. Enter it as text`);
	}
	const digits = typeof value === 'number' ? String(value) : value;
	if (typeof digits !== 'string' || !isDecimal(digits.trim()) || digits.includes('.')) {
		if (typeof digits === 'string') requireNoSlip(digits, label);
		throw new InputError(`${label} must be a whole number`);
	}
	// Without white space and leading zeros, which JSON does not allow.
	const exact = BigInt(digits).toString();
	return isSafeNumber(exact) ? Number(exact) : new LosslessNumber(exact);
}

/**
 * Reads a count that an operator gave, in the forms that `readInteger` accepts.
 *
 * @throws InputError if it is not a whole number, or out of bounds
 */
export function readCount(value: unknown, label: string, min: number, max = Infinity): number {
	return within(readInteger(value, label), `${label} must be a whole number`, min, max);
}

/**
 * Reads a number that an operator gave, such as seconds. A text must be a decimal.
 *
 * @throws InputError if it is not a number, or out of bounds
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
