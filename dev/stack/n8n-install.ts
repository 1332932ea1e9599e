import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { check, lock } from 'proper-lockfile';
import { z } from 'zod';
import { projectRoot, userCache } from './paths';
import { progressPrinter } from './progress.cjs';
import { runNpm } from './run-command.cjs';

/**
 * The folder with package.json, lock file and .npmrc of the n8n to install. `npm run test:versions` sets the folders of
 * older versions.
 */
const MANIFEST_FOLDER = process.env.N8N_MANIFESTS ?? path.join(projectRoot, 'dev/stack/n8n');
/**
 * The node_modules of an n8n that is already installed, as in n8n's Docker image. It runs on the same Node as this
 * process.
 */
const { N8N_MODULES } = process.env;
const MANIFEST_FILES = ['package.json', 'package-lock.json', '.npmrc'];
/** The packages whose install scripts must run: n8n's Node, and its database. */
const NEED_SCRIPTS = ['node', 'sqlite3'];
/**
 * A process waits for the lock for half an hour at most. The lock of a process that has ended expires after about a
 * minute.
 */
const LOCK = {
	realpath: false,
	stale: 60_000,
	retries: { retries: 360, factor: 1, minTimeout: 5_000, maxTimeout: 5_000 },
};

export interface N8nInstallation {
	/** The Node 24 that n8n needs, whatever Node runs this process. */
	nodeBinary: string;
	/** n8n's command line script. */
	script: string;
}

const manifestSchema = z.object({ dependencies: z.object({ n8n: z.string() }) });
const lockSchema = z.object({ packages: z.record(z.unknown()) });

const installedSchema = z.object({ version: z.string() });

/** The version of the n8n that `ensureN8n` gives, such as 2.41.1. */
export async function n8nVersion(): Promise<string> {
	if (N8N_MODULES !== undefined) {
		const installed = await readFile(path.join(N8N_MODULES, 'n8n/package.json'), 'utf8');
		return installedSchema.parse(JSON.parse(installed)).version;
	}
	const manifest = await readFile(path.join(MANIFEST_FOLDER, 'package.json'), 'utf8');
	return manifestSchema.parse(JSON.parse(manifest)).dependencies.n8n;
}

async function installationFolder(): Promise<string> {
	const hash = createHash('sha256');
	for (const file of MANIFEST_FILES) hash.update(await readFile(path.join(MANIFEST_FOLDER, file)));
	hash.update(`${process.platform}-${process.arch}`);
	return path.join(userCache(), `n8n-${hash.digest('hex').slice(0, 16)}`);
}

async function install(folder: string, report: (line: string) => void): Promise<void> {
	// Removes installations that were cut off.
	const parent = path.dirname(folder);
	const prefix = `${path.basename(folder)}.partial`;
	const left = (await readdir(parent)).filter((name) => name.startsWith(prefix));
	for (const name of left) await rm(path.join(parent, name), { recursive: true, force: true });
	report(
		`Installing n8n ${await n8nVersion()}, once for all clones: about 4 minutes and 2.3 GB, as n8n needs all of it`,
	);
	const lock = await readFile(path.join(MANIFEST_FOLDER, 'package-lock.json'), 'utf8');
	const packages = Object.keys(lockSchema.parse(JSON.parse(lock)).packages).length - 1;
	// Renamed only when complete, so that a half-done install is never used.
	const partial = `${folder}.partial-${randomUUID()}`;
	try {
		await mkdir(partial, { recursive: true });
		for (const file of MANIFEST_FILES) {
			await copyFile(path.join(MANIFEST_FOLDER, file), path.join(partial, file));
		}
		// By default, npm runs the scripts of all packages, and some of them need more than npm.
		const args = ['ci', '--ignore-scripts', '--loglevel=http'];
		await runNpm('npm ci of n8n', args, { cwd: partial, report, packages });
		const rebuild = ['rebuild', '--ignore-scripts=false', ...NEED_SCRIPTS];
		await runNpm('npm rebuild', rebuild, { cwd: partial, report });
		await rename(partial, folder);
	} finally {
		await rm(partial, { recursive: true, force: true });
	}
}

/**
 * The n8n of dev/stack/n8n/package.json, or of the folder in N8N_MANIFESTS, installed into the user's cache if it isn't
 * there yet. Clones share it. If two processes need it at once, one installs it and the other waits.
 */
export async function ensureN8n(
	report: (line: string) => void = progressPrinter(),
): Promise<N8nInstallation> {
	if (N8N_MODULES !== undefined) {
		return { nodeBinary: process.execPath, script: path.join(N8N_MODULES, 'n8n/bin/n8n') };
	}
	const folder = await installationFolder();
	if (!existsSync(folder)) {
		await mkdir(path.dirname(folder), { recursive: true });
		if (await check(folder, LOCK)) {
			report('Waiting for another process that is installing n8n');
		}
		const release = await lock(folder, LOCK);
		try {
			if (!existsSync(folder)) await install(folder, report);
		} finally {
			await release();
		}
	}
	const modules = path.join(folder, 'node_modules');
	const binary = process.platform === 'win32' ? 'node.exe' : 'node';
	return {
		nodeBinary: path.join(modules, 'node', 'bin', binary),
		script: path.join(modules, 'n8n', 'bin', 'n8n'),
	};
}
