import { InputError, readCount } from '../../../partner-api';
import { LIMIT, RETURN_ALL } from '../catalog/list-properties';
import type { Parameters } from './parameters';

/**
 * How many entries of a list are wanted.
 *
 * @throws InputError when an expression gives no such thing: an empty output must not look like an empty list
 */
export function readMost(parameters: Parameters, itemIndex: number): number {
	const all = parameters.read(RETURN_ALL.name, itemIndex, readReturnAll, RETURN_ALL.default);
	if (all) return Number.POSITIVE_INFINITY;
	const { displayName, typeOptions } = LIMIT;
	const readLimit = (value: unknown) => readCount(value, displayName, typeOptions.minValue);
	return parameters.read(LIMIT.name, itemIndex, readLimit, LIMIT.default);
}

function readReturnAll(value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	throw new InputError(`${RETURN_ALL.displayName} must be true or false`);
}
