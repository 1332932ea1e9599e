import { table } from '../../scripts/docs/table';
import { type Machine, machineLines } from '../machine';
import { markdown } from '../markdown';
import { median } from '../statistics';
import type { LatencyResult, MemoryResult, SizeResult } from './measure';

export interface Results {
	machine: Machine;
	sizes: SizeResult[];
	memories: MemoryResult[];
	latency: LatencyResult;
	seconds: number;
}

/** What the most items take is compared with what this many take. */
const COMPARED_WITH = 1_000;
const MOST_OVER_COMPARED = 1.2;
const LEAST_SHARE_SAVED = 8;
const MOST_OVER_BARE = 2;

function sizeOf(sizes: readonly SizeResult[], count: number): SizeResult {
	const size = sizes.find((result) => result.count === count);
	if (!size) throw new Error(`${count} items were not measured`);
	return size;
}

function timePerItem(sizes: readonly SizeResult[], count: number): number {
	return sizeOf(sizes, count).ownMs / count;
}

/** What the node holds beyond its items and beyond what n8n takes for any node, each time it was measured. In bytes. */
function ownBytes({ own, idle }: MemoryResult): number[] {
	return own.map(({ most }, index) => most - (idle[index]?.most ?? NaN));
}

/** How far measurements of the same lie apart. */
function width(bytes: readonly number[]): number {
	return Math.max(...bytes) - Math.min(...bytes);
}

/** Flat: from few items to many the middle one grew by no more than the measurements of the same number lie apart. */
function memoryTarget(memories: readonly MemoryResult[]): (string | number)[] {
	const few = memories.find(({ count }) => count === COMPARED_WITH);
	const many = memories.at(-1);
	if (!few || !many) throw new Error(`The memory of ${COMPARED_WITH} items was not measured`);
	const [least, most] = [ownBytes(few), ownBytes(many)];
	const growth = median(most) - median(least);
	const allowed = Math.max(width(least), width(most));
	return [
		`Growth of the memory beyond the items, from ${few.count} to ${many.count} items`,
		`flat: no more than repeated runs differ, ${megabytes(allowed)}`,
		megabytes(growth),
		// One run of each tells nothing.
		least.length > 1 ? verdict(growth <= allowed) : '',
	];
}

const verdict = (isMet: boolean): string => (isMet ? 'met' : '**not met**');

function targets({ sizes, memories, latency }: Results): string {
	const most = Math.max(...sizes.map(({ count }) => count));
	const growth = timePerItem(sizes, most) / timePerItem(sizes, COMPARED_WITH);
	const { ownMs, bareMs } = sizeOf(sizes, most);
	const overBare = ownMs / bareMs;
	const saved = (latency.count * latency.latencyMs) / latency.ownMs;
	return table(
		['', 'wanted', 'measured', ''],
		[
			[
				`Time per item with ${most} items, compared with ${COMPARED_WITH}`,
				`at most ${MOST_OVER_COMPARED}`,
				growth.toFixed(2),
				verdict(growth <= MOST_OVER_COMPARED),
			],
			[
				`${most} items: times as long as bare undici`,
				`at most ${MOST_OVER_BARE}`,
				overBare.toFixed(2),
				verdict(overBare <= MOST_OVER_BARE),
			],
			memoryTarget(memories),
			[
				`${latency.count} addresses, ${latency.latencyMs} ms each: sum of the latencies, of the time they took`,
				`at least ${LEAST_SHARE_SAVED}`,
				saved.toFixed(1),
				verdict(saved >= LEAST_SHARE_SAVED),
			],
			[
				'Connections open at the same time meanwhile',
				`at most ${latency.concurrency}`,
				latency.atOnce,
				verdict(latency.atOnce <= latency.concurrency),
			],
		],
	);
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

function sizeRow({ count, ownMs, bareMs }: SizeResult): (string | number)[] {
	return [
		count,
		`${(ownMs / 1_000).toFixed(2)} s`,
		`${(ownMs / count).toFixed(3)} ms`,
		`${(bareMs / count).toFixed(3)} ms`,
		(ownMs / bareMs).toFixed(2),
	];
}

/** The middle one of several measurements, and the least and the most. */
function spread(bytes: readonly number[]): string {
	const [middle, least, most] = [median(bytes), Math.min(...bytes), Math.max(...bytes)];
	return `${megabytes(middle)} (${megabytes(least)} to ${megabytes(most)})`;
}

function memoryRow(memory: MemoryResult): (string | number)[] {
	const { count, own, idle } = memory;
	return [
		count,
		megabytes(median(own.map(({ items }) => items))),
		spread(own.map(({ most }) => most)),
		spread(idle.map(({ most }) => most)),
		spread(ownBytes(memory)),
	];
}

/** Everything as a Markdown document. `file` is where it will stand. */
export async function report(results: Results, file: string): Promise<string> {
	const { machine, sizes, memories, latency, seconds } = results;
	const parts = [
		'# Bench of many items',
		'Written by `npm run bench:bulk`. Times are of one machine on one day: look at the ratios.',
		machineLines(machine, seconds),
		'## Targets',
		targets(results),
		'## Items in one run',
		table(
			['items', 'time', 'per item', 'per item, bare undici', "of bare undici's time"],
			sizes.map(sizeRow),
		),
		`KYT: Screen for addresses that all differ, over TLS on loopback against the sandbox, which has each result at once and
adds no latency: what remains is what the node, undici and the sandbox cost. The time is the node's own, as n8n reports
it; bare undici takes turns with it, with as many connections. Medians of ${sizes[0]?.repetitions ?? 0}.`,
		'## Memory',
		table(
			['items', 'in memory', 'most beyond them', 'an idle node', 'less an idle node'],
			memories.map(memoryRow),
		),
		`Looked at in runs of their own, each time with the garbage collected and with the node at a standstill: the sandbox holds
its answers back when the first calls have come, when half of them have, and when nearly all have. "In memory" is what
n8n holds more when the node is done than before the run: what went in and what came out. "Most beyond them" is how much
more than that was in use in any of the three moments; below zero, it never was as much. "An idle node" is what was in use
beyond the items of a node that calls nobody and keeps nothing ([its code](bulk/idle)), while it waits: what n8n itself
takes for any node, such as its own copy of the input. Medians of ${memories[0]?.own.length ?? 0}, and from the least to the most.`,
		'## Latency',
		`${latency.count} addresses with ${latency.latencyMs} ms of latency took ${(latency.ownMs / 1_000).toFixed(2)} s at ${latency.concurrency} at once, the default; one after the other they would have
taken ${((latency.count * latency.latencyMs) / 1_000).toFixed(0)} s. ${latency.atOnce} connections were open at the same time at most. Median of ${latency.repetitions}.`,
	];
	return await markdown(parts, file);
}
