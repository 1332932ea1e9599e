import { randomUUID } from 'node:crypto';
import { type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import { FRESH_CONNECTION, type N8nApi } from '../../../dev/stack/n8n-api';
import type { StoredCredential } from '../../../dev/stack/n8n-api-schemas';
import { TRON } from '../addresses';
import { ACTION_NODE } from './harness';
import { nodeOf, to, workflowOf } from './workflows';

/** Payouts that a webhook starts. Each is an item, of 1 USDT plus the sandbox's fee of 1. */
export interface Payouts {
	sandbox: Sandbox;
	workflowId: string;
	webhookPath: string;
	credential: StoredCredential;
}

/** @param fields fields of the credential, such as its limits */
export async function startPayouts(api: N8nApi, fields: Record<string, string>): Promise<Payouts> {
	const sandbox = await startSandbox({ settleMs: 0, latencyMs: 20 });
	const partner = credentialData(sandbox, await sandbox.createPartner());
	const apiDifferences = JSON.stringify({ documentDelay: 0 });
	const data = { ...partner, apiDifferences, withdrawalFee: '1', ...fields };
	const credential = await api.createCredential({ name: 'Payouts', type: CREDENTIAL_TYPE, data });
	const webhookPath = randomUUID();
	const webhook = { httpMethod: 'POST', path: webhookPath, responseMode: 'onReceived' };
	const withdrawal = {
		...{ resource: 'withdrawal', operation: 'create', amount: '1', toAddress: TRON },
		// With this, a call that the sandbox never answers is still open when n8n is killed.
		options: { retries: 0, timeout: 3_600 },
	};
	const nodes = [
		nodeOf('Start', 'n8n-nodes-base.webhook', 2, webhook, undefined, { webhookId: randomUUID() }),
		nodeOf('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.orders', options: {} }),
		nodeOf('Pay', ACTION_NODE, 1, withdrawal, credential, { onError: 'continueRegularOutput' }),
	];
	const stored = await api.importWorkflow(
		workflowOf(nodes, { Start: to('Split'), Split: to('Pay') }),
	);
	await api.activate(stored);
	return { sandbox, workflowId: stored.id, webhookPath, credential };
}

/** Starts a run with this number of orders. */
export async function payOut(url: string, orders: number): Promise<void> {
	const body = JSON.stringify({ orders: Array.from({ length: orders }, (_, id) => ({ id })) });
	const headers = { ...FRESH_CONNECTION, 'content-type': 'application/json' };
	await fetch(url, { method: 'POST', headers, body });
}
