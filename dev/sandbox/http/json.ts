import { parse, stringify } from 'lossless-json';

export type JsonObject = Record<string, unknown>;

/** Integers beyond 2^53 become bigint, so that an int64 id keeps every digit. */
export function readNumber(text: string): number | bigint {
	const number = Number(text);
	return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}

/** Parses JSON and keeps every digit of integers. @throws SyntaxError on anything else */
export function parseJson(text: string): unknown {
	return parse(text, undefined, readNumber);
}

/** JSON text of a value; a bigint becomes an integer with all its digits. */
export function toJson(value: unknown): string {
	const text = stringify(value);
	if (text === undefined) throw new TypeError('This value has no JSON form');
	return text;
}

/** Whether a parsed value is an object, and neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isJsonObject(value)) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** The same text for the same content, whatever the order of the keys. */
export function fingerprint(value: unknown): string {
	return toJson(sorted(value));
}
