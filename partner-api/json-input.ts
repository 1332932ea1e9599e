import { isInteger, isSafeNumber, LosslessNumber } from 'lossless-json';

import { decimalString } from './decimal';
import { InputError } from './errors';
import { isJsonObject, type JsonObject, type JsonValue, parseJsonForSending } from './json';

/**
 * Reads JSON that an operator gave: text as typed keeps the digits of large numbers, a value is taken as it is.
 *
 * @param label the parameter's display name
 * @throws InputError when it is not valid JSON
 */
function readJson(value: unknown, label: string): JsonValue {
	if (typeof value !== 'string') return value as JsonValue;
	try {
		return parseJsonForSending(value);
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
