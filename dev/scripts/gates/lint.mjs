// Runs eslint with a cache in node_modules/.cache. A rule may depend on types from other files. The cache is therefore
// valid only until a file that others can import changes, which is any file except a test.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ESLint } from 'eslint';

const CACHE = path.resolve('node_modules/.cache/eslint');
const FOLDERS = ['credentials', 'nodes', 'partner-api', 'dev', 'test'];
const FILES = ['package.ts', 'package-lock.json', 'tsconfig.json', 'eslint.config.mjs'];

async function imported() {
	const inside = FOLDERS.map(async (folder) => {
		const entries = await readdir(folder, { recursive: true });
		return entries
			.filter((name) => /(?<!\.test)\.[cm]?ts$/.test(name))
			.map((name) => path.join(folder, name));
	});
	return [...(await Promise.all(inside)).flat().sort(), ...FILES];
}

const hash = createHash('sha256');
for (const file of await imported()) hash.update(`${file}\0`).update(await readFile(file));
const name = hash.digest('hex').slice(0, 16);

for (const other of await readdir(CACHE).catch(() => [])) {
	if (other !== name) await rm(path.join(CACHE, other), { recursive: true });
}

const eslint = new ESLint({
	cache: true,
	cacheLocation: path.join(CACHE, name),
	cacheStrategy: 'content',
});
const results = await eslint.lintFiles(['.']);
const formatter = await eslint.loadFormatter();
const text = await formatter.format(results);
if (text) console.log(text);
process.exitCode = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0)
	? 1
	: 0;
