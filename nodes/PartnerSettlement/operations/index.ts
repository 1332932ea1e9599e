import type { Operation } from '../definition/operation';
import * as all from './all';

/** In the order of their names, whichever way a module is loaded. */
export const OPERATIONS: readonly Operation[] = Object.entries<Operation>(all)
	.sort(([left], [right]) => left.localeCompare(right))
	.map(([, operation]) => operation);

/** @throws Error when the node was saved by a release that knew another operation */
export function findOperation(resource: string, operation: string): Operation {
	const found = OPERATIONS.find(
		(candidate) => candidate.resource === resource && candidate.operation === operation,
	);
	if (!found) throw new Error(`There is no operation "${operation}" of "${resource}"`);
	return found;
}
