// npm run test:versions: the same small set in the oldest n8n that is supported, in one in between, and in the newest that
// can be installed. The first time each is installed, which takes 4 minutes and 2.3 GB.
// For development: npm run test:versions -- 1.123.81
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ensureDependencies } from '../../dev/stack/bootstrap.mjs';
import { runJest } from './jest.mjs';

const STACK = path.resolve(import.meta.dirname, '../../dev/stack');
const OLDER = path.join(STACK, 'n8n-versions');
const NEWEST = 'newest';

const older = await readdir(OLDER, { withFileTypes: true });
const folders = older.filter((entry) => entry.isDirectory()).map(({ name }) => name);
const all = [...folders.sort(), NEWEST];
const asked = process.argv.slice(2);
const unknown = asked.filter((version) => !all.includes(version));
if (unknown.length > 0) {
	console.error(`Usage: npm run test:versions -- [version]...   Versions: ${all.join(' ')}`);
	process.exit(2);
}

await ensureDependencies();

for (const version of asked.length > 0 ? asked : all) {
	console.log(`\n=== n8n ${version} ===\n`);
	const folder = version === NEWEST ? path.join(STACK, 'n8n') : path.join(OLDER, version);
	const { passed, failed } = await runJest([], { JEST_STAGE: 'versions', N8N_MANIFESTS: folder });
	console.log(`\n--- n8n ${version}: ${passed} passed, ${failed} failed ---`);
	if (failed > 0) process.exitCode = 1;
}
