import type { SingleNode } from '../stack/single-node-workflow';
import { waitUntil } from '../stack/wait-until';
import type { BenchSandbox, ServerCounts } from './bench-sandbox';
import type { ForkedProcess } from './forked-process';
import { type N8nRun, type ReadyN8n, runInN8n } from './run-in-n8n';
import { NO_OP, type Task } from './tasks';

/** What the node does by default, and the most it can be set to. */
export const CONCURRENCY = 24;
export const MOST_CONCURRENCY = 64;

const RUN_TIMEOUT_MS = 600_000;

export interface Contest {
	ready: ReadyN8n;
	sandbox: BenchSandbox;
	/** bare-undici-process.ts, prepared. */
	bare: ForkedProcess;
	/** Items of a run. */
	count: number;
}

export interface Measurement {
	/** From the first call to the last answer; in n8n, the node's execution time. Milliseconds. */
	wallMs: number;
	/** Of the whole execution in n8n, in milliseconds. */
	executionMs?: number;
	/** Of n8n, for the whole run, in milliseconds. */
	cpuMs?: number;
	counts: ServerCounts;
}

type Counts = Pick<Contest, 'sandbox' | 'count'>;

function callOf(task: Task, { sandbox }: Counts): string {
	const { method, url } = task.bare(sandbox.credential, {});
	return `${method} ${new URL(url).pathname}`;
}

/** How many calls of a task the server has seen. */
export async function callsSoFar(task: Task, contest: Counts): Promise<number> {
	const { requests } = await contest.sandbox.counts();
	return requests[callOf(task, contest)] ?? 0;
}

/** Until the server has seen so many calls of a task, by default one for each item. */
export async function waitForCalls(
	task: Task,
	contest: Counts,
	least = contest.count,
): Promise<void> {
	const arrived = async (): Promise<true | undefined> =>
		(await callsSoFar(task, contest)) >= least ? true : undefined;
	await waitUntil(`${least} calls`, arrived, { timeoutMs: RUN_TIMEOUT_MS, everyMs: 20 });
}

/** Until the server has seen no further call of a task for so long. */
export async function waitForStandstill(task: Task, contest: Counts, ms: number): Promise<void> {
	let last = -1;
	const isUnmoved = async (): Promise<true | undefined> => {
		const calls = await callsSoFar(task, contest);
		const isSame = calls === last;
		last = calls;
		return isSame ? true : undefined;
	};
	await waitUntil('the node to stand still', isUnmoved, { everyMs: ms });
}

async function countsOf(task: Task, contest: Counts): Promise<ServerCounts> {
	const counts = await contest.sandbox.counts();
	const calls = counts.requests[callOf(task, contest)];
	if (calls !== contest.count) throw new Error(`The server saw ${String(calls)} calls`);
	return counts;
}

async function measureNode(
	contest: Contest,
	task: Task,
	node: Pick<SingleNode, 'type' | 'typeVersion' | 'parameters'>,
): Promise<Measurement> {
	const items = task.items(contest.count);
	await contest.sandbox.countAnew();
	const run = await runInN8n(contest.ready, { ...node, items }, () => waitForCalls(task, contest));
	const { nodeMs: wallMs, executionMs, cpuMs } = run;
	return { wallMs, executionMs, cpuMs, counts: await countsOf(task, contest) };
}

/** This package's node, at its default concurrency unless another is given. */
export function measureOwnNode(
	contest: Contest,
	task: Task,
	concurrency?: number,
): Promise<Measurement> {
	const options = concurrency === undefined ? {} : { concurrency };
	return measureNode(contest, task, task.ownNode(options));
}

/** The built-in HTTP Request node with the same credential: all at once, as it does by default. */
export function measureHttpRequest(contest: Contest, task: Task): Promise<Measurement> {
	return measureNode(contest, task, task.httpRequest(contest.sandbox.credential));
}

/** undici and nothing else, with a limit of connections. */
export async function measureBare(
	contest: Contest,
	task: Task,
	connections = CONCURRENCY,
): Promise<Measurement> {
	const { sandbox, bare, count } = contest;
	const calls = task.items(count).map((item) => task.bare(sandbox.credential, item));
	await sandbox.countAnew();
	const wallMs = Number(await bare.ask('send', { connections, calls }));
	return { wallMs, counts: await countsOf(task, contest) };
}

/** The run without a call: what of the CPU time is not the node's. */
export function measureNothing({ ready, count }: Contest, task: Task): Promise<N8nRun> {
	return runInN8n(ready, { ...NO_OP, items: task.items(count) });
}
