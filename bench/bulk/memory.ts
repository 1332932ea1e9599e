import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../stack/wait-until';
import { NODE, type SingleNode, singleNodeWorkflow } from '../../stack/single-node-workflow';
import { median } from '../statistics';
import { type ReadyN8n, runWorkflow, spanOf } from '../run-in-n8n';

/** In bytes, with the garbage collected. */
export interface MemoryUse {
	/** Once the node is done: what it was given and what it gave. */
	items: number;
	/** The most that was in use beyond them while the node worked. */
	most: number;
	/** What was in use beyond them in the middle of that time: n8n takes more for a moment when a run begins. */
	middle: number;
}

const SETTLED_BYTES = 500_000;
const SETTLE_MS = 1_000;

interface Sample {
	/** Milliseconds since 1970. */
	at: number;
	bytes: number;
}

/** Keeps the items in memory, with nothing to do, while they are measured. */
const HOLD = 'Hold';
const HOLD_SECONDS = 5;

/** To look takes n8n's time; so long, as many times over, it is left alone. */
const RESTS = 4;
const LEAST_REST_MS = 100;

/** n8n lets go of the last run's data only after a while. */
async function settledMemory({ n8n }: ReadyN8n): Promise<number> {
	let last = Number.POSITIVE_INFINITY;
	return await waitUntil("the last run's data to be gone", async () => {
		const now = await n8n.liveMemory();
		const isSettled = last - now < SETTLED_BYTES;
		last = now;
		await pause(SETTLE_MS);
		return isSettled ? now : undefined;
	});
}

async function sampleUntil({ n8n }: ReadyN8n, end: Promise<unknown>): Promise<Sample[]> {
	const ended = new AbortController();
	const note = (): void => {
		ended.abort();
	};
	end.then(note, note);
	const samples: Sample[] = [];
	while (!ended.signal.aborted) {
		const begin = performance.now();
		samples.push({ bytes: await n8n.liveMemory(), at: Date.now() });
		await pause(Math.max((performance.now() - begin) * RESTS, LEAST_REST_MS));
	}
	return samples;
}

function within(
	samples: readonly Sample[],
	{ begin, end }: { begin: number; end: number },
): number[] {
	const bytes = samples.filter(({ at }) => at > begin && at < end).map((sample) => sample.bytes);
	if (bytes.length === 0) throw new Error('The memory was not looked at in time');
	return bytes;
}

/**
 * What one run of a node holds in n8n's memory, looked at again and again while it works and after it.
 *
 * @param callsMade resolves when the node's calls have arrived
 */
export async function measureMemory(
	ready: ReadyN8n,
	node: SingleNode & Required<Pick<SingleNode, 'items'>>,
	callsMade: () => Promise<void>,
): Promise<MemoryUse> {
	const workflow = singleNodeWorkflow('bench', node);
	workflow.nodes.push({
		id: HOLD,
		name: HOLD,
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		position: [440, 0],
		parameters: { amount: HOLD_SECONDS, unit: 'seconds' },
	});
	workflow.connections[NODE] = { main: [[{ node: HOLD, type: 'main', index: 0 }]] };

	const before = await settledMemory(ready);
	const run = runWorkflow(ready, workflow, node.items.length, callsMade);
	const samples = await sampleUntil(ready, run);
	const { execution } = await run;
	const atWork = within(samples, spanOf(execution, NODE));
	const held = median(within(samples, spanOf(execution, HOLD)));
	return { items: held - before, most: Math.max(...atWork) - held, middle: median(atWork) - held };
}
