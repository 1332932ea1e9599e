// npm test: the build, and then three lanes side by side: every gate and the tests in this process, the packed tarball
// in a real n8n and its editor, and an n8n that is killed. Plain JavaScript on Node alone: on a clean clone it first
// installs what it needs.
// For development: npm test -- --only eslint unit sandbox
// With --times it ends with the seconds of each test file and each start of n8n.
// npm run test:soak repeats the flood in which n8n is killed.
import { parseArgs } from 'node:util';
import { enableTypeScript, ensureDependencies } from '../dev/stack/bootstrap.mjs';
import { BUILD, GATES, GATES_OF_DIST, runGates } from './runner/gates.mjs';
import { runJest } from './runner/jest.mjs';
import { secondsSince } from './runner/run-tool.mjs';
import { noteStarts, printTimes } from './runner/times.mjs';
import { missingServices } from '../dev/stack/services.cjs';

const FOLDERS = ['unit', 'contract', 'engine', 'sandbox', 'package'];
const IN_N8N = ['n8n', 'browser', 'own-n8n', 'scale'];
/** The stages that read dist. */
const NEEDS_BUILD = ['package', ...GATES_OF_DIST, ...IN_N8N];

let printsTimes = false;

/** The stages to run: all, or those named after --only with the build they need. */
function selectedStages() {
	const all = [BUILD, ...Object.keys(GATES), ...FOLDERS, ...IN_N8N];
	const { values, positionals } = parseArgs({
		options: {
			only: { type: 'boolean', default: false },
			floods: { type: 'string' },
			times: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	printsTimes = values.times;
	// test/own-n8n/parts/trigger-duplicates.ts reads it.
	if (values.floods) process.env.FLOODS = values.floods;
	if (!values.only && positionals.length === 0) return all;
	const unknown = positionals.filter((name) => !all.includes(name));
	if (!values.only || positionals.length === 0 || unknown.length > 0) {
		console.error(`Usage: npm test -- [--times] --only <stage>...   Stages: ${all.join(' ')}`);
		process.exit(2);
	}
	const isNeeded = (name) =>
		positionals.includes(name) ||
		(name === BUILD && NEEDS_BUILD.some((stage) => positionals.includes(stage)));
	return all.filter(isNeeded);
}

const total = { passed: 0, failed: 0, skipped: 0 };
/** The failures, repeated at the end of the output: the lanes print a lot, at the same time. */
const failures = [];

function count({ passed = 0, failed = 0, skipped = 0, failures: texts = [] }) {
	total.passed += passed;
	total.failed += failed;
	total.skipped += skipped;
	failures.push(...texts);
}

function fail({ message }) {
	console.log(`FAIL: ${message}`);
	count({ failed: 1, failures: [message] });
}

async function stage(heading, run) {
	console.log(`\n=== ${heading} ===\n`);
	const start = performance.now();
	await run();
	console.log(`\n--- ${heading}: ${secondsSince(start)} ---`);
}

async function runCountedGates(names) {
	const outcomes = await runGates(names);
	for (const [name, outcome] of Object.entries(outcomes)) {
		count({ [outcome]: 1, failures: outcome === 'failed' ? [`gate ${name}`] : [] });
	}
	return outcomes;
}

const selected = selectedStages();
const gates = selected.filter((name) => name in GATES);
const folders = selected.filter((name) => FOLDERS.includes(name));
let isBuilt = false;

/** The tarball is packed here, because several stages at the same time need it. */
async function build() {
	const outcomes = await runCountedGates([BUILD]);
	if (outcomes[BUILD] !== 'passed') return;
	await enableTypeScript();
	const { default: stack } = await import('../dev/stack/package.ts');
	try {
		await stack.packTarball(undefined, { isBuilt: true });
		isBuilt = true;
	} catch (error) {
		fail(error);
	}
}

async function testFolders() {
	// With all folders, jest runs every file that jest.config.cjs finds, so that no folder is forgotten here.
	const paths = folders.length === FOLDERS.length ? [] : folders.map((name) => `test/${name}/`);
	count(await runJest(paths));
}

let installation;

/** n8n, installed before any test waits for it: on a new machine that takes minutes. Every lane asks, one installs. */
function installN8n() {
	return (installation ??= import('../dev/stack/n8n-install.ts').then(
		async ({ default: stack }) => {
			const start = performance.now();
			await stack.ensureN8n();
			console.log(`n8n is installed (${secondsSince(start)})`);
		},
	));
}

async function testInN8n(...stages) {
	try {
		if (!isBuilt) throw new Error('without a build there is nothing to install');
		await installN8n();
	} catch (error) {
		return fail(error);
	}
	count(await runJest([], { JEST_STAGE: stages.join(' ') }));
}

async function testQueueMode() {
	const missing = await missingServices();
	if (missing.length === 0) return testInN8n('scale');
	console.log(`SKIPPED: no answer from ${missing.join(' and ')}`);
	count({ skipped: 1 });
}

/** One n8n is started for all of these. */
const sharingN8n = ['n8n', 'browser'].filter((name) => selected.includes(name));

/**
 * The stages of a lane run one after the other, the lanes side by side. Stages that mostly wait for n8n or its editor
 * come first, and those that keep both cores busy come last. With more lanes, n8n and its editor get too little of two
 * cores.
 */
const LANES = [
	[
		sharingN8n.length > 0 && [
			'Tests: the packed tarball in a real n8n, and tasks in its editor',
			() => testInN8n(...sharingN8n),
		],
	],
	[
		folders.length > 0 && [`Tests: ${folders.join(', ')}`, testFolders],
		gates.length > 0 && ['Gates', () => runCountedGates(gates)],
	],
	[
		selected.includes('own-n8n') && ['Tests: an n8n that is killed', () => testInN8n('own-n8n')],
		selected.includes('scale') && ['Tests: n8n in queue mode', testQueueMode],
	],
];

async function runLane(stages) {
	for (const one of stages) if (one) await stage(...one);
}

await ensureDependencies();
if (printsTimes) await noteStarts();
if (selected.includes(BUILD)) await stage('Build', build);
await Promise.all(LANES.map(runLane));

if (printsTimes) await printTimes();
if (total.skipped > 0) console.log(`\n${total.skipped} skipped: the reason is above, beside each`);
for (const text of failures) console.log(`\nFAILED ${text}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
