import { type INodeProperties, isExpression } from 'n8n-workflow';

import { InputError } from '../../../partner-api';
import { isAbsent } from '../catalog/fields';

/** What the editor shows of a parameter. */
export type Shown = Pick<INodeProperties, 'displayName'> &
	Partial<Pick<INodeProperties, 'required' | 'options'>>;

/** Fields without which a body orders something else, where they are there and empty. */
const EMPTY_FIELD = /"(ext_id|iccid|quantity|refresh)"\s*:\s*(?:null|"\s*")/;

const HINT = 'Check the expression and what it reads from; an AI agent has to give a value.';
const FIXED =
	'If there is to be none, switch the field to Fixed and leave it empty; for some items only, split them with an If node.';

/**
 * Refuses an expression that gives nothing, at any depth of a parameter. Only an empty field means that there is none: a
 * field that is missing from an item, or a name that is misspelled, must not buy a new eSIM or take a limit away.
 *
 * @param value what came of the parameter
 * @param raw the parameter as the workflow holds it
 * @throws InputError that names it
 */
export function refuseNothing(value: unknown, raw: unknown, shown: Shown): void {
	if (isExpression(raw)) {
		refuseEmpty(value, shown);
		return;
	}
	const values = membersOf(value);
	for (const [name, inner] of Object.entries(membersOf(raw))) {
		const member = memberOf(shown, name);
		if (member) refuseNothing(values[name], inner, member);
	}
}

function refuseEmpty(value: unknown, { displayName, required }: Shown): void {
	// A required field says itself that it is empty.
	if (isAbsent(value) && required !== true) throw givesNothing(displayName);
	const [, name] = EMPTY_FIELD.exec(jsonOf(value)) ?? [];
	if (name !== undefined) {
		const message = `${displayName} is an expression that gives an empty ${name}`;
		throw new InputError(message, `${HINT} If there is to be none, leave ${name} out.`);
	}
}

/** @param label what the editor calls the parameter */
export function givesNothing(label: string): InputError {
	return new InputError(`${label} is an expression that gives nothing`, `${HINT} ${FIXED}`);
}

/** A body, as text, in which everything empty is null: also white space, and what n8n knows to be undefined. */
function jsonOf(value: unknown): string {
	if (typeof value === 'string') return value;
	return JSON.stringify(value, (_, inner: unknown) => (isAbsent(inner) ? null : inner));
}

function membersOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** @returns undefined for a member that a collection does not show: nothing reads it */
function memberOf({ displayName, options }: Shown, name: string): Shown | undefined {
	if (!options) return { displayName: `${displayName}, ${name}` };
	const known = options.find((option) => option.name === name);
	return known && 'displayName' in known ? known : undefined;
}
