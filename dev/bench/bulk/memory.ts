import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../stack/wait-until';
import { NODE, type SingleNode, singleNodeWorkflow } from '../../stack/single-node-workflow';
import { median } from '../statistics';
import { type ReadyN8n, runWorkflow, spanOf } from '../run-in-n8n';

/** In bytes, with the garbage collected. */
export interface MemoryUse {
	/** Once the node is done: what it was given and what it gave. */
	items: number;
	/** The most that was in use beyond them in one of the moments at which the node was looked at. */
	most: number;
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

/** To look takes n8n's time; for so long it is left alone. */
const REST_MS = 100;
const LOOKS = 3;

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

async function sample({ n8n }: ReadyN8n): Promise<Sample> {
	const taken = { bytes: await n8n.liveMemory(), at: Date.now() };
	await pause(REST_MS);
	return taken;
}

async function samplesUntil(ready: ReadyN8n, end: Promise<unknown>): Promise<Sample[]> {
	const ended = new AbortController();
	const note = (): void => {
		ended.abort();
	};
	end.then(note, note);
	const samples: Sample[] = [];
	while (!ended.signal.aborted) samples.push(await sample(ready));
	return samples;
}

/** What was in use in the middle of the looks that fell into the span. */
function within(
	samples: readonly Sample[],
	{ begin, end }: { begin: number; end: number },
): number {
	const bytes = samples.filter(({ at }) => at > begin && at < end).map((taken) => taken.bytes);
	if (bytes.length === 0) throw new Error('The memory was not looked at in time');
	return median(bytes);
}

/**
 * What one run of a node holds in n8n's memory.
 *
 * @param atWork brings the node to a standstill and has it looked at there, as often as it likes; without any look, the node
 *   stands still for as long as it takes
 */
export async function measureMemory(
	ready: ReadyN8n,
	node: SingleNode & Required<Pick<SingleNode, 'items'>>,
	atWork: (look: () => Promise<void>) => Promise<void>,
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
	const moments: number[] = [];
	const look = async (): Promise<void> => {
		const samples: Sample[] = [];
		while (samples.length < LOOKS) samples.push(await sample(ready));
		moments.push(median(samples.map(({ bytes }) => bytes)));
	};
	const run = runWorkflow(ready, workflow, node.items.length, () => Promise.resolve());
	const watched = async (): Promise<Sample[]> => {
		await atWork(look);
		return await samplesUntil(ready, run);
	};
	const [{ execution }, samples] = await Promise.all([run, watched()]);
	const held = within(samples, spanOf(execution, HOLD));
	if (moments.length === 0) moments.push(within(samples, spanOf(execution, NODE)));
	return { items: held - before, most: Math.max(...moments) - held };
}
