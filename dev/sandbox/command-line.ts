import { parseArgs } from 'node:util';
import type { z } from 'zod';

/**
 * The arguments of this process, one text for each name in the schema.
 *
 * @throws Error that names the invalid argument
 */
export function readArguments<Shape extends z.ZodRawShape>(
	schema: z.ZodObject<Shape>,
	usage: string,
): z.infer<z.ZodObject<Shape>> {
	const names = Object.keys(schema.shape);
	const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
	const parsed = schema.safeParse(parseArgs({ options }).values);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw new Error(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}\n${usage}`);
}

export function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

/** Runs a command. If it throws, the message is printed and the exit code is 1. */
export function run(command: () => Promise<void>): void {
	command().catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	});
}
