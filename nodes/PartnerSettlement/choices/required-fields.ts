import { isJsonObject } from '../../../partner-api';

/** One thing that a gift offer asks of its buyer (`required_fields`, section 4.5). */
export interface RequiredField {
	/** As it is sent. */
	name: string;
	label: string;
	type: 'string' | 'number' | 'boolean';
	isRequired: boolean;
	/** The values to choose from; empty where any will do. */
	values: string[];
}

const NAMES = ['name', 'key', 'id', 'field', 'code'];
const LABELS = ['label', 'title', 'display_name', 'description'];
const NUMBERS = new Set(['number', 'integer', 'int', 'float', 'decimal']);

/**
 * Reads what a gift offer asks for: a list of names, a list of objects, an object by name, or a JSON schema.
 *
 * @returns undefined where it is none of these
 */
export function readRequiredFields(value: unknown): RequiredField[] | undefined {
	if (Array.isArray(value)) return value.flatMap((entry) => fieldIn(entry));
	if (!isJsonObject(value)) return undefined;
	const { properties, required } = value;
	if (!isJsonObject(properties)) return membersOf(value, () => undefined);
	const names = Array.isArray(required) ? required : [];
	return membersOf(properties, (name) => names.includes(name));
}

function membersOf(
	fields: Readonly<Record<string, unknown>>,
	isRequired: (name: string) => boolean | undefined,
): RequiredField[] {
	return Object.entries(fields).map(([name, about]) => fieldOf(name, about, isRequired(name)));
}

/** An entry of a list: a name, or an object that holds one. */
function fieldIn(entry: unknown): RequiredField[] {
	const name = isJsonObject(entry) ? textUnder(entry, NAMES) : entry;
	return typeof name === 'string' && name !== '' ? [fieldOf(name, entry)] : [];
}

/** @param about an object that says more of the field, its type, or nothing that is understood */
function fieldOf(name: string, about: unknown, required?: boolean): RequiredField {
	const known: Readonly<Record<string, unknown>> = isJsonObject(about) ? about : { type: about };
	const { type, options, enum: values = options, optional } = known;
	return {
		name,
		label: textUnder(known, LABELS) ?? name,
		type: typeOf(type),
		isRequired: required ?? (known.required !== false && optional !== true && about !== false),
		values: Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [],
	};
}

function typeOf(type: unknown): RequiredField['type'] {
	if (typeof type !== 'string') return 'string';
	const small = type.toLowerCase();
	if (NUMBERS.has(small)) return 'number';
	return small === 'boolean' || small === 'bool' ? 'boolean' : 'string';
}

function textUnder(
	fields: Readonly<Record<string, unknown>>,
	names: readonly string[],
): string | undefined {
	const found = names
		.map((name) => fields[name])
		.find((one) => typeof one === 'string' && one !== '');
	return typeof found === 'string' ? found : undefined;
}
