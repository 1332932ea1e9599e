import { randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPE } from '../../../dev/stack/credential';
import type { N8nApi } from '../../../dev/stack/n8n-api';
import type { NewCredential, StoredCredential } from '../../../dev/stack/n8n-api-schemas';
import { waitUntil } from '../../../dev/stack/wait-until';
import { TRIGGER_NODE } from '../n8n/harness';
import { nodeOf, to, workflowOf } from '../n8n/workflows';

export interface Listening {
	workflowId: string;
	/** Path of the production webhook. */
	webhookPath: string;
}

/** The data of a credential that verifies deliveries with this secret. Nothing calls its API. */
export function webhookCredentialData(
	webhookSecret: string,
	deduplicationRedisUrl = '',
): NewCredential {
	const apiUrl = 'http://127.0.0.1:9';
	return {
		name: 'Deliveries',
		type: CREDENTIAL_TYPE,
		data: {
			apiUrl,
			baseUrl: apiUrl,
			partnerId: '1',
			keyId: 'none',
			privateKey: 'none',
			webhookSecret,
			deduplicationRedisUrl,
		},
	};
}

export async function webhookCredential(
	api: N8nApi,
	webhookSecret: string,
	deduplicationRedisUrl = '',
): Promise<StoredCredential> {
	return api.createCredential(webhookCredentialData(webhookSecret, deduplicationRedisUrl));
}

/** Starts the trigger, with a request behind it that applies its event to the ledger. */
export async function listen(
	api: N8nApi,
	credential: StoredCredential,
	ledgerUrl: string,
	parameters: Record<string, unknown> = {},
): Promise<Listening> {
	const webhookId = randomUUID();
	const ids = 'event_id={{ $json.event_id }}&execution_id={{ $execution.id }}';
	const apply = { url: `=${ledgerUrl}?${ids}`, options: {} };
	const nodes = [
		nodeOf('Trigger', TRIGGER_NODE, 1.1, parameters, credential, { webhookId }),
		nodeOf('Apply', 'n8n-nodes-base.httpRequest', 4.2, apply),
	];
	const workflow = await api.importWorkflow(workflowOf(nodes, { Trigger: to('Apply') }));
	await api.activate(workflow);
	return { workflowId: workflow.id, webhookPath: `${webhookId}/partner-settlement` };
}

/**
 * Waits until no execution of the workflow is in one of these states.
 *
 * @param statuses in queue mode, they include 'new': such a job waits for a worker. A single n8n runs its 'new'
 *   executions when it starts. The exception is one that n8n was just storing when it was killed: it stays 'new' for
 *   ever. Its delivery got no response, and comes again.
 */
export async function settled(
	api: N8nApi,
	workflowId: string,
	statuses = ['running', 'waiting'],
): Promise<void> {
	const isIdle = async () => {
		for (const status of statuses) {
			if ((await api.countExecutions(workflowId, status)) > 0) return undefined;
		}
		return true;
	};
	const options = { timeoutMs: 120_000, everyMs: 200 };
	await waitUntil(`the executions of ${workflowId} to end`, isIdle, options);
}
