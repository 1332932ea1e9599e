import { setTimeout as pause } from 'node:timers/promises';
import { FRESH_CONNECTION } from '../../stack/n8n-api';
import type { ReadyN8n } from '../run-in-n8n';
import type { Respond, ScriptedApi } from './api';
import { executionOf, type SetUp } from './work';

/** What n8n was like while it worked, and behind it. */
export interface Watched {
	/** The longest time without a response to GET /healthz, in milliseconds. */
	silenceMs: number;
	/** From the start of the work until n8n says that it has ended, in milliseconds. */
	runMs: number;
	after: 'alive' | 'stands still' | 'ended';
	/** Whether the work came to an end, in time. */
	isOver: boolean;
	/** How it ended, in n8n's words; or why it did not. */
	said: string;
	/** The json of the output items, by the node's outputs. */
	outputs: Record<string, unknown>[][];
}

/** What is watched. */
export interface Task {
	setUp: SetUp;
	respond: Respond;
	/** Whether the execution is looked at: one with a large output is not. */
	isLookedAt: boolean;
}

const ASK_EVERY_MS = 50;
/** So much time has each piece of work. */
const LIMIT_MS = 60_000;
/** An n8n that gives no response for so long behind it stands still. */
const AFTER_MS = 10_000;

async function isHealthy(url: string, signal: AbortSignal): Promise<boolean> {
	try {
		const response = await fetch(`${url}/healthz`, { headers: FRESH_CONNECTION, signal });
		await response.arrayBuffer();
		return response.ok;
	} catch {
		return false;
	}
}

/** Asks n8n for its health again and again. @returns what ends that, and gives the longest silence */
function watchHealth(url: string): () => number {
	const end = new AbortController();
	let last = performance.now();
	let longest = 0;
	const note = (): void => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
	};
	const ask = async (): Promise<void> => {
		while (!end.signal.aborted) {
			if (await isHealthy(url, end.signal)) note();
			await pause(ASK_EVERY_MS);
		}
	};
	void ask();
	return () => {
		end.abort();
		note();
		return longest;
	};
}

async function stateOf(url: string): Promise<Watched['after']> {
	const signal = AbortSignal.timeout(AFTER_MS);
	if (await isHealthy(url, signal)) return 'alive';
	return signal.aborted ? 'stands still' : 'ended';
}

/** Has n8n do a piece of work, for as long as it may take, and watches it. */
export async function watch(ready: ReadyN8n, script: ScriptedApi, task: Task): Promise<Watched> {
	const { api, n8n } = ready;
	Object.assign(script, { respond: task.respond, calls: [] });
	const { run, workflowId } = await task.setUp(ready, script);
	const limit = new AbortController();
	const stopWatching = watchHealth(n8n.url);
	const begin = performance.now();
	const end = await Promise.race([
		run().then(
			(said) => ({ said, isOver: true }),
			(error: unknown) => ({ said: String(error), isOver: false }),
		),
		pause(LIMIT_MS, { said: `no end after ${LIMIT_MS / 1_000} s`, isOver: false }, limit),
	]);
	const runMs = performance.now() - begin;
	limit.abort();
	const silenceMs = stopWatching();
	const watched = { silenceMs, runMs, after: await stateOf(n8n.url), ...end, outputs: [] };
	if (!end.isOver || workflowId === undefined) return watched;
	const execution = task.isLookedAt ? await executionOf(api, workflowId) : undefined;
	await api.deleteWorkflow(workflowId);
	const { error, runData = {}, lastNodeExecuted = '' } = execution?.data.resultData ?? {};
	const outputs = runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [];
	return {
		...watched,
		said: [end.said, error?.message].filter(Boolean).join(': '),
		outputs: outputs.map((items) => (items ?? []).map(({ json }) => json)),
	};
}
