import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { askChild } from '../stack/ask-child';

export interface ForkOptions {
	/** The Node that runs it; this one by default. */
	nodeBinary?: string;
	env?: NodeJS.ProcessEnv;
}

/** A script of this folder in a process of its own, so that its work is nobody else's CPU time. */
export class ForkedProcess {
	private readonly child: ChildProcess;

	constructor(script: string, { nodeBinary = process.execPath, env = {} }: ForkOptions = {}) {
		// The options of this Node load TypeScript, in the child as well.
		this.child = fork(script, { execPath: nodeBinary, env: { ...process.env, ...env } });
	}

	/** The answer to a question the script knows. @throws Error with the text of what it threw */
	ask(question: string, argument?: unknown): Promise<unknown> {
		return askChild(this.child, question, argument);
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const exited = once(this.child, 'exit');
		this.child.disconnect();
		await exited;
	}
}
