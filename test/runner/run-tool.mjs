import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Runs a tool of node_modules/.bin in the project's root, with these variables added to its environment. Its output goes
 * straight to the terminal, or is collected when `collect` is true. Never rejects: a tool that cannot be started has failed,
 * and the output says why.
 */
export function runTool(tool, args, { collect, variables = {} }) {
	const env = { ...process.env, ...variables };
	// Several tools may print at the same time, so each prints whole lines and redraws none.
	env.CI ??= 'true';
	env.PATH = [path.join(root, 'node_modules', '.bin'), env.PATH].join(path.delimiter);
	return new Promise((resolve) => {
		const child = spawn(tool, args, {
			cwd: root,
			env,
			stdio: collect ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
			// The tools are .cmd files on Windows, which only a shell can start.
			shell: process.platform === 'win32',
		});
		let output = '';
		const append = (chunk) => {
			output += chunk;
		};
		child.stdout?.setEncoding('utf8').on('data', append);
		child.stderr?.setEncoding('utf8').on('data', append);
		child.once('error', (error) => resolve({ ok: false, output: error.message }));
		child.once('close', (code) => resolve({ ok: code === 0, code, output }));
	});
}

/** Seconds since a `performance.now()`, for people. */
export function secondsSince(start) {
	return `${((performance.now() - start) / 1_000).toFixed(1)} s`;
}
