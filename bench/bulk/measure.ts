import { CONCURRENCY, type Contest, measureBare, measureOwnNode, waitForCalls } from '../contest';
import { median } from '../statistics';
import { awaitedScreenings } from '../tasks';
import { measureMemory, type MemoryUse } from './memory';

/** What so many items in one run took. */
export interface SizeResult {
	count: number;
	repetitions: number;
	/** Medians, in milliseconds. */
	ownMs: number;
	bareMs: number;
	/** Of this package's node, and of one that calls nobody. Absent where the run is too short to look at it. */
	memory?: { own: MemoryUse; idle: MemoryUse };
}

/** What addresses took that are answered late. */
export interface LatencyResult {
	count: number;
	latencyMs: number;
	concurrency: number;
	repetitions: number;
	/** Median, in milliseconds. */
	ownMs: number;
	/** The most connections that were open at the same time. */
	atOnce: number;
}

/** Of fewer items the memory is not looked at: the run is over too soon. */
const LEAST_FOR_MEMORY = 1_000;
/** So that the run is long enough to be looked at. */
export const MEMORY_LATENCY_MS = 20;

/** The node and bare undici in turn, with each number of items in turn. */
export async function measureSizes(
	contest: Omit<Contest, 'count'>,
	counts: readonly number[],
	repetitions: number,
	step: (line: string) => void,
): Promise<SizeResult[]> {
	const times = counts.map((count) => ({ count, own: [] as number[], bare: [] as number[] }));
	await contest.sandbox.setLatency(0);
	for (let repetition = 1; repetition <= repetitions; repetition += 1) {
		for (const { count, own, bare } of times) {
			step(`${count} items, ${repetition} of ${repetitions}`);
			own.push((await measureOwnNode({ ...contest, count }, awaitedScreenings)).wallMs);
			bare.push((await measureBare({ ...contest, count }, awaitedScreenings)).wallMs);
		}
	}
	await contest.sandbox.setLatency(MEMORY_LATENCY_MS);
	const results: SizeResult[] = [];
	const memoryOf = async (count: number) => {
		step(`${count} items: memory`);
		return { own: await ownMemory({ ...contest, count }), idle: await idleMemory(contest, count) };
	};
	for (const { count, own, bare } of times) {
		const memory = count < LEAST_FOR_MEMORY ? undefined : await memoryOf(count);
		results.push({ count, repetitions, ownMs: median(own), bareMs: median(bare), memory });
	}
	return results;
}

async function ownMemory(contest: Contest): Promise<MemoryUse> {
	const { ready, sandbox, count } = contest;
	const task = awaitedScreenings;
	await sandbox.countAnew();
	const node = { ...task.ownNode(), items: task.items(count), credential: ready.credential };
	return await measureMemory(ready, node, () => waitForCalls(task, contest));
}

/** What n8n itself takes for a node of so many items. */
async function idleMemory({ ready }: Pick<Contest, 'ready'>, count: number): Promise<MemoryUse> {
	const node = { type: 'CUSTOM.idle', parameters: {}, items: awaitedScreenings.items(count) };
	return await measureMemory(ready, node, () => Promise.resolve());
}

/** The node alone, with answers that come this late: how long it takes, and how many calls are open at once. */
export async function measureLatency(
	contest: Contest,
	latencyMs: number,
	repetitions: number,
): Promise<LatencyResult> {
	await contest.sandbox.setLatency(latencyMs);
	const runs = [];
	for (let repetition = 0; repetition < repetitions; repetition += 1) {
		runs.push(await measureOwnNode(contest, awaitedScreenings));
	}
	return {
		count: contest.count,
		latencyMs,
		concurrency: CONCURRENCY,
		repetitions,
		ownMs: median(runs.map(({ wallMs }) => wallMs)),
		atOnce: Math.max(...runs.map(({ counts }) => counts.maxConcurrentConnections)),
	};
}
