import { type INodeProperties, tryToParseDateTime } from 'n8n-workflow';
import { z } from 'zod';

import {
	checkIdentifier,
	exactText,
	InputError,
	isAbsent,
	type JsonValue,
	positiveAmount,
	readCount,
	readJsonObject,
} from '../../../partner-api';

/** One field of a request: how the editor shows it, and how its value is checked and written. */
export interface Field {
	/** The API's own name. `<svc>` in it is the credential's service code, as in the API document. */
	name: string;
	/** The n8n parameter: the API's name in camelCase. */
	parameter: string;
	displayName: string;
	/** The call makes no sense without it. */
	required: boolean;
	/** Shown in the panel itself rather than in "Additional Fields". */
	topLevel: boolean;
	property: Omit<INodeProperties, 'displayName' | 'name'>;
	/**
	 * Turns a parameter's value into the form that is sent.
	 *
	 * @param timezone returns the workflow's time zone
	 * @returns undefined if there is no value
	 * @throws InputError that names the parameter
	 */
	read: (value: unknown, timezone?: () => string) => JsonValue | undefined;
}

/** The description of a field. Its display properties are n8n's; without a type it is a text. */
export interface FieldInfo extends Partial<Omit<INodeProperties, 'name'>> {
	description: string;
	/** Required fields are top-level. */
	required?: boolean;
	topLevel?: boolean;
	/** Set if another parameter already has the name. */
	parameter?: string;
	/** Turns a value that is not absent into the form that is sent. The value still has its white space. */
	read?: (value: unknown, label: string, timezone?: () => string) => JsonValue | undefined;
}

/** Names of IDs and addresses, which identify an order or a thing. */
export const IDENTIFIER = /(^|_)id$|^iccid$|^(to_)?address$/;

/** A field: a text, unless its information says otherwise. */
export function field(
	name: string,
	{
		displayName = titleCase(name),
		parameter = camelCase(name),
		required = false,
		topLevel = required,
		read = IDENTIFIER.test(name) ? readId : readText,
		...shown
	}: FieldInfo,
): Field {
	return {
		name,
		parameter,
		displayName,
		required,
		topLevel,
		property: { type: 'string', default: '', ...shown },
		read: (value, timezone) => {
			if (isAbsent(value)) {
				if (required) throw new InputError(`${displayName} is empty`);
				return undefined;
			}
			return read(value, displayName, timezone);
		},
	};
}

/** A field as the editor shows it. */
export function fieldProperty({ displayName, parameter, property }: Field): INodeProperties {
	return { displayName, name: parameter, ...property };
}

/** Whether a value is absent, a blank text or an empty list. */
export function isEmpty(value: unknown): boolean {
	return isAbsent(value) || (Array.isArray(value) && value.length === 0);
}

/** White space around a text is dropped, because pasted ids and addresses bring it along. */
export function readText(value: unknown, label: string): string {
	if (typeof value === 'number') return exactText(value, label);
	if (typeof value !== 'string') throw new InputError(`${label} must be text`);
	return value.trim();
}

/** An ID without the blanks around it. @throws InputError as `checkIdentifier` does */
function readId(value: unknown, label: string): string {
	return checkIdentifier(readText(value, label), label);
}

/** A text with commas, or a list of texts from an expression, without its empty texts. @throws InputError for anything else */
export function readTexts(value: unknown, label: string): string[] {
	const texts: unknown = typeof value === 'string' ? value.split(',') : value;
	if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) {
		throw new InputError(`${label} must be values separated by commas, or a list of text values`);
	}
	return texts.map((text) => text.trim()).filter(Boolean);
}

/** An amount: a positive decimal string, sent as typed. */
export function amount(name: string, info: FieldInfo): Field {
	const read = (value: unknown, label: string) =>
		positiveAmount(typeof value === 'string' ? value.trim() : value, label);
	return field(name, { ...info, read });
}

/** A count of things: an integer of at least 1. */
export function count(name: string, info: FieldInfo): Field {
	const read = (value: unknown, label: string) => readCount(value, label, 1);
	return field(name, { type: 'number', default: 1, typeOptions: { minValue: 1 }, read, ...info });
}

/** One of a few documented values. */
export function choice(name: string, values: Record<string, string>, info: FieldInfo): Field {
	const options = Object.entries(values).map(([value, label]) => ({ name: label, value }));
	const read = (value: unknown, label: string) => {
		if (typeof value === 'string' && Object.hasOwn(values, value)) return value;
		throw new InputError(`${label} must be one of ${Object.keys(values).join(', ')}`);
	};
	return field(name, { type: 'options', default: options[0]?.value ?? '', options, read, ...info });
}

export function flag(name: string, info: FieldInfo): Field {
	return field(name, { type: 'boolean', default: false, read: readFlag, ...info });
}

/** @throws InputError if it is neither true nor false */
export function readFlag(value: unknown, label: string): boolean {
	if (typeof value === 'boolean') return value;
	throw new InputError(`${label} must be true or false`);
}

/** A JSON object, typed as JSON or from an expression. */
export function json(name: string, info: FieldInfo): Field {
	return field(name, { type: 'json', default: '{}', read: readJsonObject, ...info });
}

/**
 * RFC 3339, section 5.6. It does not check the days of a month, and allows a leap second only at the end of an hour.
 */
const RFC3339 =
	/^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d:[0-5]\d|59:60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const DATE = z.string().date();
/** Milliseconds have more digits. */
const UNIX_SECONDS = /^\d{1,11}$/;

/** A day, or a time without a zone, as the editor's date picker gives it. */
const LOCAL = /^(\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)?$/;
/** The date picker writes a day as its midnight. */
const DAY = /^[^T]+(?:T00:00(?::00(?:\.0+)?)?)?$/;

/**
 * A time in the form of section 1, rule 5: RFC 3339 or unix seconds, never milliseconds. A day, or a time without a zone,
 * is in the workflow's time zone.
 *
 * @param isEnd whether a picked day means its end
 */
export function time(name: string, info: FieldInfo, isEnd = false): Field {
	return field(name, {
		type: 'dateTime',
		...info,
		read: (value, label, timezone) => {
			// The result of an expression may be a Date.
			const given = readText(isDated(value) ? value.toJSON() : value, label);
			if (DATE.safeParse(RFC3339.exec(given)?.[1]).success) return given;
			if (UNIX_SECONDS.test(given)) return Number(given);
			if (DATE.safeParse(LOCAL.exec(given)?.[1]).success) {
				return inZone(given, timezone?.(), isEnd);
			}
			throw new InputError(
				`${label} must be a day, a time such as 2026-01-31T00:00:00Z, or unix seconds`,
				'Pick it from the calendar. With an expression: {{ $now }}',
			);
		},
	});
}

function isDated(value: unknown): value is { toJSON: () => unknown } {
	return typeof value === 'object' && value !== null && 'toJSON' in value;
}

/** RFC 3339. When clocks are set back, a time occurs twice. A span begins with the first and ends with the last. */
function inZone(local: string, timezone: string | undefined, isEnd: boolean): string {
	const time = tryToParseDateTime(local, timezone);
	const times = (isEnd && DAY.test(local) ? time.endOf('day') : time)
		.getPossibleOffsets()
		.sort((one, other) => one.toMillis() - other.toMillis());
	return String(times.at(isEnd ? -1 : 0)?.toISO({ suppressMilliseconds: true }));
}

/** Words of the API's names that a label has in capitals. */
const UPPER = new Set(['id', 'url', 'iccid', 'kyt', 'usdt']);

/** An API name as an n8n parameter: `to_address` is `toAddress`. */
export function camelCase(name: string): string {
	return name.replace(/[<>]/g, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** An API name as a label: `offer_id` is `Offer ID`. */
export function titleCase(name: string): string {
	const words = name.replace(/[<>]/g, '').split('_');
	return words
		.map((word) =>
			UPPER.has(word) ? word.toUpperCase() : word.replace(/^./, (one) => one.toUpperCase()),
		)
		.join(' ');
}
