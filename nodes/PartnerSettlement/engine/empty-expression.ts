import { isExpression } from 'n8n-workflow';

import { InputError } from '../../../partner-api';
import { isAbsent } from '../catalog/fields';

/**
 * Refuses an expression that gives nothing, for a parameter that sets a limit or a rule: an empty field means that there is
 * none, but a field that is missing from an item, or a name that is misspelled, must not take it away.
 *
 * @param value what came of the parameter
 * @param raw the parameter as the workflow holds it
 * @param label what the editor calls it
 * @throws InputError that names it
 */
export function refuseNothing(value: unknown, raw: unknown, label: string): void {
	if (!isExpression(raw) || !isAbsent(value)) return;
	throw new InputError(
		`${label} is an expression that gives nothing`,
		'Check the expression and what it reads from. If there is to be none, switch the field to Fixed and leave it empty.',
	);
}

/**
 * As `refuseNothing`, for members of a collection.
 *
 * @param labels what the editor calls them, by their names
 * @throws InputError that names the first
 */
export function refuseNothingIn(
	collection: unknown,
	raw: unknown,
	labels: Readonly<Record<string, string>>,
): void {
	const [values, expressions] = [recordOf(collection), recordOf(raw)];
	for (const [name, label] of Object.entries(labels)) {
		refuseNothing(values[name], expressions[name], label);
	}
}

function recordOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}
