// npm test: every gate, then the tests in this process, then the packed tarball in a real n8n.
// Plain JavaScript on Node alone: on a clean clone it first installs what it needs.
// For development: npm test -- --only eslint unit sandbox
import { parseArgs } from 'node:util';
import { ensureDependencies } from '../stack/bootstrap.mjs';
import { GATES, runGates } from './runner/gates.mjs';
import { runJest } from './runner/jest.mjs';
import { secondsSince } from './runner/run-tool.mjs';
import { missingServices } from '../stack/services.cjs';

const FOLDERS = ['unit', 'contract', 'engine', 'sandbox', 'package'];
const N8N = 'n8n';
const SCALE = 'scale';
/** What reads dist. */
const NEEDS_BUILD = ['package', N8N, SCALE];

/** The stages to run: all, or those named after --only with the build they need. */
function selectedStages() {
	const all = [...Object.keys(GATES), ...FOLDERS, N8N, SCALE];
	const { values, positionals } = parseArgs({
		options: { only: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	if (!values.only && positionals.length === 0) return all;
	const unknown = positionals.filter((name) => !all.includes(name));
	if (!values.only || positionals.length === 0 || unknown.length > 0) {
		console.error(`Usage: npm test -- --only <stage>...   Stages: ${all.join(' ')}`);
		process.exit(2);
	}
	const isNeeded = (name) =>
		positionals.includes(name) ||
		(name === 'build' && NEEDS_BUILD.some((stage) => positionals.includes(stage)));
	return all.filter(isNeeded);
}

const total = { passed: 0, failed: 0, skipped: 0 };

function count({ passed = 0, failed = 0, skipped = 0 }) {
	total.passed += passed;
	total.failed += failed;
	total.skipped += skipped;
}

async function stage(heading, run) {
	console.log(`\n=== ${heading} ===\n`);
	const start = performance.now();
	await run();
	console.log(`\n--- ${heading}: ${secondsSince(start)} ---`);
}

const selected = selectedStages();
const gates = selected.filter((name) => name in GATES);
const folders = selected.filter((name) => FOLDERS.includes(name));
let isBuilt = false;

await ensureDependencies();

if (gates.length > 0) {
	await stage('Gates', async () => {
		const outcomes = await runGates(gates);
		isBuilt = outcomes.build === true;
		for (const ok of Object.values(outcomes)) count(ok ? { passed: 1 } : { failed: 1 });
	});
}

if (folders.length > 0) {
	await stage(`Tests: ${folders.join(', ')}`, async () => {
		// All of them are every file jest.config.cjs finds, so that no folder is forgotten here.
		const paths = folders.length === FOLDERS.length ? [] : folders.map((name) => `test/${name}/`);
		count(await runJest(paths));
	});
}

async function runInN8n(folder) {
	if (isBuilt) {
		count(await runJest(['-c', `test/${folder}/jest.config.cjs`]));
	} else {
		console.log('FAIL: without a build there is nothing to install');
		count({ failed: 1 });
	}
}

if (selected.includes(N8N)) {
	await stage('Tests: the packed tarball in a real n8n', () => runInN8n(N8N));
}

if (selected.includes(SCALE)) {
	await stage('Tests: n8n in queue mode', async () => {
		const missing = await missingServices();
		if (missing.length === 0) {
			await runInN8n(SCALE);
		} else {
			console.log(`SKIPPED: no answer from ${missing.join(' and ')}`);
			count({ skipped: 1 });
		}
	});
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
