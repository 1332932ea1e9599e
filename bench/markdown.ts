import { format, resolveConfig } from 'prettier';

/** A table, not yet in the format of this project. */
export function table(heading: string[], rows: (string | number)[][]): string {
	const line = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
	return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The parts of a document in the format of this project. `file` is where it will stand. */
export async function markdown(parts: string[], file: string): Promise<string> {
	return await format(parts.join('\n\n'), { ...(await resolveConfig(file)), filepath: file });
}
