import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type N8n, type N8nOptions, startN8n } from '../stack/n8n';
import { singleNodeWorkflow } from '../stack/single-node-workflow';
import { type Bench, repeat, row, type Section, single, temporaryFolder } from './bench';
import { balanceReads, startServer } from './contest';
import { type Cost, getReady, ownNode, type ReadyN8n, runWorkflow } from './n8n';

/** Starts n8n and waits until its readiness check passes. */
async function start(bench: Bench, options: N8nOptions): Promise<Cost & { n8n: N8n }> {
	const begin = performance.now();
	const n8n = await startN8n({ ...options, stopLater: bench.stopLater, report: bench.step });
	return { n8n, ms: performance.now() - begin, cpuMs: await n8n.cpuTime() };
}

function readBalance(ready: ReadyN8n): Promise<Cost> {
	const node = { ...ownNode(balanceReads.own), credential: ready.credential };
	return runWorkflow(ready, singleNodeWorkflow('start', node), 1);
}

/** Measures starts of n8n, first executions and the package's size. */
export async function measureStarts(bench: Bench): Promise<Section[]> {
	const { tarball } = bench;
	const { fields, env } = await startServer(bench);
	const folder = await temporaryFolder(bench);
	const packed = { env, tarball, userFolder: path.join(folder, 'with') };
	const startBoth = async () => {
		bench.step('Starting n8n without and with the package');
		const without = await start(bench, { env, userFolder: path.join(folder, 'without') });
		await without.n8n.stop();
		const packageStart = await start(bench, packed);
		const ready = await getReady(packageStart.n8n, bench, fields);
		const runs = { first: await readBalance(ready), second: await readBalance(ready) };
		await packageStart.n8n.stop();
		return { without, with: packageStart, ...runs };
	};
	// A warm-up that prepares the user folders. It is not counted.
	await startBoth();
	const runs = await repeat(bench.isQuick ? 1 : 5, startBoth);
	return [
		{
			title: 'Start of n8n',
			about: '"Ours" is with the package, "theirs" without it.',
			rows: [
				row('until it is ready', 'ms', {}, runs, 'ms', 'with', 'without'),
				row('CPU time', 'ms', {}, runs, 'cpuMs', 'with', 'without'),
			],
		},
		{
			title: 'First execution',
			about: `"Ours" is the first balance read in a fresh n8n, "theirs" the second. The first loads the package's code, reads the private
key, gets an access token and opens a connection; n8n loads code of its own.`,
			rows: [
				row('time of the node', 'ms', {}, runs, 'ms', 'first', 'second'),
				row("n8n's CPU time", 'ms', {}, runs, 'cpuMs', 'first', 'second'),
			],
		},
		{
			title: 'Size',
			about: 'What is downloaded; it brings no other package.',
			rows: [single('packed tarball', 'kB', { most: 450 }, (await stat(tarball)).size / 1_000)],
		},
	];
}
