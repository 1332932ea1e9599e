// Plain JavaScript without a dependency: on a clean clone this runs before anything is installed.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { progressPrinter } from './progress.cjs';
import { runNpm } from './run-command.cjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

async function packagesOf(lockFile) {
	try {
		return JSON.parse(await readFile(lockFile, 'utf8')).packages;
	} catch (error) {
		if (error.code === 'ENOENT') return undefined;
		throw error;
	}
}

/** npm writes node_modules/.package-lock.json last, so it shows what is really installed. */
async function isInstalled() {
	const wanted = await packagesOf(path.join(root, 'package-lock.json'));
	const installed = await packagesOf(path.join(root, 'node_modules', '.package-lock.json'));
	if (installed === undefined) return false;
	return Object.entries(wanted).every(([folder, entry]) => {
		// Optional packages may be for another platform.
		if (folder === '' || entry.optional || entry.devOptional) return true;
		return installed[folder]?.version === entry.version;
	});
}

/**
 * Installs the project's dependencies with `npm ci` if they are missing or don't match package-lock.json.
 *
 * @param {(line: string) => void} report receives progress lines
 * @throws {Error} with npm's output when npm fails
 */
export async function ensureDependencies(report = progressPrinter()) {
	if (await isInstalled()) return;
	report('Installing what this project is built and tested with (npm ci): about a minute');
	// Nothing here needs a dependency's install scripts, and one script refuses to run under npm. Older versions of npm
	// 11 run them all.
	await runNpm('npm ci', ['ci', '--ignore-scripts'], { cwd: root, report });
	report('');
}

/** Lets this process import TypeScript files, through tsx. Call it once, after ensureDependencies. */
export async function enableTypeScript() {
	// Both, because the files are CommonJS by this project's package.json and are imported here.
	for (const api of ['tsx/cjs/api', 'tsx/esm/api']) (await import(api)).register();
}
