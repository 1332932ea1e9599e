import { costs, type Operation } from '../../../nodes/PartnerSettlement/definition/operation';
import { RESOURCES } from '../../../nodes/PartnerSettlement/definition/parameters';
import { LOOKUPS, type ROWS } from '../../../nodes/PartnerSettlement/orders/decide';
import { callText, scopeText } from './operations-reference';
import { alignedTable } from './table';

const BETWEEN_MARKS = /(<!-- ([\w ]+): start -->\n\n)[^]*(\n\n<!-- \2: end -->)/;

/**
 * The README with its table of operations, in the editor's order.
 *
 * @param readme the README as it is
 * @param operations all operations of the node
 * @throws Error if the README lacks the two marks around the table
 */
export function withOperationsTable(readme: string, operations: readonly Operation[]): string {
	const rows = Object.entries(RESOURCES)
		.sort(([, left], [, right]) => left.localeCompare(right, 'en'))
		.map(([resource, displayName]) => [
			`**${displayName}**`,
			...[false, true].map((spending) =>
				operations
					.filter((operation) => operation.resource === resource && costs(operation) === spending)
					.map(({ name }) => name)
					.sort((left, right) => left.localeCompare(right, 'en'))
					.join(', '),
			),
		]);
	const head = ['resource', 'costs nothing', 'spends from the balance'];
	return betweenMarks(readme, alignedTable(head, rows));
}

/** The same for docs/api.md and the calls of the operations, in the order of the API document's sections. */
export function withCallsTable(page: string, operations: readonly Operation[]): string {
	const rows = operations
		.toSorted((left, right) => left.section.localeCompare(right.section, 'en', { numeric: true }))
		.map((operation) => [
			operation.section,
			callText(operation),
			scopeText(operation),
			`${RESOURCES[operation.resource]}: ${operation.name}`,
		]);
	return betweenMarks(page, alignedTable(['section', 'call', 'scope', 'operation'], rows));
}

/** The same for docs/guarantees.md and the table that decides the outcome of an order. */
export function withDecisionTable(page: string, decisions: typeof ROWS): string {
	const head = ['last attempt', 'before', ...LOOKUPS].map(inWords);
	const rows = decisions.map(({ last, before, cells }) => {
		const when = before.length > 2 ? 'any' : before.join(', ');
		return [last, when, ...LOOKUPS.map((_, place) => cells[place] ?? '')].map(inWords);
	});
	return betweenMarks(page, alignedTable(head, rows));
}

function inWords(name: string): string {
	return name.replaceAll('_', ' ');
}

/** A page with this text between its marks. @throws Error if it has no marks */
export function betweenMarks(page: string, text: string): string {
	if (!BETWEEN_MARKS.test(page)) throw new Error('The page has no marks for its table');
	return page.replace(
		BETWEEN_MARKS,
		(_old, start: string, _name, end: string) => start + text + end,
	);
}
