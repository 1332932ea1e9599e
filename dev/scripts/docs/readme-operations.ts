import type { Operation } from '../../../nodes/PartnerSettlement/definition/operation';
import { RESOURCES } from '../../../nodes/PartnerSettlement/definition/parameters';
import { alignedTable } from './table';

const BETWEEN_MARKERS = /(<!-- operations: start -->\n\n)[^]*(\n\n<!-- operations: end -->)/;

/**
 * The README with its table of operations as the catalog has them, in the editor's order.
 *
 * @param readme the README as it is
 * @param operations the node's catalog
 * @throws Error where the README lacks the two marks between which the table stands
 */
export function withOperationsTable(readme: string, operations: readonly Operation[]): string {
	if (!BETWEEN_MARKERS.test(readme)) throw new Error('README.md has no marks for its operations');
	return readme.replace(
		BETWEEN_MARKERS,
		(_old, start: string, end: string) => `${start}${operationsTable(operations)}${end}`,
	);
}

function operationsTable(operations: readonly Operation[]): string {
	const rows = Object.entries(RESOURCES)
		.sort(([, left], [, right]) => left.localeCompare(right, 'en'))
		.map(([resource, displayName]) => [
			`**${displayName}**`,
			operations
				.filter((operation) => operation.resource === resource)
				.map(({ name }) => name)
				.sort((left, right) => left.localeCompare(right, 'en'))
				.join(', '),
		]);
	return alignedTable(['resource', 'operations'], rows);
}
