import { isNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON value as it is sent; a `LosslessNumber` goes onto the wire digit for digit. */
export type JsonValue =
	string | number | boolean | null | LosslessNumber | JsonValue[] | JsonObject;

/** Far above any documented answer; what goes through a value level by level must come to its end. */
const MOST_LEVELS = 500;
/** A ledger of 10,000 lines has some 300,000. Each takes memory and time, however short its text is, also an empty list. */
const MOST_VALUES = 500_000;
const TOO_MANY = `more than ${String(MOST_VALUES)} values`;
const TOO_DEEP = `nested more than ${String(MOST_LEVELS)} levels deep`;
const LONGEST_SHOWN_NAME = 64;
/** Far above any amount or id; a pattern cannot look through millions of digits. */
const LONGEST_NUMBER = 1_000;
const IN_NUMBER = new Set('0123456789.eE+-');

/** `undefined` members are left out. */
export interface JsonObject {
	[name: string]: JsonValue | undefined;
}

/** Whether a JSON value, that came or is to be sent, is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject && !(value instanceof LosslessNumber);
}

/** JSON that is not taken, although it is valid. */
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
 * Parses JSON from the API. Numbers that a double holds exactly become numbers; every other number (an int64 beyond
 * 2^53, a long decimal) becomes a string with all its digits, because an n8n item can hold neither a bigint nor more.
 *
 * @param text JSON text
 * @returns the parsed value
 * @throws SyntaxError when the text is not JSON; RefusedJson when it is too much, nested too deeply, or holds a name twice
 */
export function parseJson(text: string): unknown {
	const { twice, rewritten } = lookThrough(text);
	const value: unknown = JSON.parse(text);
	// Readers differ in which of the two they take: nobody knows what was meant.
	if (twice !== undefined) {
		const name = JSON.stringify(twice.slice(0, LONGEST_SHOWN_NAME));
		throw new RefusedJson('unexpected_answer', `the name ${name} stands twice in one object`);
	}
	return rewritten === undefined ? value : JSON.parse(rewritten);
}

/**
 * Goes through a JSON text once, for what `JSON.parse` says nothing of, and what would cost it too much memory.
 *
 * @returns the first name that stands twice in its object; the text with its long numbers as texts, where it has any
 * @throws as `parseJson`
 */
function lookThrough(text: string): { twice?: string; rewritten?: string } {
	const names: Set<string>[] = [];
	const parts: string[] = [];
	let values = 0;
	let done = 0;
	let lastText = '';
	let twice: string | undefined;
	for (let at = 0; at < text.length; at += 1) {
		const mark = text.charAt(at);
		if (mark === '"') {
			const end = endOfText(text, at);
			lastText = text.slice(at, end + 1);
			at = end;
		} else if (mark === ':') {
			const name = nameOf(lastText);
			const siblings = names.at(-1);
			if (siblings?.has(name)) twice ??= name;
			siblings?.add(name);
		} else if (mark === '{' || mark === '[') {
			values += 1;
			names.push(new Set());
			if (names.length > MOST_LEVELS) throw new RefusedJson('unexpected_answer', TOO_DEEP);
		} else if (mark === '}' || mark === ']') {
			names.pop();
		} else if (mark === ',') {
			values += 1;
		} else if (mark === '-' || (mark >= '0' && mark <= '9')) {
			let end = at + 1;
			while (IN_NUMBER.has(text.charAt(end))) end += 1;
			const digits = text.slice(at, end);
			if (digits.length > LONGEST_NUMBER || isLongNumber(digits)) {
				parts.push(text.slice(done, at), `"${digits}"`);
				done = end;
			}
			at = end - 1;
		}
		if (values > MOST_VALUES) throw new RefusedJson('answer_too_large', TOO_MANY);
	}
	if (parts.length === 0) return { twice };
	return { twice, rewritten: parts.join('') + text.slice(done) };
}

/** Where a text that begins at a quotation mark ends. @throws SyntaxError when it does not */
function endOfText(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
		let first = end;
		while (json.charAt(first - 1) === '\\') first -= 1;
		if ((end - first) % 2 === 0) return end;
	}
	throw new SyntaxError('a text does not end');
}

/** A member's name as it is meant: the same letter can be spelled as an escape. */
function nameOf(text: string): string {
	return text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1);
}

/** Whether a text may be a number of the API's that `parseJson` kept as text: a double cannot hold its digits. */
export function isLongNumber(text: string): boolean {
	return text.length <= LONGEST_NUMBER && isNumber(text) && !isSafeNumber(text);
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
