import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkoutCache, projectRoot } from './paths';
import { progressPrinter } from './progress.cjs';
import { runNpm } from './run-command.cjs';

/** The folders that don't affect the tarball. Everything else counts, so that nothing is forgotten. */
const IGNORED = new Set([
	...['.cache', '.ci', '.git', 'coverage', 'dev', 'dist', 'docs', 'examples'],
	...['node_modules', 'test'],
]);
/** The scripts that build it, which do count. */
const BUILD = 'dev/scripts';

const packedSchema = z
	.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))
	.length(1);

const manifestSchema = z.object({
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

async function contentHash(): Promise<string> {
	const hash = createHash('sha256');
	const names = (await readdir(projectRoot)).filter((name) => !IGNORED.has(name));
	for (const name of [...names, BUILD].sort()) {
		for (const file of await filesIn(path.join(projectRoot, name))) {
			hash.update(`${path.relative(projectRoot, file)}\0`).update(await readFile(file));
		}
	}
	return hash.digest('hex').slice(0, 16);
}

/** The files of a folder at any depth, or the file itself. */
async function filesIn(full: string): Promise<string[]> {
	if (!(await stat(full)).isDirectory()) return [full];
	const inside = await readdir(full, { withFileTypes: true, recursive: true });
	const files = inside.filter((item) => item.isFile());
	return files.map((item) => path.join(item.parentPath, item.name)).sort();
}

async function assertComplete(files: string[]): Promise<void> {
	const manifest = manifestSchema.parse(
		JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')),
	);
	const needed = [
		...manifest.n8n.nodes,
		...manifest.n8n.credentials,
		...['nodes', 'credentials'].flatMap((kind) => [
			`dist/known/${kind}.json`,
			`dist/types/${kind}.json`,
		]),
	];
	const missing = needed.filter((file) => !files.includes(file));
	if (missing.length > 0) throw new Error(`The packed tarball lacks ${missing.join(', ')}`);
}

/**
 * Builds and packs the package and returns the tarball's path. The path contains a hash of the content, so an unchanged
 * package is not built again.
 *
 * @param options.isBuilt dist is up to date, so the package is only packed
 * @throws Error with the output of the command that failed
 */
export async function packTarball(
	report: (line: string) => void = progressPrinter(),
	{ isBuilt = false } = {},
): Promise<string> {
	const parent = path.join(checkoutCache, 'packages');
	const folder = path.join(parent, await contentHash());
	if (!existsSync(folder)) {
		await mkdir(parent, { recursive: true });
		if (!isBuilt) await runNpm('npm run build', ['run', 'build'], { cwd: projectRoot, report });
		const partial = await mkdtemp(path.join(parent, 'partial-'));
		try {
			const pack = ['pack', '--json', '--silent', '--pack-destination', partial];
			const output = await runNpm('npm pack', pack, { cwd: projectRoot, report });
			const [packed] = packedSchema.parse(JSON.parse(output));
			await assertComplete(packed?.files.map((file) => file.path) ?? []);
			if (!existsSync(folder)) await rename(partial, folder);
		} finally {
			await rm(partial, { recursive: true, force: true });
		}
	}
	const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error(`No tarball in ${folder}`);
	return path.join(folder, tarball);
}
