import { signatureHeader, signatureOf } from '../../sandbox/state/webhooks';
import type { N8nApi } from '../../stack/n8n-api';
import type { Execution } from '../../stack/n8n-api-schemas';
import { type SingleNode, singleNodeWorkflow, START } from '../../stack/single-node-workflow';
import { waitUntil } from '../../stack/wait-until';
import type { ReadyN8n } from '../run-in-n8n';
import { ownTrigger } from '../trigger/contestants';
import { publish } from '../trigger/endpoint';
import { type ScriptedApi, WEBHOOK_SECRET } from './api';

/** Something that n8n is to do, with all in place for it. */
export interface Work {
	/** @returns how it ended, in n8n's words */
	run: () => Promise<string>;
	/** Whose execution it is, where it is one. */
	workflowId?: string;
}

export type SetUp = (ready: ReadyN8n, script: ScriptedApi) => Promise<Work>;

const UNFINISHED = new Set(['new', 'running', 'waiting']);
/** Longer than anything may take here. */
const PATIENCE = { timeoutMs: 300_000 };

/** The only execution of a workflow; undefined where a delivery started none. */
export async function executionOf(api: N8nApi, workflowId: string): Promise<Execution | undefined> {
	const [row] = await api.listExecutions(workflowId, 1);
	return row && (await api.getExecution(row.id));
}

async function endOfRun(api: N8nApi, workflowId: string): Promise<string> {
	const ended = async (): Promise<string | undefined> => {
		const [row] = await api.listExecutions(workflowId, 1);
		return row && !UNFINISHED.has(row.status) ? row.status : undefined;
	};
	return await waitUntil('the end of the run', ended, PATIENCE);
}

/** A run of one node. */
export function runNode(node: Omit<SingleNode, 'credential'>): SetUp {
	return async ({ api, credential }) => {
		const { id } = await api.importWorkflow(singleNodeWorkflow('hostile', { ...node, credential }));
		const run = async (): Promise<string> => {
			await api.run(id, START);
			return await endOfRun(api, id);
		};
		return { run, workflowId: id };
	};
}

/** A signed delivery to the trigger (section 6.1), and the run that comes of it. */
export function deliver(body: string): SetUp {
	const signature = signatureOf(body, WEBHOOK_SECRET);
	const headers = { 'content-type': 'application/json', [signatureHeader('svc')]: signature };
	return async ({ api, n8n, credential }) => {
		const { workflowId, webhookPath } = await publish(api, ownTrigger(credential));
		const run = async (): Promise<string> => {
			const request = { method: 'POST', headers, body };
			const { status } = await fetch(n8n.webhookUrl(webhookPath), request);
			return status === 200 ? await endOfRun(api, workflowId) : `the delivery got ${status}`;
		};
		return { run, workflowId };
	};
}

/** What Save in the dialog of the credential does. */
export function saveCredential({ api, credential }: ReadyN8n, script: ScriptedApi): Promise<Work> {
	const run = async (): Promise<string> => {
		const { status, message } = await api.testCredential(credential, script.credential);
		return `${status}: ${message}`;
	};
	return Promise.resolve({ run });
}
