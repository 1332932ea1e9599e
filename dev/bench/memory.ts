import { setTimeout as pause } from 'node:timers/promises';
import { NODE, type SingleNode, singleNodeWorkflow } from '../stack/single-node-workflow';
import { waitUntil } from '../stack/wait-until';
import { type Bench, median, repeat, row, type Section } from './bench';
import { Arena, awaitedScreenings as task, newItems } from './contest';
import { BENCH_NODES, ownNode, type ReadyN8n, runWorkflow } from './n8n';
import { startApi } from './scripted-api';

const FULL = { counts: [1_000, 10_000, 50_000], repetitions: 3 };
const QUICK = { counts: [1_000, 5_000], repetitions: 1 };
const SETTLED_MB = 0.5;
/** Measuring takes n8n's time, so n8n rests this long before each measurement. */
const REST_MS = 100;
/**
 * With this few calls left, nearly all items are done. A fast machine makes a hundred calls before they are held back.
 */
const LAST_CALLS = 300;
/** How long a response is held back: longer than measuring takes, shorter than the node's Timeout. */
const HELD_BACK_MS = 12_000;

/** The memory in megabytes after garbage collection: the median of three measurements. */
async function look({ n8n }: ReadyN8n): Promise<number> {
	const looks = await repeat(3, async () => {
		await pause(REST_MS);
		return (await n8n.liveMemory()) / 1e6;
	});
	return median(looks);
}

/** The memory once n8n has let go of the last run's data, which takes a while. */
async function settledMemory(ready: ReadyN8n): Promise<number> {
	let last = Infinity;
	const settled = async (): Promise<number | undefined> => {
		const before = last;
		last = await look(ready);
		return before - last < SETTLED_MB ? last : undefined;
	};
	return await waitUntil("the last run's data to be gone", settled, { everyMs: 1_000 });
}

/** Holds a run still at its first calls, halfway and near its end, and measures the memory each time. */
async function standStill(arena: Arena, count: number, looks: number[]): Promise<void> {
	for (const calls of [1, count / 2, count - LAST_CALLS]) {
		await arena.waitForCalls(task, calls);
		arena.sandbox.configure({ latencyMs: HELD_BACK_MS });
		let last = -1;
		const isUnmoved = (): true | undefined => {
			const before = last;
			last = arena.calls(task);
			return before === last || undefined;
		};
		await waitUntil('the node to stand still', isUnmoved, { everyMs: 500 });
		looks.push(await look(arena.ready));
		const hasMoved = arena.calls(task) !== last || last === count;
		if (hasMoved) throw new Error('The node did not stand still while it was looked at');
		arena.sandbox.configure({ latencyMs: 0 });
	}
}

/** Measures the memory of runs with very many items, taking turns with a node that calls no API. */
export async function measureMemory(bench: Bench): Promise<Section[]> {
	const { counts, repetitions } = bench.isQuick ? QUICK : FULL;
	const arena = await Arena.start(bench, BENCH_NODES);
	const { ready } = arena;
	const looks: number[] = [];
	const api = await startApi(bench);
	api.respond = async () => String(looks.push(await look(ready)));
	// This node calls only the bench and waits until the bench has measured the memory.
	const idle = { type: 'CUSTOM.idle', typeVersion: 1, parameters: { url: api.url } };
	// The memory that a run of a node holds. The Hold node after it keeps the items while they are measured.
	const use = async (looked: SingleNode, count: number, stand?: () => Promise<void>) => {
		const { credential } = ready;
		const workflow = singleNodeWorkflow('bench', { ...looked, items: newItems(count), credential });
		workflow.nodes.push({ id: 'Hold', name: 'Hold', position: [440, 0], ...idle });
		workflow.connections[NODE] = { main: [[{ node: 'Hold', type: 'main', index: 0 }]] };
		const before = await settledMemory(ready);
		await Promise.all([stand?.(), runWorkflow(ready, workflow, count)]);
		const held = looks.pop() ?? NaN;
		return { items: held - before, most: Math.max(...looks.splice(0)) - held };
	};
	const measureBoth = async (count: number) => {
		bench.step(`${count} items, memory`);
		await arena.countAnew();
		arena.sandbox.configure({ latencyMs: HELD_BACK_MS });
		const ownUse = await use(ownNode(task.own), count, () => standStill(arena, count, looks));
		return { own: ownUse, idle: await use(idle, count) };
	};
	// A warm-up that loads and compiles code. It is not counted.
	await measureBoth(1_000);
	const rows = [];
	const beyond: number[][] = [];
	for (const count of counts) {
		const runs = await repeat(repetitions, () => measureBoth(count));
		beyond.push(runs.map(({ own: { most }, idle: still }) => (most - still.most) * 1_000));
		rows.push(
			row(`${count} items: the items`, 'MB', {}, runs, 'items', 'own'),
			row(`${count} items: beyond them`, 'MB', {}, runs, 'most', 'own', 'idle'),
		);
	}
	const more = Math.max(...counts) - Math.min(...counts);
	const ours = (beyond.at(-1) ?? []).map((kB, run) => (kB - (beyond[0]?.[run] ?? NaN)) / more);
	rows.push({ what: `an item beyond ${Math.min(...counts)}`, unit: 'kB', most: 1.5, ours });
	const about = `The most that is in use beyond the items when the first calls, half of them and nearly all have come. "Theirs" is a node
that keeps nothing ([its code](nodes)), so what n8n itself takes for any node. The last line is less that, and without what the fewest items take.`;
	return [{ title: 'Memory', about, rows }];
}
