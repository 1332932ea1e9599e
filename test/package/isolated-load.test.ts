import { appendFile, cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { classNameOf, loadedFiles, root, runScript } from './built-package';

const reportSchema = z.object({
	classes: z.array(z.object({ name: z.string(), isShared: z.boolean(), constructs: z.boolean() })),
	modules: z.array(z.string()),
});

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
		await cp(require.resolve('./load-all.cjs'), script);
		env = { PATH: process.env.PATH, NODE_PATH: modules };
	});

	afterEach(async () => {
		await rm(temporary, { recursive: true, force: true });
	});

	const load = () => runScript(script, [installed, ...loadedFiles], env, reportSchema);

	it('loads every node and credential from one shared module', async () => {
		const report = await load();

		expect(report.classes).toEqual(
			loadedFiles.map((file) => ({ name: classNameOf(file), isShared: true, constructs: true })),
		);
		expect(report.modules.sort()).toEqual(['dist/package.js', 'index.js', ...loadedFiles].sort());
	});

	it('cannot load a module that was left out of the bundle', async () => {
		await appendFile(path.join(installed, 'dist/package.js'), "\nrequire('undici');\n");

		await expect(load()).rejects.toThrow("Cannot find module 'undici'");
	});
});
