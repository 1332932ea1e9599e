// The built package loads where only n8n-workflow can be reached.
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { classNameOf, loadedFiles, manifest, root } from './support/built-package';

/** What load-all.cjs prints. */
interface Report {
	withCredentials: string[];
	refusals: string[];
	withClient: string[];
	nodeTypes: { name: string; isShared: boolean; constructs: boolean }[];
	withAll: string[];
}

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

	/** Loads it in a process of its own, where nothing of jest or of other tests plays a part. */
	async function load(): Promise<Report> {
		const args = [script, installed, JSON.stringify(manifest.n8n)];
		// From this folder no node_modules can be reached.
		const cwd = path.parse(root).root;
		const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
		return JSON.parse(stdout) as Report;
	}

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
