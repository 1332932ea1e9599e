import { InputError } from '../../../partner-api';
import type { Parameters } from './parameters';

const DEFAULT_LIMIT = 50;

/**
 * How many entries of a list are wanted.
 *
 * @throws InputError when an expression gives no such thing: an empty output must not look like an empty list
 */
export function readMost(parameters: Parameters, itemIndex: number): number {
	const all = parameters.read('returnAll', itemIndex, readReturnAll, false);
	if (all) return Number.POSITIVE_INFINITY;
	return parameters.read('limit', itemIndex, readLimit, DEFAULT_LIMIT);
}

function readReturnAll(value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	throw new InputError('Return All must be true or false');
}

function readLimit(value: unknown): number {
	if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
	throw new InputError('Limit must be a whole number of at least 1');
}
