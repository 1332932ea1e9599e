import type { N8n } from '../stack/n8n';
import type { N8nApi } from '../stack/n8n-api';
import type { Execution, StoredCredential, Workflow } from '../stack/n8n-api-schemas';
import { NODE, type SingleNode, singleNodeWorkflow, START } from '../stack/single-node-workflow';
import { waitUntil } from '../stack/wait-until';

/** An n8n that knows the sandbox's credential. */
export interface ReadyN8n {
	n8n: N8n;
	/** Signed in. */
	api: N8nApi;
	credential: StoredCredential;
}

/** What one run of one node took, in milliseconds. */
export interface N8nRun {
	/** The node alone, as n8n reports it. */
	nodeMs: number;
	/** The whole execution, as n8n reports it. */
	executionMs: number;
	/** CPU time of n8n's process, with all that a run costs besides the node. */
	cpuMs: number;
}

const RUN_TIMEOUT_MS = 600_000;
const UNFINISHED = new Set(['new', 'running', 'waiting']);

function assertSuccess({ data, status }: Execution, items: number): void {
	const { error, runData } = data.resultData;
	const output = runData[NODE]?.at(-1)?.data?.main[0] ?? [];
	const isComplete = status === 'success' && output.length === items;
	if (isComplete && output.every(({ json }) => json.error === undefined)) return;
	throw new Error(`A run failed: ${status}, ${output.length} items: ${error?.message ?? ''}`);
}

/** What a workflow's run left behind, and what it took. */
export interface WorkflowRun {
	execution: Execution;
	/** CPU time of n8n's process from before the run to after it, in milliseconds. */
	cpuMs: number;
}

/**
 * Runs a workflow by hand from its start to its end, and deletes it. Nothing is asked of n8n before `callsMade`
 * resolves: the answer would count as its work.
 *
 * @throws Error when the run fails or an item is missing behind NODE
 */
export async function runWorkflow(
	{ api, n8n }: ReadyN8n,
	workflow: Workflow,
	items: number,
	callsMade: () => Promise<void>,
): Promise<WorkflowRun> {
	const { id } = await api.importWorkflow(workflow);
	try {
		const cpuBefore = await n8n.cpuTime();
		const executionId = await api.run(id, START);
		await callsMade();
		const hasEnded = async (): Promise<true | undefined> => {
			const [row] = await api.listExecutions(id, 1);
			return row && !UNFINISHED.has(row.status) ? true : undefined;
		};
		await waitUntil('the end of the execution', hasEnded, { timeoutMs: RUN_TIMEOUT_MS });
		const cpuMs = (await n8n.cpuTime()) - cpuBefore;
		const execution = await api.getExecution(executionId);
		assertSuccess(execution, items);
		return { execution, cpuMs };
	} finally {
		await api.deleteWorkflow(id);
	}
}

/** When the last run of a node began and ended, in milliseconds since 1970. */
export function spanOf({ data }: Execution, node: string): { begin: number; end: number } {
	const task = data.resultData.runData[node]?.at(-1);
	if (!task) throw new Error(`${node} has not run`);
	return { begin: task.startTime, end: task.startTime + task.executionTime };
}

/**
 * Runs a node by hand over the items. `callsMade` resolves when the server has seen all its calls.
 *
 * @throws Error when the run fails or an item is missing
 */
export async function runInN8n(
	ready: ReadyN8n,
	node: SingleNode,
	callsMade: () => Promise<void> = () => Promise.resolve(),
): Promise<N8nRun> {
	const workflow = singleNodeWorkflow('bench', { ...node, credential: ready.credential });
	const run = await runWorkflow(ready, workflow, node.items?.length ?? 1, callsMade);
	const { begin, end } = spanOf(run.execution, NODE);
	const { startedAt, stoppedAt } = run.execution;
	const executionMs = Date.parse(stoppedAt ?? '') - Date.parse(startedAt ?? '');
	return { nodeMs: end - begin, executionMs, cpuMs: run.cpuMs };
}
