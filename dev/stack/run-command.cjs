// CommonJS, so that bootstrap.mjs (nothing installed yet), tsx and jest can all load it.
const { spawn } = require('node:child_process');
const { progressPrinter } = require('./progress.cjs');

const REPORT_EVERY_MS = 1_000;
const TAIL_LINES = 40;
/** The line that npm prints for each package it fetches, with `--loglevel=http`. */
const FETCHED = /^npm http (?:fetch|cache) .*$/gm;

/**
 * Runs a command to its end and returns its standard output. While it runs, it reports how long it has taken, so that a long
 * install never looks like a hang.
 *
 * @throws {Error} with the tail of the output when the command fails
 */
function runCommand(label, file, args, options = {}) {
	const { report = progressPrinter(), packages, ...spawnOptions } = options;
	const started = Date.now();
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
		let stdout = '';
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (chunk) => {
			stdout += chunk;
			output += chunk;
		});
		child.stderr.setEncoding('utf8').on('data', (chunk) => {
			output += chunk;
		});
		const timer = setInterval(() => {
			const seconds = Math.round((Date.now() - started) / 1_000);
			const fetched = packages ? Math.min((output.match(FETCHED) ?? []).length, packages) : 0;
			const ofPackages = packages ? `, ${fetched} of ${packages} packages` : '';
			report(`  ${label}: ${seconds} s${ofPackages}`);
		}, REPORT_EVERY_MS);
		child.once('error', (error) => {
			clearInterval(timer);
			reject(new Error(`${label} could not be started: ${error.message}`, { cause: error }));
		});
		child.once('close', (code, signal) => {
			clearInterval(timer);
			if (code === 0) return resolve(stdout);
			const tail = output.replace(FETCHED, '').trimEnd().split(/\n+/).slice(-TAIL_LINES).join('\n');
			reject(new Error(`${label} failed (${signal ?? `exit code ${code}`}):\n${tail}`));
		});
	});
}

/** Runs npm: the one that runs this script, if any. Otherwise it is like runCommand. */
function runNpm(label, args, options) {
	const cli = process.env.npm_execpath;
	if (cli?.endsWith('npm-cli.js')) {
		return runCommand(label, process.execPath, [cli, ...args], options);
	}
	// On Windows npm is a .cmd file, which only a shell can start.
	return runCommand(label, 'npm', args, { ...options, shell: process.platform === 'win32' });
}

module.exports = { runCommand, runNpm };
