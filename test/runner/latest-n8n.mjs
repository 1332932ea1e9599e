import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from '../../dev/stack/run-command.cjs';

const TRIES = 5;

/** Newest first, without previews. */
async function publishedVersions(cwd) {
	const all = JSON.parse(
		await runNpm('npm view n8n', ['view', 'n8n', 'versions', '--json'], { cwd }),
	);
	const released = all.filter((version) => /^\d+\.\d+\.\d+$/.test(version));
	return released.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/**
 * Resolves the newest n8n of the registry that installs: some versions depend on packages that do not exist.
 *
 * @param {string} pinned the folder with package.json and .npmrc of the n8n that the tests run otherwise
 * @param {string} folder where those of the newest go, with a lock file
 * @returns {Promise<string>} its version
 * @throws {Error} with npm's output when none of the newest five resolves
 */
export async function resolveLatest(pinned, folder) {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await copyFile(path.join(pinned, '.npmrc'), path.join(folder, '.npmrc'));
	const manifest = JSON.parse(await readFile(path.join(pinned, 'package.json'), 'utf8'));
	let problem;
	for (const version of (await publishedVersions(folder)).slice(0, TRIES)) {
		manifest.dependencies.n8n = version;
		await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
		try {
			const args = ['install', '--package-lock-only', '--ignore-scripts'];
			await runNpm(`n8n ${version}`, args, { cwd: folder });
			return version;
		} catch (error) {
			console.log(`n8n ${version} does not install: ${error.message}`);
			problem = error;
		}
	}
	throw problem;
}
