/**
 * A table as Markdown.
 *
 * @param head the titles of the columns
 * @param rows as many cells each
 */
export function table(
	head: readonly string[],
	rows: readonly (readonly (string | number)[])[],
): string {
	return [head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}
