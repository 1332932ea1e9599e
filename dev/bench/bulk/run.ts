import path from 'node:path';
import { packTarball } from '../../stack/package';
import { startCallers, startServer } from '../arena';
import { type Bench, runBench } from '../bench';
import { measureBare, measureOwnNode } from '../contest';
import { awaitedScreenings } from '../tasks';
import { measureLatency, measureMemories, measureSizes } from './measure';
import { report } from './report';

/** A node to compare with. */
const IDLE_FOLDER = path.join(__dirname, 'idle');
const RESULTS = path.join(__dirname, '..', 'BULK-RESULTS.md');
const FULL = { counts: [100, 1_000, 10_000, 50_000], repetitions: 3 };
const QUICK = { counts: [100, 1_000, 5_000], repetitions: 1 };
/** With fewer items, what n8n does beside them counts for more than they do. */
const LEAST_FOR_MEMORY = 1_000;
const LATENCY = { count: 500, latencyMs: 50 };

/** `npm run bench:bulk`: from few items to very many, in one run. */
async function measure(bench: Bench): Promise<string> {
	const { isQuick, machine, step, seconds } = bench;
	const { counts, repetitions } = isQuick ? QUICK : FULL;
	step('Packing the package');
	const tarball = await packTarball(step);
	const server = await startServer(bench);
	const env = { ...server.env, N8N_CUSTOM_EXTENSIONS: IDLE_FOLDER };
	const contest = { ...server, ...(await startCallers(bench, { ...server, env }, tarball)) };
	const addresses = { ...contest, count: LATENCY.count };
	step('Warming up');
	await measureOwnNode(addresses, awaitedScreenings);
	await measureBare(addresses, awaitedScreenings);
	step(`${LATENCY.count} addresses, ${LATENCY.latencyMs} ms`);
	const latency = await measureLatency(addresses, LATENCY.latencyMs, repetitions);
	const sizes = await measureSizes(contest, counts, repetitions, step);
	const large = counts.filter((count) => count >= LEAST_FOR_MEMORY);
	const memories = await measureMemories(contest, large, repetitions, step);
	return await report({ machine, sizes, memories, latency, seconds: seconds() }, RESULTS);
}

void runBench(RESULTS, measure);
