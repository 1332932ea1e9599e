import { z } from 'zod';

import type { JsonValue } from '../../../partner-api';
import type { Operation } from '../catalog/operation';
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
	const additional = operation.fields.some((field) => !field.topLevel)
		? parameters.read('additionalFields', itemIndex, (value) => additionalSchema.parse(value), {})
		: {};
	return Object.fromEntries(
		operation.fields.map((field) => [
			field.name,
			field.topLevel
				? // A generated workflow may lack it.
					parameters.read(field.parameter, itemIndex, field.read, null)
				: field.read(additional[field.parameter]),
		]),
	);
}
