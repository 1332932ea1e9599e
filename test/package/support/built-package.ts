import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export const root = path.resolve(__dirname, '../../..');

const manifestSchema = z.object({
	name: z.string(),
	version: z.string(),
	dependencies: z.record(z.string()).default({}),
	optionalDependencies: z.record(z.string()).default({}),
	peerDependencies: z.record(z.string()),
	bundleDependencies: z.array(z.string()).default([]),
	scripts: z.record(z.string()),
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

/** Reads a JSON file of the package (path from its root) and checks that it has the shape. */
export function readJson<T extends z.ZodTypeAny>(file: string, shape: T): z.infer<T> {
	return shape.parse(JSON.parse(readFileSync(path.join(root, file), 'utf8'))) as z.infer<T>;
}

export const manifest = readJson('package.json', manifestSchema);

/** The files n8n loads: package.json names them, the build writes them. */
export const loadedFiles = [...manifest.n8n.nodes, ...manifest.n8n.credentials];

/** n8n takes a class' name from its file's: `Foo.node.js` exports `Foo`. */
export function classNameOf(file: string): string {
	return path.basename(file).replace(/\..*$/, '');
}

/**
 * Runs a plain script in a separate Node process, so that neither jest's module registry nor what other tests have
 * loaded plays a part. Returns the JSON that the script prints, checked against the shape. Rejects with the script's
 * stderr if it fails.
 */
export async function runScript<T extends z.ZodTypeAny>(
	script: string,
	args: string[],
	env: NodeJS.ProcessEnv,
	shape: T,
): Promise<z.infer<T>> {
	const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
		// A folder from which no node_modules can be reached.
		cwd: path.parse(root).root,
		env,
	});
	return shape.parse(JSON.parse(stdout)) as z.infer<T>;
}
