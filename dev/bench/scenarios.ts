import {
	CONCURRENCY,
	type Contest,
	type Measurement,
	measureBare,
	measureHttpRequest,
	measureNothing,
	measureOwnNode,
	MOST_CONCURRENCY,
} from './contest';
import { median } from './statistics';
import { balanceReads, screenings, type Task } from './tasks';

export interface Scenario {
	task: Task;
	latencyMs: number;
	repetitions: number;
}

export interface ContestantResult {
	name: string;
	/** Medians over the repetitions; milliseconds. */
	wallMs: number;
	executionMs?: number;
	/** n8n's CPU time for one call, without what a run costs that makes none. */
	cpuMsPerCall?: number;
	/** The most over the repetitions. */
	connections: number;
	tlsHandshakes: number;
	atOnce: number;
}

export interface ScenarioResult extends Scenario {
	own: ContestantResult;
	httpRequest: ContestantResult;
	bare: ContestantResult;
	/** At the highest concurrency; only where the latency is high enough for it to matter. */
	most: { own: ContestantResult; bare: ContestantResult } | undefined;
}

/** From here on it is worth setting Items at Once higher than the default. */
const HIGH_LATENCY_MS = 100;

const LATENCIES_MS = [0, 20, HIGH_LATENCY_MS];

/** Every kind of call with every latency; the slowest ones less often, to be done in time. */
export function scenarios(isQuick: boolean): Scenario[] {
	const repetitions = (latencyMs: number): number => {
		if (isQuick) return 1;
		return latencyMs === HIGH_LATENCY_MS ? 3 : 5;
	};
	return [balanceReads, screenings].flatMap((task) =>
		LATENCIES_MS.map((latencyMs) => ({ task, latencyMs, repetitions: repetitions(latencyMs) })),
	);
}

/** Each contestant once, not counted: code is loaded and compiled, tokens are fetched. */
export async function warmUp(contest: Contest): Promise<void> {
	for (const task of [balanceReads, screenings]) {
		await measureOwnNode(contest, task);
		await measureHttpRequest(contest, task);
		await measureBare(contest, task);
		await measureNothing(contest, task);
	}
}

function summary(
	name: string,
	measurements: Measurement[],
	{ idleCpuMs, count }: { idleCpuMs: number; count: number },
): ContestantResult {
	const known = (values: (number | undefined)[]): number | undefined => {
		const present = values.filter((value) => value !== undefined);
		return present.length > 0 ? median(present) : undefined;
	};
	const cpuMs = known(measurements.map((it) => it.cpuMs));
	const most = (pick: (counts: Measurement['counts']) => number): number =>
		Math.max(...measurements.map(({ counts }) => pick(counts)));
	return {
		name,
		wallMs: median(measurements.map((it) => it.wallMs)),
		executionMs: known(measurements.map((it) => it.executionMs)),
		cpuMsPerCall: cpuMs === undefined ? undefined : (cpuMs - idleCpuMs) / count,
		connections: most((counts) => counts.connections),
		tlsHandshakes: most((counts) => counts.tlsHandshakes),
		atOnce: most((counts) => counts.maxConcurrentConnections),
	};
}

/** The contestants in turn, again and again, so that what else the machine does hits all alike. */
export async function runScenario(contest: Contest, scenario: Scenario): Promise<ScenarioResult> {
	const { task, latencyMs, repetitions } = scenario;
	const runs = {
		own: [] as Measurement[],
		httpRequest: [] as Measurement[],
		bare: [] as Measurement[],
		ownMost: [] as Measurement[],
		bareMost: [] as Measurement[],
	};
	const idle: number[] = [];
	await contest.sandbox.setLatency(latencyMs);
	for (let repetition = 0; repetition < repetitions; repetition += 1) {
		runs.own.push(await measureOwnNode(contest, task));
		runs.httpRequest.push(await measureHttpRequest(contest, task));
		runs.bare.push(await measureBare(contest, task));
		if (latencyMs >= HIGH_LATENCY_MS) {
			runs.ownMost.push(await measureOwnNode(contest, task, MOST_CONCURRENCY));
			runs.bareMost.push(await measureBare(contest, task, MOST_CONCURRENCY));
		}
		idle.push((await measureNothing(contest, task)).cpuMs);
	}
	const common = { idleCpuMs: median(idle), count: contest.count };
	return {
		...scenario,
		own: summary(`this node, ${CONCURRENCY} at once`, runs.own, common),
		httpRequest: summary('HTTP Request node', runs.httpRequest, common),
		bare: summary(`bare undici, ${CONCURRENCY} connections`, runs.bare, common),
		most:
			runs.ownMost.length === 0
				? undefined
				: {
						own: summary(`this node, ${MOST_CONCURRENCY} at once`, runs.ownMost, common),
						bare: summary(`bare undici, ${MOST_CONCURRENCY} connections`, runs.bareMost, common),
					},
	};
}
