import { MAGIC_TABLES } from '../../sandbox/magic-tables';
import { betweenMarks } from './marked-tables';
import { alignedTable } from './table';

/**
 * The sandbox's README with the tables of magic values from the code.
 *
 * @param readme the README as it is
 * @throws Error if the README lacks the two marks around the tables
 */
export function withMagicValues(readme: string): string {
	return betweenMarks(readme, magicTables());
}

function magicTables(): string {
	return MAGIC_TABLES.map(
		({ title, heads, rows }) => `### ${title}\n\n${alignedTable([...heads], rows)}`,
	).join('\n\n');
}
