import { randomUUID } from 'node:crypto';
import { N8nApi } from '../../../dev/stack/n8n-api';
import type {
	Execution,
	ExecutionError,
	OutputItem,
	StoredCredential,
} from '../../../dev/stack/n8n-api-schemas';
import { PACKAGE_NAME } from '../../../dev/stack/n8n';
import {
	NODE,
	type SingleNode,
	singleNodeWorkflow,
	START,
} from '../../../dev/stack/single-node-workflow';
import { readContext } from './context';

export const ACTION_NODE = `${PACKAGE_NAME}.partnerSettlement`;
export const BALANCE_TRIGGER_NODE = `${PACKAGE_NAME}.partnerSettlementBalanceTrigger`;
export const GATE_NODE = `${PACKAGE_NAME}.partnerSettlementScreening`;
export const TRIGGER_NODE = `${PACKAGE_NAME}.partnerSettlementTrigger`;

/**
 * The only file of the package that n8n 2.41 requires at its start. n8n requires the class of every credential, lazy or
 * not (LoadNodesAndCredentials.postProcessLoaders), so this small file holds nothing else.
 */
export const CREDENTIAL_FILE = 'dist/credentials/PartnerSettlementApi.credentials.js';

/** The package's files among those that n8n has required, as paths from the package's root. */
export function filesOfThePackage(loaded: string[]): string[] {
	const marker = `/node_modules/${PACKAGE_NAME}/`;
	const files = loaded.map((file) => file.replaceAll('\\', '/'));
	return files.filter((file) => file.includes(marker)).map((file) => file.split(marker)[1] ?? '');
}

export interface NodeRun extends Omit<SingleNode, 'type'> {
	/** The stored credential, or null for none. */
	credential: StoredCredential | null;
	/** Sets On Error to continue with the regular output. */
	continueOnFail?: boolean;
	/** The type of the node. By default, it is the action node. */
	type?: string;
	/** Called with the execution's id once the execution runs. */
	meanwhile?: (executionId: string) => Promise<void>;
}

export interface NodeResult {
	/** The items of the node's first output. */
	items: OutputItem[];
	/** All its outputs. */
	outputs: OutputItem[][];
	/** The error that ended the execution, if one did. */
	error: ExecutionError | undefined;
	execution: Execution;
}

/** Runs a node in this n8n as the editor's "Execute workflow" does, and removes the workflow. */
export async function runNodeIn(
	api: N8nApi,
	{ meanwhile, continueOnFail, settings, type = ACTION_NODE, ...run }: NodeRun,
): Promise<NodeResult> {
	const goesOn = continueOnFail && { onError: 'continueRegularOutput' };
	const node = { ...run, type, settings: { ...goesOn, ...settings } };
	const workflow = await api.importWorkflow(singleNodeWorkflow(`test ${randomUUID()}`, node));
	try {
		const executionId = await api.run(workflow.id, START);
		await meanwhile?.(executionId);
		const execution = await api.finishedExecution(executionId);
		const { error, runData } = execution.data.resultData;
		const main = runData[NODE]?.at(-1)?.data?.main ?? [];
		const outputs = main.map((items) => items ?? []);
		return { items: outputs[0] ?? [], outputs, error, execution };
	} finally {
		await api.deleteWorkflow(workflow.id);
	}
}

let signedIn: Promise<N8nApi> | undefined;

/** The shared n8n, signed in. */
export function sharedN8n(): Promise<N8nApi> {
	const { url, owner } = readContext();
	const api = new N8nApi(url);
	return (signedIn ??= api.signIn(owner).then(() => api));
}

/** Runs a node in the shared n8n: real engine, real HTTP to the sandbox of its credential. */
export async function runNode(run: NodeRun): Promise<NodeResult> {
	return runNodeIn(await sharedN8n(), run);
}
