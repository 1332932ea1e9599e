import { CONCURRENCY, type Contest, measureBare, measureOwnNode } from '../contest';
import { median } from '../statistics';
import { awaitedScreenings } from '../tasks';
import { measureMemory, type MemoryUse } from './memory';
import { holdBack, standStill } from './standstill';

/** What so many items in one run took. */
export interface SizeResult {
	count: number;
	repetitions: number;
	/** Medians, in milliseconds. */
	ownMs: number;
	bareMs: number;
}

/** What so many items in one run held in n8n's memory, each time it was measured. */
export interface MemoryResult {
	count: number;
	own: MemoryUse[];
	/** Of a node that calls nobody. */
	idle: MemoryUse[];
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
	return times.map(({ count, own, bare }) => {
		return { count, repetitions, ownMs: median(own), bareMs: median(bare) };
	});
}

/** What each number of items holds in memory, in turn, and in turn with a node that calls nobody. */
export async function measureMemories(
	contest: Omit<Contest, 'count'>,
	counts: readonly number[],
	repetitions: number,
	step: (line: string) => void,
): Promise<MemoryResult[]> {
	const results = counts.map((count): MemoryResult => ({ count, own: [], idle: [] }));
	for (let repetition = 1; repetition <= repetitions; repetition += 1) {
		for (const { count, own, idle } of results) {
			step(`${count} items, memory, ${repetition} of ${repetitions}`);
			own.push(await ownMemory({ ...contest, count }));
			idle.push(await idleMemory(contest, count));
		}
	}
	return results;
}

async function ownMemory(contest: Contest): Promise<MemoryUse> {
	const { ready, count } = contest;
	const task = awaitedScreenings;
	const node = { ...task.ownNode(), items: task.items(count), credential: ready.credential };
	await holdBack(contest);
	return await measureMemory(ready, node, (look) => standStill(contest, look));
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
