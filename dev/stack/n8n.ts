import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from './free-port';
import { ensureN8n } from './n8n-install';
import { type N8nCommand, N8nProcess } from './n8n-process';
import { projectRoot } from './paths';
import { progressPrinter } from './progress.cjs';
import { runNpm } from './run-command.cjs';
import { waitUntil } from './wait-until';

export const PACKAGE_NAME = 'n8n-nodes-partner-settlement';

const READY_TIMEOUT_MS = 180_000;

const installedSchema = z.object({ dependencies: z.record(z.string()).default({}) });

export interface N8nOptions {
	/** The packed package, as packTarball() returns it; without one, n8n starts without the package. */
	tarball?: string;
	/** n8n's user folder; a temporary one, removed on stop, by default. */
	userFolder?: string;
	/** Port of 127.0.0.1; a free one by default. */
	port?: number;
	/** What this process is for; everything by default. */
	command?: N8nCommand;
	/** Further settings of n8n. */
	env?: NodeJS.ProcessEnv;
	/** Receives a function that stops n8n, as soon as its process exists and before n8n is ready. */
	stopLater?: (stop: () => Promise<void>) => void;
	report?: (line: string) => void;
}

export interface N8n extends N8nProcess {
	url: string;
	/** Address of a production webhook with this path. */
	webhookUrl(webhookPath: string): string;
	userFolder: string;
	/** Shuts n8n down cleanly, with everything it started. */
	stop(): Promise<void>;
}

/** Installs the tarball the way n8n installs a community package, unless it is already installed. */
async function installPackage(
	userFolder: string,
	tarball: string,
	report: (line: string) => void,
): Promise<void> {
	const nodes = path.join(userFolder, '.n8n', 'nodes');
	const manifest = path.join(nodes, 'package.json');
	await mkdir(nodes, { recursive: true });
	if (!existsSync(manifest)) {
		const content = { name: 'installed-nodes', private: true, dependencies: {} };
		await writeFile(manifest, JSON.stringify(content, null, 2));
	}
	const { dependencies } = installedSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
	const installed = dependencies[PACKAGE_NAME]?.replace(/^file:/, '');
	const isInstalled =
		installed !== undefined &&
		path.resolve(nodes, installed) === tarball &&
		existsSync(path.join(nodes, 'node_modules', PACKAGE_NAME, 'package.json'));
	if (isInstalled) return;
	const args = ['install', '--ignore-scripts', '--legacy-peer-deps', tarball];
	await runNpm('npm install of the tarball', args, { cwd: nodes, report });
}

function settings(userFolder: string, port: number, brokerPort: number): NodeJS.ProcessEnv {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		// A worker serves only this health check.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// The browser gets the cookie over plain HTTP on loopback.
		N8N_SECURE_COOKIE: 'false',
		// How long n8n may take to notice that a workflow was published or did not go live. The default is 15 s.
		N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '500',
		// n8n 3 loads no package that n8n has not verified, unless this is set.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
	};
}

async function waitUntilReady(n8n: N8nProcess, url: string, command: N8nCommand): Promise<void> {
	// Until n8n listens, the connection is refused.
	const statusOf = async (path: string): Promise<number | undefined> =>
		(await fetch(url + path).catch(() => undefined))?.status;
	const isReady = async (): Promise<true | undefined> => {
		n8n.assertRunning();
		if ((await statusOf('/healthz/readiness')) !== 200) return undefined;
		// n8n 1.123 calls itself ready some seconds before it serves the editor, which only "start" does. It responds
		// with 401, because nobody is signed in yet.
		if (command === 'start' && (await statusOf('/rest/login')) !== 401) return undefined;
		return true;
	};
	try {
		await waitUntil('n8n', isReady, { timeoutMs: READY_TIMEOUT_MS });
	} catch (error) {
		await n8n.kill('SIGKILL');
		throw n8n.failure(error instanceof Error ? error.message : 'n8n did not start');
	}
}

/** The file that asked for n8n: the outermost test file in the stack, else the outermost shared file of the tests. */
function callerIn(stack = ''): string {
	const files = stack.split('\n').map((line) => /([^( ]+\.ts):\d+/.exec(line)?.[1] ?? '');
	const callers = files.map((file) => path.relative(projectRoot, file.replace('file://', '')));
	const tests = callers.filter((file) => file.startsWith('test'));
	return tests.findLast((file) => !file.includes('support')) ?? tests.at(-1) ?? 'a tool of dev/';
}

/** Notes a start of n8n if `npm test -- --times` asks for that. */
async function noteStart(since: number, name: string): Promise<void> {
	const { N8N_STARTS: file } = process.env;
	if (file === undefined) return;
	await appendFile(file, `${((performance.now() - since) / 1_000).toFixed(1)}\t${name}\n`);
}

/**
 * Starts the real n8n with the package installed in it, on 127.0.0.1, and waits until it is ready. An existing user
 * folder is used again with its data.
 *
 * @throws Error with the tail of n8n's log when n8n does not come up
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { stack } = new Error();
	const since = performance.now();
	const report = options.report ?? progressPrinter();
	const installation = await ensureN8n(report);
	const userFolder = options.userFolder ?? (await mkdtemp(path.join(os.tmpdir(), 'n8n-user-')));
	await mkdir(userFolder, { recursive: true });
	if (options.tarball !== undefined) {
		await installPackage(userFolder, path.resolve(options.tarball), report);
	}
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const env = { ...settings(userFolder, port, await freePort()), ...options.env };
	const command = options.command ?? 'start';
	const n8n = new N8nProcess(installation, command, env, userFolder);
	const stop = async (): Promise<void> => {
		await n8n.end();
		if (options.userFolder === undefined) await rm(userFolder, { recursive: true, force: true });
	};
	options.stopLater?.(stop);
	await waitUntilReady(n8n, url, command);
	await noteStart(since, `n8n ${command} for ${callerIn(stack)}`);
	const webhookUrl = (webhookPath: string) => `${url}/webhook/${webhookPath}`;
	return Object.assign(n8n, { url, webhookUrl, userFolder, stop });
}
