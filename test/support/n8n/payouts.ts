import { randomUUID } from 'node:crypto';
import { type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import type { N8nApi } from '../../../dev/stack/n8n-api';
import type { StoredCredential, WorkflowNode } from '../../../dev/stack/n8n-api-schemas';
import { TRON } from '../addresses';
import { ACTION_NODE } from './harness';

/** Payouts that a webhook starts. Each is an item, of 1 USDT plus the sandbox's fee of 1. */
export interface Payouts {
	sandbox: Sandbox;
	workflowId: string;
	webhookPath: string;
	credential: StoredCredential;
}

function node(name: string, type: string, typeVersion: number, parameters: object): WorkflowNode {
	return {
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: { ...parameters },
	};
}

export function to(target: string) {
	return { main: [[{ node: target, type: 'main', index: 0 }]] };
}

/** @param fields fields of the credential, such as its limits */
export async function startPayouts(api: N8nApi, fields: Record<string, string>): Promise<Payouts> {
	const sandbox = await startSandbox({ settleMs: 0, latencyMs: 20 });
	const partner = credentialData(sandbox, await sandbox.createPartner());
	const apiDifferences = JSON.stringify({ documentDelay: 0 });
	const data = { ...partner, apiDifferences, withdrawalFee: '1', ...fields };
	const credential = await api.createCredential({ name: 'Payouts', type: CREDENTIAL_TYPE, data });
	const { id, name, type } = credential;
	const webhookPath = randomUUID();
	const webhook = { httpMethod: 'POST', path: webhookPath, responseMode: 'onReceived' };
	const withdrawal = {
		...{ resource: 'withdrawal', operation: 'create', amount: '1', toAddress: TRON },
		// With this, a call that the sandbox never answers is still open when n8n is killed.
		options: { retries: 0, timeout: 3_600 },
	};
	const stored = await api.importWorkflow({
		name: `payouts ${webhookPath}`,
		settings: {},
		nodes: [
			{ ...node('Start', 'n8n-nodes-base.webhook', 2, webhook), webhookId: randomUUID() },
			node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.orders', options: {} }),
			{
				...node('Pay', ACTION_NODE, 1, withdrawal),
				credentials: { [type]: { id, name } },
				onError: 'continueRegularOutput',
			},
		],
		connections: { Start: to('Split'), Split: to('Pay') },
	});
	await api.activate(stored);
	return { sandbox, workflowId: stored.id, webhookPath, credential };
}

/** Starts a run with this number of orders. */
export async function payOut(url: string, orders: number): Promise<void> {
	const body = JSON.stringify({ orders: Array.from({ length: orders }, (_, id) => ({ id })) });
	const headers = { 'content-type': 'application/json' };
	await fetch(url, { method: 'POST', headers, body });
}
