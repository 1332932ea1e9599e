import type { N8n } from '../stack/n8n';
import type { N8nApi } from '../stack/n8n-api';
import type { Execution, StoredCredential } from '../stack/n8n-api-schemas';
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

const UNFINISHED = new Set(['new', 'running', 'waiting']);

function assertSuccess({ data, status }: Execution, items: number): void {
	const { error, runData } = data.resultData;
	const output = runData[NODE]?.at(-1)?.data?.main[0] ?? [];
	const isComplete = status === 'success' && output.length === items;
	if (isComplete && output.every(({ json }) => json.error === undefined)) return;
	throw new Error(`A run failed: ${status}, ${output.length} items: ${error?.message ?? ''}`);
}

/** Neither of these questions is asked of n8n while it works: they would count as its CPU time. */
async function waitForEnd(
	{ api }: ReadyN8n,
	workflowId: string,
	callsMade: () => Promise<void>,
): Promise<void> {
	await callsMade();
	await waitUntil('the end of the execution', async () => {
		const [row] = await api.listExecutions(workflowId, 1);
		return row && !UNFINISHED.has(row.status) ? true : undefined;
	});
}

/**
 * Runs a node by hand over the items. `callsMade` resolves when the server has seen all its calls.
 * Throws when the run fails or an item is missing.
 */
export async function runInN8n(
	ready: ReadyN8n,
	node: SingleNode,
	callsMade: () => Promise<void> = () => Promise.resolve(),
): Promise<N8nRun> {
	const { api, n8n, credential } = ready;
	const workflow = await api.importWorkflow(singleNodeWorkflow('bench', { ...node, credential }));
	try {
		const cpuBefore = await n8n.cpuTime();
		const executionId = await api.run(workflow.id, START);
		await waitForEnd(ready, workflow.id, callsMade);
		const cpuMs = (await n8n.cpuTime()) - cpuBefore;
		const execution = await api.getExecution(executionId);
		assertSuccess(execution, node.items?.length ?? 1);
		const nodeMs = execution.data.resultData.runData[NODE]?.at(-1)?.executionTime ?? Number.NaN;
		const { startedAt, stoppedAt } = execution;
		const executionMs = Date.parse(stoppedAt ?? '') - Date.parse(startedAt ?? '');
		return { nodeMs, executionMs, cpuMs };
	} finally {
		await api.deleteWorkflow(workflow.id);
	}
}
