import type { Operation } from '../definition/operation';
import * as all from './all';

/** Sorted by name, so the order does not depend on how the modules are loaded. */
export const OPERATIONS: readonly Operation[] = Object.entries<Operation>(all)
	.sort(([left], [right]) => left.localeCompare(right))
	.map(([, operation]) => operation);

/** @throws Error if the node was saved by a release that had an operation which this one lacks */
export function findOperation(resource: string, operation: string): Operation {
	const found = OPERATIONS.find(
		(candidate) => candidate.resource === resource && candidate.operation === operation,
	);
	if (!found) throw new Error(`There is no operation "${operation}" of "${resource}"`);
	return found;
}
