import { z } from 'zod';

import type { JsonValue } from '../../../partner-api';
import type { Field } from '../catalog/fields';
import type { Operation } from '../catalog/operation';
import { refuseNothingIn } from './empty-expression';
import type { Parameters } from './parameters';

const additionalSchema = z.record(z.unknown());

/**
 * The fields of a request, read and checked.
 *
 * @throws InputError that names the parameter
 */
export function readFields(
	{ parameters, operation }: { parameters: Parameters; operation: Operation },
	itemIndex: number,
): Record<string, JsonValue | undefined> {
	const inCollection = operation.fields.filter((field) => !field.topLevel);
	const readAdditional = (value: unknown, raw: unknown) => {
		refuseNothingIn(value, raw, switchesOf(inCollection));
		return additionalSchema.parse(value);
	};
	const additional =
		inCollection.length > 0
			? parameters.read('additionalFields', itemIndex, readAdditional, {})
			: {};
	return Object.fromEntries(
		operation.fields.map((field) => [
			field.name,
			field.topLevel
				? parameters.read(field.parameter, itemIndex, field.read)
				: field.read(additional[field.parameter]),
		]),
	);
}

/** What is on or off, and what the editor calls it: for an expression that gives nothing, neither is certain. */
function switchesOf(fields: readonly Field[]): Record<string, string> {
	const switches = fields.filter(({ property }) => property.type === 'boolean');
	return Object.fromEntries(switches.map((field) => [field.parameter, field.displayName]));
}
