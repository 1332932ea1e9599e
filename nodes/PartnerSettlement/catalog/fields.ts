import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import {
	checkExtId,
	checkRecipient,
	exactText,
	InputError,
	isJsonObject,
	type JsonValue,
	positiveAmount,
	readCount,
	readInteger,
	readJsonArray,
	readJsonObject,
} from '../../../partner-api';

/** One field of a request: how the editor shows it, and how its value is checked and written. */
export interface Field {
	/** The API's own name. `<svc>` in it stands for the credential's service code, as in the API document. */
	name: string;
	/** The n8n parameter: the API's name in camelCase. */
	parameter: string;
	displayName: string;
	/** The call makes no sense without it. */
	required: boolean;
	/** Stands in the panel itself rather than in "Additional Fields". */
	topLevel: boolean;
	/** The document does not show this field. */
	inferred: boolean;
	/** Only changes what the panel shows: it is neither read nor sent. */
	isPanelOnly?: true;
	/** Is read, so that what is wrong is refused, and never sent. */
	isConfirmation?: true;
	property: Pick<INodeProperties, 'type' | 'default' | 'description' | PropertyName>;
	/**
	 * Turns a parameter's value into what is sent.
	 *
	 * @param label what to call the parameter in an error; its display name by default
	 * @returns undefined when nothing was given
	 * @throws InputError that names the parameter
	 */
	read: (value: unknown, label?: string) => JsonValue | undefined;
}

/** What else the editor may show of a field. */
type PropertyName = 'placeholder' | 'hint' | 'options' | 'modes' | 'typeOptions' | 'displayOptions';

export interface FieldInfo extends Pick<
	INodeProperties,
	'placeholder' | 'hint' | 'displayOptions'
> {
	description: string;
	/** Required fields are top-level. */
	required?: boolean;
	topLevel?: boolean;
	inferred?: boolean;
	displayName?: string;
	/** Where another parameter has the name already. */
	parameter?: string;
}

type Reader = (value: unknown, label: string) => JsonValue | undefined;

/**
 * A field of any kind.
 *
 * @param read is given what is not absent, with white space as it was typed
 */
export function field(
	name: string,
	info: FieldInfo,
	property: Omit<Field['property'], 'description'>,
	read: Reader,
): Field {
	const { placeholder, hint, displayOptions } = info;
	const inferred = info.inferred ?? false;
	const displayName = info.displayName ?? titleCase(name);
	const required = info.required ?? false;
	return {
		name,
		parameter: info.parameter ?? camelCase(name),
		displayName,
		required,
		topLevel: info.topLevel ?? required,
		inferred,
		property: {
			...property,
			description: info.description,
			...(placeholder !== undefined && { placeholder }),
			...(hint !== undefined && { hint }),
			...(displayOptions && { displayOptions }),
		},
		read: (given, label = displayName) => {
			const value = innerValue(given);
			if (isAbsent(value)) {
				if (required) throw new InputError(`${label} is empty`);
				return undefined;
			}
			return read(value, label);
		},
	};
}

/** Whether a parameter holds nothing. */
export function isAbsent(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/**
 * What n8n holds in a resource locator or in a form (resource mapper): the chosen ID, or the fields that were filled in. Any
 * other value is itself.
 */
export function innerValue(value: unknown): unknown {
	if (!isJsonObject(value)) return value;
	const isHolder = value.__rl === true || ('mappingMode' in value && 'value' in value);
	return isHolder ? value.value : value;
}

/** A text; white space around it is dropped, because pasted ids and addresses bring it along. */
export function text(name: string, info: FieldInfo): Field {
	return field(name, info, { type: 'string', default: '' }, readText);
}

export function readText(value: unknown, label: string): string {
	if (typeof value === 'number') return exactText(value, label);
	if (typeof value !== 'string') throw new InputError(`${label} must be a text`);
	return value.trim();
}

/** The idempotency key of an order, as it was made with it: white space around it is part of it. */
export function extId(info: FieldInfo): Field {
	return field('ext_id', info, { type: 'string', default: '' }, checkExtId);
}

/** The TRON address of a recipient, checked by its checksum. */
export function tronAddress(name: string, info: FieldInfo): Field {
	return field(name, info, { type: 'string', default: '' }, (value, label) =>
		checkRecipient(readText(value, label), label),
	);
}

/** An amount: a positive decimal string, sent as typed. */
export function amount(name: string, info: FieldInfo): Field {
	return field(name, info, { type: 'string', default: '' }, (value, label) =>
		positiveAmount(typeof value === 'string' ? value.trim() : value, label),
	);
}

/** An integer of up to 64 bits. A text parameter, because a number one would round it beyond 2^53. */
export function integer(name: string, info: FieldInfo): Field {
	return field(name, info, { type: 'string', default: '' }, readInteger);
}

/** A count of things: an integer of at least 1. */
export function count(name: string, info: FieldInfo): Field {
	const property = { type: 'number' as const, default: 1, typeOptions: { minValue: 1 } };
	return field(name, info, property, (value, label) => readCount(value, label, 1));
}

/** One of a few documented values. */
export function choice(name: string, values: Record<string, string>, info: FieldInfo): Field {
	const options = Object.entries(values).map(([value, label]) => ({ name: label, value }));
	const property = { type: 'options' as const, default: options[0]?.value ?? '', options };
	return field(name, info, property, (value, label) => {
		if (typeof value !== 'string' || !Object.hasOwn(values, value)) {
			throw new InputError(`${label} must be one of ${Object.keys(values).join(', ')}`);
		}
		return value;
	});
}

/** True or false. */
export function flag(name: string, info: FieldInfo): Field {
	return field(name, info, { type: 'boolean', default: false }, (value, label) => {
		if (typeof value !== 'boolean') throw new InputError(`${label} must be true or false`);
		return value;
	});
}

/** A JSON object, typed as JSON or given by an expression. */
export function jsonObject(name: string, info: FieldInfo): Field {
	return field(name, info, { type: 'json', default: '{}' }, readJsonObject);
}

/** A JSON object that may be none at all: the editor's field for JSON marks an empty one as a mistake. */
export function jsonText(name: string, info: FieldInfo): Field {
	const property = { type: 'string' as const, default: '', typeOptions: { rows: 4 } };
	return field(name, info, property, readJsonObject);
}

/** A JSON array, typed as JSON or given by an expression. */
export function jsonArray(name: string, info: FieldInfo & { default: string }): Field {
	return field(name, info, { type: 'json', default: info.default }, readJsonArray);
}

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
/** Knows how many days a month has. */
const REAL_TIME = z.string().datetime({ offset: true });
/** Unix seconds of the year 5138; anything above is milliseconds. */
const MAX_UNIX_SECONDS = 99_999_999_999;

/** A time as section 1, rule 5 takes it: RFC 3339 or unix seconds, never milliseconds. */
export function time(name: string, info: FieldInfo): Field {
	return field(name, info, { type: 'string', default: '' }, (value, label) => {
		const given = readText(value, label);
		if (RFC3339.test(given) && REAL_TIME.safeParse(given).success) return given;
		if (/^\d+$/.test(given)) {
			if (Number(given) <= MAX_UNIX_SECONDS) return Number(given);
			throw new InputError(`${label} is in milliseconds`, 'Give unix seconds, or RFC 3339.');
		}
		throw new InputError(
			`${label} must be a time such as 2026-01-31T00:00:00Z, or unix seconds`,
			'With an expression: {{ $now.toUTC().toISO() }}',
		);
	});
}

/** Words of the API's names that a label has in capitals. */
const UPPER = new Set(['id', 'url', 'iccid', 'kyt', 'usdt']);

function words(name: string): string[] {
	return name.replace(/[<>]/g, '').split('_');
}

function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An API name as an n8n parameter: `to_address` is `toAddress`. */
export function camelCase(name: string): string {
	return words(name)
		.map((word, index) => (index === 0 ? word : capital(word)))
		.join('');
}

/** An API name as a label: `offer_id` is `Offer ID`. */
export function titleCase(name: string): string {
	return words(name)
		.map((word) => (UPPER.has(word) ? word.toUpperCase() : capital(word)))
		.join(' ');
}
