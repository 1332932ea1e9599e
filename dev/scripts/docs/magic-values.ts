import { MAGIC_TABLES } from '../../sandbox/magic-tables';
import { betweenMarks } from './marked-tables';
import { alignedTable } from './table';

/**
 * The sandbox's README with the tables of its magic values as its code has them.
 *
 * @param readme the README as it is
 * @throws Error where the README lacks the two marks between which the tables stand
 */
export function withMagicValues(readme: string): string {
	return betweenMarks(readme, magicTables());
}

function magicTables(): string {
	return MAGIC_TABLES.map(
		({ title, heads, rows }) => `### ${title}\n\n${alignedTable([...heads], rows)}`,
	).join('\n\n');
}
