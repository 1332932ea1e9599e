import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { askChild } from './ask-child';
import type { N8nInstallation } from './n8n-install';

const TAIL_LINES = 60;
const STOP_TIMEOUT_MS = 20_000;

/** The only variables that n8n inherits: settings of this shell must not change how n8n behaves. */
const INHERITED = [
	...['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'],
	...['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
];

const cpuUsageSchema = z.object({ user: z.number(), system: z.number() });

function inheritedEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
}

/** What a process of n8n is for: everything, or in queue mode only deliveries, or only executions. */
export type N8nCommand = 'start' | 'webhook' | 'worker';

/** One n8n process with its children, its log, and the questions n8n-preload.cjs answers. */
export class N8nProcess {
	private readonly child: ChildProcess;
	private output = '';
	private readonly exited: Promise<unknown>;

	constructor(
		installation: N8nInstallation,
		command: N8nCommand,
		env: NodeJS.ProcessEnv,
		cwd: string,
	) {
		const preload = require.resolve('./n8n-preload.cjs');
		const args = ['--require', preload, installation.script, command];
		this.child = spawn(installation.nodeBinary, args, {
			cwd,
			env: { ...inheritedEnvironment(), ...env },
			// Its own process group, so that a signal also reaches n8n's task runners, and Ctrl-C does not reach n8n
			// before us.
			detached: process.platform !== 'win32',
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		});
		for (const stream of [this.child.stdout, this.child.stderr]) {
			stream?.setEncoding('utf8').on('data', (text: string) => {
				this.output += text;
			});
		}
		this.exited = once(this.child, 'exit');
	}

	get pid(): number {
		if (this.child.pid === undefined) throw new Error('n8n has not been started');
		return this.child.pid;
	}

	/** Everything n8n has printed. */
	get log(): string {
		return this.output;
	}

	/** An error that ends with the last lines of n8n's log. */
	failure(message: string): Error {
		const tail = this.output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
		return new Error(`${message}\n--- n8n's log ends with ---\n${tail}`);
	}

	/** @throws Error with the tail of the log when n8n has ended */
	assertRunning(): void {
		if (!this.hasExited()) return;
		const how = this.child.signalCode ?? `exit code ${String(this.child.exitCode)}`;
		throw this.failure(`n8n ended (${how})`);
	}

	/** CPU time of n8n's own process since it started, in milliseconds, user and system. */
	async cpuTime(): Promise<number> {
		const { user, system } = cpuUsageSchema.parse(await this.ask('cpuUsage'));
		return (user + system) / 1_000;
	}

	/** The memory of n8n's process after garbage collection, in bytes. Measuring it pauses n8n. */
	async liveMemory(): Promise<number> {
		return z.number().parse(await this.ask('liveMemory'));
	}

	/** Every file n8n's process has required so far. */
	async loadedFiles(): Promise<string[]> {
		return z.array(z.string()).parse(await this.ask('loadedFiles'));
	}

	/** Ends n8n as a service manager does, by force if that takes too long. */
	async end(): Promise<void> {
		const timer = setTimeout(() => this.signalGroup('SIGKILL'), STOP_TIMEOUT_MS);
		if (!this.hasExited()) this.child.kill('SIGTERM');
		await this.exited;
		clearTimeout(timer);
		this.signalGroup('SIGKILL');
	}

	/** Sends a signal to n8n and all its children and waits until n8n has ended. The user folder stays. */
	async kill(signal: NodeJS.Signals): Promise<void> {
		this.signalGroup(signal);
		await this.exited;
	}

	private hasExited(): boolean {
		return this.child.exitCode !== null || this.child.signalCode !== null;
	}

	private signalGroup(signal: NodeJS.Signals): void {
		if (process.platform === 'win32') {
			this.child.kill(signal);
			return;
		}
		try {
			process.kill(-this.pid, signal);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
		}
	}

	private async ask(question: 'cpuUsage' | 'liveMemory' | 'loadedFiles'): Promise<unknown> {
		this.assertRunning();
		try {
			return await askChild(this.child, question);
		} catch (error) {
			throw this.hasExited() ? this.failure('n8n ended before it answered') : error;
		}
	}
}
