import path from 'node:path';
import { packTarball } from '../stack/package';
import { startCallers, startServer } from './arena';
import { type Bench, runBench } from './bench';
import type { Contest } from './contest';
import { measureHostileInput } from './hostile-input';
import { measureRateLimits } from './rate-limits';
import { report } from './report';
import { runScenario, scenarios, type ScenarioResult, warmUp } from './scenarios';
import { measureSizes } from './sizes';
import { measureStarts } from './startup';

const RESULTS = path.join(__dirname, 'RESULTS.md');
/** Calls of a run, and how often n8n is started with the package, and without it. */
const FULL = { count: 1_000, starts: 5 };
const QUICK = { count: 200, starts: 1 };

async function runContest(contest: Contest, { isQuick, step }: Bench): Promise<ScenarioResult[]> {
	step('Warming up');
	await warmUp(contest);
	const results: ScenarioResult[] = [];
	for (const scenario of scenarios(isQuick)) {
		step(`${contest.count} ${scenario.task.title}, ${scenario.latencyMs} ms`);
		results.push(await runScenario(contest, scenario));
	}
	return results;
}

/** `npm run bench`: calls, starts and sizes. */
async function measure(bench: Bench): Promise<string> {
	const { isQuick, machine, step, seconds } = bench;
	const { count, starts } = isQuick ? QUICK : FULL;
	step('Packing the package');
	const tarball = await packTarball(step);
	const server = await startServer(bench);
	const credential = server.sandbox.credential;
	const start = await measureStarts({ ...bench, ...server, tarball, starts, credential });
	const callers = await startCallers(bench, server, tarball);
	const sizes = await measureSizes(tarball, callers.ready.n8n.userFolder);
	step('Rate limits');
	const rateLimits = await measureRateLimits(isQuick ? 1 : 5);
	step('Hostile input');
	const hostileInput = measureHostileInput(isQuick ? 1 : 9);
	const results = await runContest({ ...server, ...callers, count }, bench);
	return await report(
		{
			machine,
			count,
			scenarios: results,
			rateLimits,
			hostileInput,
			start,
			sizes,
			seconds: seconds(),
		},
		RESULTS,
	);
}

void runBench(RESULTS, measure);
