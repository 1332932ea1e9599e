import { randomUUID } from 'node:crypto';
import { signatureHeader, signatureOf } from '../sandbox/state/webhooks';
import { PACKAGE_NAME } from '../stack/n8n';
import type { StoredCredential, WorkflowNode } from '../stack/n8n-api-schemas';
import { waitUntil } from '../stack/wait-until';
import type { Send } from './contest';
import { type ReadyN8n, untilIdle } from './n8n';
import { WEBHOOK_SECRET } from './scripted-api';
import type { Work } from './sender-process';

/** A contestant's active workflow. */
export interface Endpoint {
	workflowId: string;
	webhookPath: string;
}

/** A running n8n, and the process that delivers to it. */
export interface Arena extends ReadyN8n {
	send: Send;
}

export type Delivery = Pick<Work['calls'][number], 'headers' | 'body'>;

const SENDERS = 12;
const PATIENCE = { timeoutMs: 300_000, everyMs: 100 };
/**
 * The most that n8n lists at once. The last run to end is among them, because runs end roughly in the order they start.
 */
const NEWEST_RUNS = 100;

function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
	credential?: StoredCredential,
) {
	const id = randomUUID();
	return {
		...{ id, webhookId: id, position: [0, 0], name, type, typeVersion, parameters },
		...(credential && {
			credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		}),
	};
}

/** Imports these nodes as a workflow, each connected to the next, and activates it. */
async function publish({ api }: ReadyN8n, webhookPath: string, nodes: WorkflowNode[]) {
	const connections: Record<string, unknown> = {};
	for (const [index, { name }] of nodes.slice(1).entries()) {
		connections[nodes[index]?.name ?? ''] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	}
	const workflow = await api.importWorkflow({ name: 'bench', nodes, settings: {}, connections });
	await api.activate(workflow);
	return { workflowId: workflow.id, webhookPath };
}

/** The node after each trigger. */
const LAST = node('Last', 'n8n-nodes-base.noOp', 1, {});

/** This package's trigger with its default settings. */
export function ownTrigger(ready: ReadyN8n): Promise<Endpoint> {
	const type = `${PACKAGE_NAME}.partnerSettlementTrigger`;
	const trigger = node('Trigger', type, 1.1, {}, ready.credential);
	return publish(ready, `${trigger.id}/partner-settlement`, [trigger, LAST]);
}

/** A node that does nothing. CUSTOM is n8n's package name for nodes from a custom folder. */
export function doNothingTrigger(ready: ReadyN8n, startsRun: boolean): Promise<Endpoint> {
	const trigger = node('Trigger', 'CUSTOM.doNothingTrigger', 2, { startsRun });
	return publish(ready, `${trigger.id}/do-nothing`, [trigger, LAST]);
}

function webhook(path: string, options: Record<string, unknown>): WorkflowNode {
	return node('Webhook', 'n8n-nodes-base.webhook', 2.1, { httpMethod: 'POST', path, options });
}

/** n8n's own Webhook node, which checks and deduplicates nothing. */
export function webhookNode(ready: ReadyN8n): Promise<Endpoint> {
	const path = randomUUID();
	return publish(ready, path, [webhook(path, {}), LAST]);
}

/**
 * Deduplicates events with n8n's own nodes. One computes the signature over the raw bytes, the next drops events that
 * earlier runs have seen. The last node's first output has the events it kept, its second those it dropped.
 */
export async function chain(ready: ReadyN8n): Promise<Endpoint> {
	const data = { hmacSecret: WEBHOOK_SECRET };
	const credential = await ready.api.createCredential({ name: 'HMAC', type: 'crypto', data });
	const path = randomUUID();
	const hmac = { action: 'hmac', binaryData: true, type: 'SHA256', dataPropertyName: 'signature' };
	const operation = 'removeItemsSeenInPreviousExecutions';
	const deduplicate = { operation, dedupeValue: '={{ $json.body.event_id }}', options: {} };
	return await publish(ready, path, [
		webhook(path, { rawBody: true }),
		node('Crypto', 'n8n-nodes-base.crypto', 2, hmac, credential),
		node('Remove Duplicates', 'n8n-nodes-base.removeDuplicates', 2, deduplicate),
	]);
}

/** A delivery, signed as the service signs it (section 6.1). */
export function signed(body: string): Delivery {
	const signature = { [signatureHeader('svc')]: signatureOf(body, WEBHOOK_SECRET) };
	return { headers: { 'content-type': 'application/json', ...signature }, body };
}

/** Waits for this many runs to succeed. @returns when the last one ended, in milliseconds since 1970 */
async function endOfRuns({ api }: Arena, workflowId: string, runs: number): Promise<number> {
	const haveEnded = async () =>
		(await api.countExecutions(workflowId, 'success')) >= runs || undefined;
	await waitUntil(`${runs} runs to succeed`, haveEnded, PATIENCE);
	const newest = await api.listExecutions(workflowId, NEWEST_RUNS);
	return Math.max(...newest.map(({ stoppedAt }) => Date.parse(stoppedAt ?? '')));
}

/**
 * Sends the deliveries and waits until n8n has finished its work.
 *
 * @returns deliveries per second, until all responses have come and all runs have ended
 * @throws Error unless every response is 200 and exactly `runs` runs were started, all successful
 */
export async function deliver(
	arena: Arena,
	{ workflowId, webhookPath }: Endpoint,
	deliveries: Delivery[],
	runs: number,
): Promise<number> {
	const { api, n8n, send } = arena;
	await untilIdle(n8n);
	const before = await api.countExecutions(workflowId);
	const url = n8n.webhookUrl(webhookPath);
	const calls = deliveries.map((delivery) => ({ method: 'POST' as const, url, ...delivery }));
	const { begin, end } = await send({ connections: SENDERS, calls });
	const runsEnd = runs === 0 ? end : await endOfRuns(arena, workflowId, before + runs);
	await untilIdle(n8n);
	const started = (await api.countExecutions(workflowId)) - before;
	if (started !== runs) throw new Error(`${started} runs were started instead of ${runs}`);
	return deliveries.length / ((Math.max(end, runsEnd) - begin) / 1_000);
}
