import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { errorCode } from './error-code';
import { projectRoot, userCache } from './paths';
import { runNpm } from './run-command.cjs';
import { waitUntil } from './wait-until';

/** The folder with package.json, lock and .npmrc of the n8n to install; `npm run test:versions` sets others than the newest. */
const MANIFEST_FOLDER = process.env.N8N_MANIFESTS ?? path.join(projectRoot, 'dev/stack/n8n');
const MANIFEST_FILES = ['package.json', 'package-lock.json', '.npmrc'];
/** What n8n runs on, and its database. */
const NEED_SCRIPTS = ['node', 'sqlite3'];
const INSTALL_TIMEOUT_MS = 30 * 60_000;

export interface N8nInstallation {
	/** The Node 24 that n8n needs, whatever Node runs this. */
	nodeBinary: string;
	/** n8n's command line script. */
	script: string;
}

const manifestSchema = z.object({ dependencies: z.object({ n8n: z.string() }) });

/** The version of the n8n that `ensureN8n` installs, such as 2.41.1. */
export async function n8nVersion(): Promise<string> {
	const manifest = await readFile(path.join(MANIFEST_FOLDER, 'package.json'), 'utf8');
	return manifestSchema.parse(JSON.parse(manifest)).dependencies.n8n;
}

async function installationFolder(): Promise<string> {
	const hash = createHash('sha256');
	for (const file of MANIFEST_FILES) hash.update(await readFile(path.join(MANIFEST_FOLDER, file)));
	hash.update(`${process.platform}-${process.arch}`);
	return path.join(userCache(), `n8n-${hash.digest('hex').slice(0, 16)}`);
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// The process is there, but it belongs to someone else.
		return errorCode(error) === 'EPERM';
	}
}

/** Takes the lock, or returns undefined where another live process has it. */
async function tryLock(lock: string): Promise<true | undefined> {
	try {
		await writeFile(lock, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
		if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
		return undefined;
	}
}

async function takeLock(lock: string, report: (line: string) => void): Promise<void> {
	const takeOrTell = async (): Promise<true | undefined> => {
		const taken = await tryLock(lock);
		if (taken === undefined) report('  another process is installing n8n; waiting for it');
		return taken;
	};
	await waitUntil('the other process that is installing n8n', takeOrTell, {
		timeoutMs: INSTALL_TIMEOUT_MS,
		everyMs: 5_000,
	});
}

async function removeAbandoned(folder: string): Promise<void> {
	const prefix = `${path.basename(folder)}.partial-`;
	for (const name of await readdir(path.dirname(folder))) {
		if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) {
			await rm(path.join(path.dirname(folder), name), { recursive: true, force: true });
		}
	}
}

async function install(folder: string, report: (line: string) => void): Promise<void> {
	await removeAbandoned(folder);
	report('  n8n is installed once for all clones: about 4 minutes and 2.3 GB');
	// Renamed only when complete, so that a half-done install is never used.
	const partial = `${folder}.partial-${process.pid}`;
	try {
		await mkdir(partial, { recursive: true });
		for (const file of MANIFEST_FILES) {
			await copyFile(path.join(MANIFEST_FOLDER, file), path.join(partial, file));
		}
		// Left to itself, npm runs the scripts of all packages: some of them need more than npm.
		await runNpm('npm ci of n8n', ['ci', '--ignore-scripts'], { cwd: partial, report });
		const rebuild = ['rebuild', '--ignore-scripts=false', ...NEED_SCRIPTS];
		await runNpm('npm rebuild', rebuild, { cwd: partial, report });
		await rename(partial, folder);
	} finally {
		await rm(partial, { recursive: true, force: true });
	}
}

/**
 * The n8n of dev/stack/n8n/package.json, or of another folder in N8N_MANIFESTS, installed into the user's cache when it is not there yet.
 * Clones share it; of two that want it at once, one installs and the other waits.
 */
export async function ensureN8n(
	report: (line: string) => void = console.log,
): Promise<N8nInstallation> {
	const folder = await installationFolder();
	if (!existsSync(folder)) {
		await mkdir(path.dirname(folder), { recursive: true });
		const lock = `${folder}.lock`;
		await takeLock(lock, report);
		try {
			if (!existsSync(folder)) await install(folder, report);
		} finally {
			await rm(lock, { force: true });
		}
	}
	const modules = path.join(folder, 'node_modules');
	const binary = process.platform === 'win32' ? 'node.exe' : 'node';
	return {
		nodeBinary: path.join(modules, 'node', 'bin', binary),
		script: path.join(modules, 'n8n', 'bin', 'n8n'),
	};
}
