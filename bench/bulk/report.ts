import { table } from '../../scripts/docs/table';
import { type Machine, machineLines } from '../machine';
import { markdown } from '../markdown';
import { type LatencyResult, MEMORY_LATENCY_MS, type SizeResult } from './measure';

export interface Results {
	machine: Machine;
	sizes: SizeResult[];
	latency: LatencyResult;
	seconds: number;
}

/** The time an item at the most items is compared with that at this many. */
const COMPARED_WITH = 1_000;
const MOST_OVER_COMPARED = 1.2;
const LEAST_SHARE_SAVED = 8;

function timePerItem(sizes: readonly SizeResult[], count: number): number {
	const size = sizes.find((result) => result.count === count);
	if (!size) throw new Error(`${count} items were not measured`);
	return size.ownMs / count;
}

function targets({ sizes, latency }: Results): string {
	const most = Math.max(...sizes.map(({ count }) => count));
	const growth = timePerItem(sizes, most) / timePerItem(sizes, COMPARED_WITH);
	const saved = (latency.count * latency.latencyMs) / latency.ownMs;
	const verdict = (isMet: boolean): string => (isMet ? 'met' : '**not met**');
	return table(
		['', 'wanted', 'measured', ''],
		[
			[
				`Time an item with ${most} items, of that with ${COMPARED_WITH}`,
				`at most ${MOST_OVER_COMPARED}`,
				growth.toFixed(2),
				verdict(growth <= MOST_OVER_COMPARED),
			],
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

function sizeRow({ count, ownMs, bareMs, memory }: SizeResult): (string | number)[] {
	return [
		count,
		`${(ownMs / 1_000).toFixed(2)} s`,
		`${(ownMs / count).toFixed(3)} ms`,
		`${(bareMs / count).toFixed(3)} ms`,
		(ownMs / bareMs).toFixed(2),
		memory ? megabytes(memory.own.items) : '',
		memory ? megabytes(memory.own.most) : '',
		memory ? megabytes(memory.idle.middle) : '',
	];
}

/** Everything as a Markdown document. `file` is where it will stand. */
export async function report(results: Results, file: string): Promise<string> {
	const { machine, sizes, latency, seconds } = results;
	const parts = [
		'# Bench of many items',
		'Written by `npm run bench:bulk`. Times are of one machine on one day: look at the ratios.',
		machineLines(machine, seconds),
		'## Targets',
		targets(results),
		'## Items in one run',
		table(
			[
				...['items', 'time', 'an item', 'an item, bare undici', "of bare undici's time"],
				...['items in memory', 'most beyond them', 'an idle node'],
			],
			sizes.map(sizeRow),
		),
		`KYT: Screen for addresses that all differ, over TLS on loopback against the sandbox, which has each result at once and
adds no latency: what remains is what the node, undici and the sandbox cost. The time is the node's own, as n8n reports
it; bare undici takes turns with it, with as many connections. Medians of ${sizes[0]?.repetitions ?? 0}.`,
		`Memory is looked at in runs of its own, with ${MEMORY_LATENCY_MS} ms of latency, again and again while the node works, each time
with the garbage collected. "Items in memory" is what n8n holds more when the node is done than before the run: what went
in and what came out. "Most beyond them" is how much more than that was in use at any time while the node worked; below
zero, it never was as much. "An idle node" is what was in use beyond the items of a node that calls nobody and keeps
nothing ([its code](bulk/idle)), while it waits: what n8n itself takes for any node, such as its own copy of the input.`,
		'## Latency',
		`${latency.count} addresses with ${latency.latencyMs} ms of latency took ${(latency.ownMs / 1_000).toFixed(2)} s at ${latency.concurrency} at once, the default; one after the other they would have
taken ${((latency.count * latency.latencyMs) / 1_000).toFixed(0)} s. ${latency.atOnce} connections were open at the same time at most. Median of ${latency.repetitions}.`,
	];
	return await markdown(parts, file);
}
