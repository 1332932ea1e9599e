// npm run test:versions: the same small set in the oldest n8n that is supported, in one in between, and in the newest that
// can be installed. The first time each is installed, which takes 4 minutes and 2.3 GB.
// For development: npm run test:versions -- 1.123.81
// With installed, it is the n8n whose node_modules the variable N8N_MODULES names, as in n8n's Docker image.
// With latest, it is the newest n8n that the registry has and that installs, whatever is pinned here.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ensureDependencies } from '../../dev/stack/bootstrap.mjs';
import { runJest } from './jest.mjs';
import { resolveLatest } from './latest-n8n.mjs';

const STACK = path.resolve(import.meta.dirname, '../../dev/stack');
const OLDER = path.join(STACK, 'n8n-versions');
const NEWEST = 'newest';
const PINNED = path.join(STACK, 'n8n');
/** Only on request, because the newest version changes from day to day. */
const LATEST = 'latest';
/** The one in N8N_MODULES, such as that of n8n's Docker image. */
const INSTALLED = 'installed';
const LATEST_FOLDER = path.resolve(STACK, '../../.cache/n8n-latest');

const older = await readdir(OLDER, { withFileTypes: true });
const folders = older.filter((entry) => entry.isDirectory()).map(({ name }) => name);
const all = [...folders.sort(), NEWEST];
const asked = process.argv.slice(2);
const unknown = asked.filter((version) => ![...all, LATEST, INSTALLED].includes(version));
if (unknown.length > 0) {
	console.error(
		`Usage: npm run test:versions -- [version]...   Versions: ${[...all, LATEST, INSTALLED].join(' ')}`,
	);
	process.exit(2);
}

await ensureDependencies();

/** The folder with the manifests of the n8n to test, and what it is called. */
async function manifestsOf(version) {
	if (version === NEWEST) return [PINNED, version];
	if (version === INSTALLED) return [PINNED, `in ${process.env.N8N_MODULES}`];
	if (version !== LATEST) return [path.join(OLDER, version), version];
	return [LATEST_FOLDER, `${await resolveLatest(PINNED, LATEST_FOLDER)}, the latest`];
}

for (const version of asked.length > 0 ? asked : all) {
	const [folder, name] = await manifestsOf(version);
	console.log(`\n=== n8n ${name} ===\n`);
	const { passed, failed } = await runJest([], { JEST_STAGE: 'versions', N8N_MANIFESTS: folder });
	console.log(`\n--- n8n ${name}: ${passed} passed, ${failed} failed ---`);
	if (failed > 0) process.exitCode = 1;
}
