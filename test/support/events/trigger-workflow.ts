import { randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPE } from '../../../dev/stack/credential';
import { PACKAGE_NAME } from '../../../dev/stack/n8n';
import type { N8nApi } from '../../../dev/stack/n8n-api';
import type { NewCredential, StoredCredential, Workflow } from '../../../dev/stack/n8n-api-schemas';

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

/** The trigger, then a request that applies the event to the ledger. */
function applyingWorkflow(
	credential: StoredCredential,
	webhookId: string,
	ledgerUrl: string,
	parameters: Record<string, unknown>,
): Workflow {
	const position = [0, 0];
	return {
		name: `apply events ${webhookId}`,
		settings: {},
		connections: { Trigger: { main: [[{ node: 'Apply', type: 'main', index: 0 }]] } },
		nodes: [
			{
				id: randomUUID(),
				name: 'Trigger',
				type: `${PACKAGE_NAME}.partnerSettlementTrigger`,
				typeVersion: 1.1,
				position,
				webhookId,
				parameters,
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			},
			{
				id: randomUUID(),
				name: 'Apply',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position,
				parameters: {
					url: `=${ledgerUrl}?event_id={{ $json.event_id }}&execution_id={{ $execution.id }}`,
					options: {},
				},
			},
		],
	};
}

/** Creates such a workflow and activates it. */
export async function listen(
	api: N8nApi,
	credential: StoredCredential,
	ledgerUrl: string,
	parameters: Record<string, unknown> = {},
): Promise<Listening> {
	const webhookId = randomUUID();
	const workflow = await api.importWorkflow(
		applyingWorkflow(credential, webhookId, ledgerUrl, parameters),
	);
	await api.activate(workflow);
	return { workflowId: workflow.id, webhookPath: `${webhookId}/partner-settlement` };
}

/**
 * Whether no execution of the workflow is in one of these states.
 *
 * @param statuses in queue mode, they include 'new': such a job waits for a worker. A single n8n runs its 'new'
 *   executions when it starts. The exception is one that n8n was just storing when it was killed: it stays 'new' for
 *   ever. Its delivery got no response, and comes again.
 */
export async function isIdle(
	api: N8nApi,
	workflowId: string,
	statuses = ['running', 'waiting'],
): Promise<true | undefined> {
	for (const status of statuses) {
		if ((await api.countExecutions(workflowId, status)) > 0) return undefined;
	}
	return true;
}
