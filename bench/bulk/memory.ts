import { NODE, singleNodeWorkflow } from '../../stack/single-node-workflow';
import { type Contest, waitForCalls } from '../contest';
import { type ReadyN8n, runWorkflow, spanOf } from '../run-in-n8n';
import type { Task } from '../tasks';

/** In bytes, with the garbage collected. */
export interface MemoryUse {
	/** Once the node is done: what it was given and what it gave. */
	items: number;
	/** The most that was in use beyond them while the node worked. */
	beyond: number;
}

interface Sample {
	/** Milliseconds since 1970. */
	at: number;
	bytes: number;
}

/** Keeps the items in memory, with nothing to do, while they are measured. */
const HOLD = 'Hold';
const HOLD_SECONDS = 5;

async function sampleUntil({ n8n }: ReadyN8n, end: Promise<unknown>): Promise<Sample[]> {
	const ended = new AbortController();
	const noted = end.finally(() => {
		ended.abort();
	});
	const samples: Sample[] = [];
	while (!ended.signal.aborted) samples.push({ bytes: await n8n.liveMemory(), at: Date.now() });
	await noted;
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

/** What one run of the node holds in n8n's memory, looked at again and again while it works and after it. */
export async function measureMemory(contest: Contest, task: Task): Promise<MemoryUse> {
	const { ready, count } = contest;
	const node = { ...task.ownNode(), items: task.items(count), credential: ready.credential };
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

	await contest.sandbox.countAnew();
	const before = await ready.n8n.liveMemory();
	const run = runWorkflow(ready, workflow, count, () => waitForCalls(task, contest));
	const samples = await sampleUntil(ready, run);
	const { execution } = await run;
	const atWork = Math.max(...within(samples, spanOf(execution, NODE)));
	const held = Math.min(...within(samples, spanOf(execution, HOLD)));
	return { items: held - before, beyond: atWork - held };
}
