/**
 * A table as Markdown.
 *
 * @param head the titles of the columns
 * @param rows each with as many cells as `head`
 */
export function table(
	head: readonly string[],
	rows: readonly (readonly (string | number)[])[],
): string {
	return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

/** The same with columns as wide as their widest cell, as Prettier writes it. */
export function alignedTable(
	head: readonly string[],
	rows: readonly (readonly string[])[],
): string {
	const widths = head.map((_title, column) =>
		Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
	);
	const dashes = widths.map((width) => '-'.repeat(width));
	return [head, dashes, ...rows]
		.map((cells) => line(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))))
		.join('\n');
}

function line(cells: readonly (string | number)[]): string {
	return `| ${cells.join(' | ')} |`;
}
