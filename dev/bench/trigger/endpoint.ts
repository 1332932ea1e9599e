import { setTimeout as pause } from 'node:timers/promises';
import type { N8n } from '../../stack/n8n';
import type { N8nApi } from '../../stack/n8n-api';
import { waitUntil } from '../../stack/wait-until';
import type { ForkedProcess } from '../forked-process';
import type { Contestant } from './contestants';
import { answersSchema, type Delivery, type Work } from './work';

/** A running n8n, and the process that delivers to it. */
export interface Arena {
	n8n: N8n;
	/** Signed in. */
	api: N8nApi;
	/** sender-process.ts. */
	sender: ForkedProcess;
}

/** A contestant's workflow that is live. */
export interface Endpoint {
	workflowId: string;
	webhookPath: string;
}

/** What came of a turn. */
export interface Round {
	/** Deliveries done in a second: answered, and their runs ended where they start runs. */
	rate: number;
	/** CPU time of n8n's process for each, in milliseconds. */
	cpuMs: number;
}

const SENDERS = 12;
const RUNS_TIMEOUT_MS = 300_000;
const LOOK_EVERY_MS = 100;
/** n8n clears up behind its runs; with less CPU time than this between two looks, it has. */
const IDLE_CPU_MS = 10;
/** As many as n8n lists at once. The last run to end is among them: runs end about in the order in which they start. */
const NEWEST_RUNS = 100;

/** Imports a contestant as a workflow of its own and lets it go live. */
export async function publish(api: N8nApi, { nodes, webhookPath }: Contestant): Promise<Endpoint> {
	const connections = nodes.slice(1).map((next, index) => {
		const main = [[{ node: next.name, type: 'main', index: 0 }]];
		return [nodes[index]?.name ?? '', { main }] as const;
	});
	const workflow = await api.importWorkflow({
		name: 'bench',
		nodes,
		connections: Object.fromEntries(connections),
		settings: {},
	});
	await api.activate(workflow);
	return { workflowId: workflow.id, webhookPath };
}

/** So that what one contestant leaves to be done is not another's cost. @throws Error when n8n does not come to rest */
export async function untilIdle(n8n: N8n): Promise<void> {
	await waitUntil('n8n to have nothing to do', async () => {
		const before = await n8n.cpuTime();
		await pause(LOOK_EVERY_MS);
		return (await n8n.cpuTime()) - before < IDLE_CPU_MS ? true : undefined;
	});
}

async function assertNoneFailed(api: N8nApi, workflowId: string): Promise<void> {
	const [failed] = await api.listExecutions(workflowId, 1, 'error');
	if (!failed) return;
	const { data } = await api.getExecution(failed.id);
	throw new Error(`A run failed: ${data.resultData.error?.message ?? ''}`);
}

/** When the last of so many runs ended, in milliseconds since 1970. */
async function endOfRuns({ api }: Arena, workflowId: string, runs: number): Promise<number> {
	const haveEnded = async (): Promise<true | undefined> => {
		await assertNoneFailed(api, workflowId);
		return (await api.countExecutions(workflowId, 'success')) >= runs ? true : undefined;
	};
	const patience = { timeoutMs: RUNS_TIMEOUT_MS, everyMs: LOOK_EVERY_MS };
	await waitUntil(`${runs} runs to end`, haveEnded, patience);
	const newest = await api.listExecutions(workflowId, NEWEST_RUNS);
	return Math.max(...newest.map(({ stoppedAt }) => Date.parse(stoppedAt ?? '')));
}

/**
 * Delivers, and waits until n8n has done all there is to do.
 *
 * @throws Error unless every answer is 200 and exactly `runs` runs came of it, all successful
 */
export async function deliver(
	arena: Arena,
	{ workflowId, webhookPath }: Endpoint,
	deliveries: Delivery[],
	runs: number,
): Promise<Round> {
	const { api, n8n, sender } = arena;
	await untilIdle(n8n);
	const runsBefore = await api.countExecutions(workflowId);
	const cpuBefore = await n8n.cpuTime();
	const work: Work = { url: n8n.webhookUrl(webhookPath), senders: SENDERS, deliveries };
	const { statuses, startedAt, answeredAt } = answersSchema.parse(await sender.ask('send', work));
	if (statuses[200] !== deliveries.length) {
		throw new Error(`The answers to ${deliveries.length} deliveries: ${JSON.stringify(statuses)}`);
	}
	const endedAt = runs === 0 ? answeredAt : await endOfRuns(arena, workflowId, runsBefore + runs);
	await untilIdle(n8n);
	const cpuMs = ((await n8n.cpuTime()) - cpuBefore) / deliveries.length;
	const started = (await api.countExecutions(workflowId)) - runsBefore;
	if (started !== runs) throw new Error(`${started} runs were started instead of ${runs}`);
	const seconds = (Math.max(endedAt, answeredAt) - startedAt) / 1_000;
	return { rate: deliveries.length / seconds, cpuMs };
}
