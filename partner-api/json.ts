import { isNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON value as it is sent; a `LosslessNumber` is written digit for digit. */
export type JsonValue =
	string | number | boolean | null | LosslessNumber | JsonValue[] | JsonObject;

/** `undefined` members are left out. */
export interface JsonObject {
	[name: string]: JsonValue | undefined;
}

/** Far above any documented response. Code that goes through a value level by level must end. */
const MAX_LEVELS = 500;
/** A ledger of 10,000 lines has some 300,000. Each value takes memory, however short its text is. */
const MAX_VALUES = 500_000;
const MAX_SHOWN_NAME = 64;
/** Far above any amount or id. A pattern cannot look through millions of digits. */
const MAX_NUMBER = 1_000;

/** A pattern would take one level of the stack for each of millions of digits. */
const IN_NUMBER = new Set('0123456789.eE+-');

/** Whether a JSON value is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject && !(value instanceof LosslessNumber);
}

/** JSON that is not read, although it is valid. */
export class RefusedJson extends Error {
	override readonly name = 'RefusedJson';

	constructor(
		readonly code: 'answer_too_large' | 'unexpected_answer',
		message: string,
	) {
		super(message);
	}
}

/**
 * Parses JSON from the API. A number that a double holds exactly becomes a number. Every other one (an int64 beyond
 * 2^53, a long decimal) becomes a string with all its digits: an n8n item cannot hold a bigint.
 *
 * @throws SyntaxError when the text is not JSON; RefusedJson when it has too many values or levels, or a name twice
 */
export function parseJson(text: string): unknown {
	const { duplicate, rewritten } = lookThrough(text);
	const value: unknown = JSON.parse(text);
	// Readers differ in which of the two they take: nobody knows what was meant.
	if (duplicate !== undefined) {
		const name = JSON.stringify(duplicate.slice(0, MAX_SHOWN_NAME));
		throw new RefusedJson('unexpected_answer', `the name ${name} stands twice in one object`);
	}
	return rewritten === undefined ? value : JSON.parse(rewritten);
}

/**
 * Goes through a JSON text once, for what `JSON.parse` does not report and what would cost it too much memory.
 *
 * @returns the first duplicate name of an object; the text with its long numbers as strings, where it has any
 * @throws as `parseJson`
 */
function lookThrough(text: string): { duplicate?: string; rewritten?: string } {
	/** The names so far of each object around the present place; a list has none. */
	const names: Set<string>[] = [];
	const parts: string[] = [];
	let values = 0;
	let copied = 0;
	let lastText = '';
	let duplicate: string | undefined;
	for (let at = 0; at < text.length; at += 1) {
		const mark = text.charAt(at);
		if (mark === '"') {
			const end = endOfText(text, at);
			lastText = text.slice(at, end);
			at = end - 1;
		} else if (mark === ':') {
			const name = lastText.includes('\\') ? String(JSON.parse(lastText)) : lastText.slice(1, -1);
			if (names.at(-1)?.has(name)) duplicate ??= name;
			names.at(-1)?.add(name);
			lastText = '';
		} else if (mark === '}' || mark === ']') {
			names.pop();
		} else if (mark === '{' || mark === '[') {
			names.push(new Set());
			values += 1;
		} else if (mark === ',') {
			values += 1;
		} else if (mark === '-' || (mark >= '0' && mark <= '9')) {
			const start = at;
			while (IN_NUMBER.has(text.charAt(at + 1))) at += 1;
			const digits = text.slice(start, at + 1);
			if (digits.length > MAX_NUMBER || isLongNumber(digits)) {
				parts.push(text.slice(copied, start), `"${digits}"`);
				copied = at + 1;
			}
		}
		if (names.length > MAX_LEVELS) {
			throw new RefusedJson('unexpected_answer', `nested more than ${MAX_LEVELS} levels deep`);
		}
		if (values > MAX_VALUES) {
			throw new RefusedJson('answer_too_large', `more than ${MAX_VALUES} values`);
		}
	}
	if (parts.length === 0) return { duplicate };
	return { duplicate, rewritten: parts.join('') + text.slice(copied) };
}

/** Where the text that begins at a quotation mark is over. @throws SyntaxError when it does not end */
function endOfText(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
		let first = end;
		while (json.charAt(first - 1) === '\\') first -= 1;
		if ((end - first) % 2 === 0) return end + 1;
	}
	throw new SyntaxError('a text does not end');
}

/** Whether a text may be a number that `parseJson` kept as text: a double cannot hold its digits. */
export function isLongNumber(text: string): boolean {
	return text.length <= MAX_NUMBER && isNumber(text) && !isSafeNumber(text);
}

/**
 * Parses JSON that an operator typed: a number that a double cannot hold is sent with all its digits.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJsonForSending(text: string): JsonValue {
	return parse(text, undefined, (digits) =>
		isSafeNumber(digits) ? Number.parseFloat(digits) : new LosslessNumber(digits),
	) as JsonValue;
}

/** Writes a request body: `undefined` members are left out, a `LosslessNumber` is written digit for digit. */
export function stringifyJson(value: JsonValue): string {
	// stringify() only gives undefined for undefined.
	return stringify(value) ?? 'null';
}
