import { format, resolveConfig } from 'prettier';

/** The parts of a document in the format of this project. `file` is where it will stand. */
export async function markdown(parts: string[], file: string): Promise<string> {
	return await format(parts.join('\n\n'), { ...(await resolveConfig(file)), filepath: file });
}
