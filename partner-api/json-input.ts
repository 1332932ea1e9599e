import { InputError } from './errors';
import { type JsonObject, type JsonValue, parseJsonForSending, wireInteger } from './json';

/**
 * Reads JSON that an operator gave: text as typed keeps the digits of large numbers, a value is taken as it is.
 *
 * @param label the parameter's display name
 * @throws InputError when it is not valid JSON
 */
export function readJson(value: unknown, label: string): JsonValue {
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
	if (typeof object !== 'object' || object === null || Array.isArray(object)) {
		throw new InputError(`${label} must be a JSON object`);
	}
	return object as JsonObject;
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
 * @throws InputError when it is no whole number, or a number too large to be exact
 */
export function readInteger(value: unknown, label: string): JsonValue {
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw new InputError(`${label} must be a whole number`);
	}
	try {
		return wireInteger(value);
	} catch (error) {
		throw new InputError(`${label} ${error instanceof RangeError ? error.message : String(error)}`);
	}
}
