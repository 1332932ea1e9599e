import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { InputError } from '../../partner-api';
import type { Parameters } from '../PartnerSettlement/engine/parameters';

/** The json of an item, which one of binary data alone may lack: n8n does not add it. */
type Fields = IDataObject | undefined;

/** The field of an item that takes the result. */
interface OutputField {
	name: string;
	/** Whether it may replace a field that the item came with. */
	mayReplace: boolean;
}

export const DEFAULT_OUTPUT_FIELD = 'screening';
export const OUTPUT_FIELD_LABEL = 'Output Field';
export const REPLACE_LABEL = 'Replace Output Field';

const NAME = /^[a-z]\w*$/i;
/** n8n takes an item with nothing else for a failed one, and runs a node again over an `error`. */
const RESERVED = ['error', 'message', 'details'];

const optionsSchema = z.object({
	outputField: z.string().trim().default(DEFAULT_OUTPUT_FIELD),
	replaceOutputField: z.boolean().default(false),
});

/**
 * @param options the collection "Options"
 * @throws InputError for a name that cannot be one
 */
function readOutputField(options: unknown): OutputField {
	const parsed = optionsSchema.safeParse(options);
	if (!parsed.success) {
		throw new InputError(
			`${OUTPUT_FIELD_LABEL} must be a text, and ${REPLACE_LABEL} true or false`,
		);
	}
	const { outputField: name, replaceOutputField: mayReplace } = parsed.data;
	if (!NAME.test(name) || RESERVED.includes(name)) {
		throw new InputError(
			`"${name}" cannot be the ${OUTPUT_FIELD_LABEL}`,
			`Use letters, digits and underscores, a letter first, and none of ${RESERVED.join(', ')}.`,
		);
	}
	return { name, mayReplace };
}

/**
 * The name of the field of an item that takes the result.
 *
 * @throws InputError for a name that cannot be one, or that is taken
 * @throws what n8n throws for an expression that fails
 */
export function readResultField(parameters: Parameters, json: Fields, index: number): string {
	const field = parameters.read('options', index, readOutputField);
	refuseTaken(json, field);
	return field.name;
}

/** @throws InputError for an item that has a field of this name, unless it may be replaced */
function refuseTaken(json: Fields, { name, mayReplace }: OutputField): void {
	if (mayReplace || !isTaken(json, name)) return;
	throw new InputError(
		`The item already has a field "${name}", which the result would replace`,
		`Choose another ${OUTPUT_FIELD_LABEL} under Options, or turn ${REPLACE_LABEL} on.`,
	);
}

/** A name that is free in the item. */
export function freeField(json: Fields): string {
	let name = DEFAULT_OUTPUT_FIELD;
	while (isTaken(json, name)) name += '_';
	return name;
}

function isTaken(json: Fields, name: string): boolean {
	return Object.hasOwn(json ?? {}, name);
}
