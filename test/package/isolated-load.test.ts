// The built package loads where only n8n-workflow can be reached.
import { appendFile, cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { classNameOf, loadedFiles, manifest, root, runScript } from './support/built-package';

const reportSchema = z.object({
	withCredentials: z.array(z.string()),
	refusals: z.array(z.string()),
	withClient: z.array(z.string()),
	nodeTypes: z.array(
		z.object({ name: z.string(), isShared: z.boolean(), constructs: z.boolean() }),
	),
	withAll: z.array(z.string()),
});

const { nodes, credentials } = manifest.n8n;
const SHARED_MODULE = 'dist/package.js';

describe('the built package where only n8n-workflow can be reached', () => {
	let temporary: string;
	let installed: string;
	let script: string;
	let env: NodeJS.ProcessEnv;

	beforeEach(async () => {
		temporary = await realpath(await mkdtemp(path.join(tmpdir(), 'isolated-load-')));
		installed = path.join(temporary, 'package');
		for (const part of ['dist', 'package.json', 'index.js']) {
			await cp(path.join(root, part), path.join(installed, part), { recursive: true });
		}
		const modules = path.join(temporary, 'modules');
		await mkdir(modules);
		await symlink(
			path.join(root, 'node_modules/n8n-workflow'),
			path.join(modules, 'n8n-workflow'),
			'junction',
		);
		script = path.join(temporary, 'load-all.cjs');
		await cp(require.resolve('./support/load-all.cjs'), script);
		env = { PATH: process.env.PATH, NODE_PATH: modules };
	});

	afterEach(async () => {
		await rm(temporary, { recursive: true, force: true });
	});

	const load = () =>
		runScript(script, [installed, JSON.stringify(manifest.n8n)], env, reportSchema);

	it('loads a credential without the client, which its first use brings in', async () => {
		const report = await load();

		expect(report.withCredentials).toEqual(credentials);
		expect(report.refusals).toEqual(['InputError']);
		expect(report.withClient).toEqual([...credentials, SHARED_MODULE].sort());
	});

	it('loads every node from one shared module', async () => {
		const report = await load();

		expect(report.nodeTypes).toEqual(
			nodes.map((file) => ({ name: classNameOf(file), isShared: true, constructs: true })),
		);
		expect(report.withAll).toEqual([...loadedFiles, SHARED_MODULE, 'index.js'].sort());
	});

	it('cannot load a module that was left out of the bundle', async () => {
		await appendFile(path.join(installed, SHARED_MODULE), "\nrequire('undici');\n");

		await expect(load()).rejects.toThrow("Cannot find module 'undici'");
	});
});
