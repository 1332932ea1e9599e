import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CREDENTIAL_TYPE } from '../stack/credential';
import { type N8n, type N8nOptions, PACKAGE_NAME, startN8n } from '../stack/n8n';
import { N8nApi } from '../stack/n8n-api';
import type { StoredCredential, Workflow } from '../stack/n8n-api-schemas';
import { NODE, type SingleNode, START } from '../stack/single-node-workflow';
import { waitUntil } from '../stack/wait-until';
import type { Bench } from './bench';

/** An n8n with the packed package and a credential. */
export interface ReadyN8n {
	n8n: N8n;
	/** Signed in. */
	api: N8nApi;
	credential: StoredCredential;
}

/** What a run took, in milliseconds. */
export interface Cost {
	/** NODE alone, as n8n reports it. */
	ms: number;
	/** CPU time of n8n's process during the run. */
	cpuMs: number;
}

/** The fields of a credential. */
export type Fields = Record<string, string>;

/** Lets n8n load the nodes that ours are compared with. */
export const BENCH_NODES = { N8N_CUSTOM_EXTENSIONS: path.join(__dirname, 'nodes') };
const UNFINISHED = new Set(['new', 'running', 'waiting']);
const LOOK_EVERY_MS = 100;
/** n8n cleans up after its runs. It is done once it uses less CPU time than this between two looks. */
const IDLE_CPU_MS = 10;

/** Signs in to an n8n with the package and creates a credential with these fields. */
export async function getReady(n8n: N8n, { owner }: Bench, data: Fields): Promise<ReadyN8n> {
	const api = new N8nApi(n8n.url);
	await api.signIn(owner);
	const credential = await api.createCredential({ name: 'Bench', type: CREDENTIAL_TYPE, data });
	return { n8n, api, credential };
}

/** Starts n8n with the packed package and a credential with these fields. */
export async function startReadyN8n(bench: Bench, fields: Fields, options: N8nOptions = {}) {
	const { tarball, step: report, stopLater } = bench;
	return await getReady(await startN8n({ tarball, report, stopLater, ...options }), bench, fields);
}

/** Waits for a workflow's newest run to end. @returns its status @throws Error if that takes too long */
export async function endOfRun(api: N8nApi, workflowId: string, timeoutMs = 600_000) {
	const ended = async (): Promise<string | undefined> => {
		const [row] = await api.listExecutions(workflowId, 1);
		return row && !UNFINISHED.has(row.status) ? row.status : undefined;
	};
	return await waitUntil('the end of the run', ended, { timeoutMs });
}

/** The result data of a workflow's newest run, or undefined if there is no run. */
export async function newestResult(api: N8nApi, workflowId: string) {
	const [row] = await api.listExecutions(workflowId, 1);
	return row && (await api.getExecution(row.id)).data.resultData;
}

/**
 * Runs a workflow manually to its end and deletes it. n8n gets no request before `callsMade` resolves, because
 * responding would count as its work.
 *
 * @throws Error if the run fails or an item is missing after NODE
 */
export async function runWorkflow(
	{ api, n8n }: ReadyN8n,
	workflow: Workflow,
	items: number,
	callsMade?: () => Promise<void>,
): Promise<Cost> {
	const { id } = await api.importWorkflow(workflow);
	const cpuBefore = await n8n.cpuTime();
	await api.run(id, START);
	await callsMade?.();
	const status = await endOfRun(api, id);
	const cpuMs = (await n8n.cpuTime()) - cpuBefore;
	const { error, runData = {} } = (await newestResult(api, id)) ?? {};
	await api.deleteWorkflow(id);
	const task = runData[NODE]?.at(-1);
	const outputs = task?.data?.main.flatMap((output) => output ?? []);
	const done = outputs?.filter(({ json }) => json.error === undefined).length;
	if (status === 'success' && done === items) return { ms: task?.executionTime ?? NaN, cpuMs };
	throw new Error(`A run failed: ${status}, ${String(done)} items: ${error?.message ?? ''}`);
}

/** Waits until n8n is idle, so that leftover work doesn't count for the next run. @throws Error if n8n stays busy */
export async function untilIdle(n8n: N8n): Promise<void> {
	await waitUntil('n8n to have nothing to do', async () => {
		const before = await n8n.cpuTime();
		await pause(LOOK_EVERY_MS);
		return (await n8n.cpuTime()) - before < IDLE_CPU_MS ? true : undefined;
	});
}

/** A node of this package with its default options. */
export function ownNode(own: Record<string, unknown>, name = 'partnerSettlement'): SingleNode {
	const parameters = { options: {}, ...own };
	return { type: `${PACKAGE_NAME}.${name}`, typeVersion: 1, parameters };
}

/** n8n's built-in HTTP Request node with the credential of this package. */
export function httpRequestNode(more: Record<string, unknown>): SingleNode {
	const ours = { authentication: 'predefinedCredentialType', nodeCredentialType: CREDENTIAL_TYPE };
	const parameters = { ...ours, options: {}, ...more };
	return { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.5, parameters };
}

/** One GET of the API, by the action node and by n8n's HTTP Request node. */
export function bothNodes(url: string, route: string) {
	const call = { resource: 'apiCall', operation: 'request', method: 'GET', base: 'api' };
	return {
		own: ownNode({ ...call, path: route, query: {}, body: '', options: { retries: 0 } }),
		httpRequest: httpRequestNode({ method: 'GET', url: url + route }),
	};
}
