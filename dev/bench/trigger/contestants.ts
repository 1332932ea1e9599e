import { randomUUID } from 'node:crypto';
import { PACKAGE_NAME } from '../../stack/n8n';
import type { StoredCredential, WorkflowNode } from '../../stack/n8n-api-schemas';

/** The nodes of a workflow, each connected to the next, and the path under which it takes deliveries. */
export interface Contestant {
	nodes: WorkflowNode[];
	webhookPath: string;
}

type NewNode = Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & {
	typeVersion: number;
	credential?: StoredCredential;
};

const WEBHOOK_NODE = { type: 'n8n-nodes-base.webhook', typeVersion: 2.1 };

function node({ credential, ...fields }: NewNode): WorkflowNode {
	return {
		id: randomUUID(),
		webhookId: randomUUID(),
		position: [0, 0],
		...fields,
		...(credential && {
			credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		}),
	};
}

/** What is behind each trigger that starts a run. */
function noOperation(): WorkflowNode {
	return node({ name: 'Last', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} });
}

/** A trigger whose type has this path, with No Operation behind it. */
function triggerAlone(path: string, fields: Omit<NewNode, 'name'>): Contestant {
	const trigger = node({ name: 'Trigger', ...fields });
	return {
		nodes: [trigger, noOperation()],
		webhookPath: `${trigger.webhookId ?? ''}/${path}`,
	};
}

/** This package's trigger with its default settings. */
export function ownTrigger(credential: StoredCredential): Contestant {
	const type = `${PACKAGE_NAME}.partnerSettlementTrigger`;
	return triggerAlone('partner-settlement', { type, typeVersion: 1.1, parameters: {}, credential });
}

/** n8n gives nodes from a folder of one's own this package name. */
export function doNothingTrigger(startsRun: boolean): Contestant {
	const type = 'CUSTOM.doNothingTrigger';
	return triggerAlone('do-nothing', { type, typeVersion: 2, parameters: { startsRun } });
}

/** n8n's own Webhook node, which checks and deduplicates nothing. */
export function webhookNode(): Contestant {
	const path = randomUUID();
	const parameters = { httpMethod: 'POST', path, options: {} };
	return {
		nodes: [node({ name: 'Webhook', ...WEBHOOK_NODE, parameters }), noOperation()],
		webhookPath: path,
	};
}

/** The node of `chain` that drops duplicates; what it keeps is on its first output, what it drops on its second. */
export const DROPS_DUPLICATES = 'Remove Duplicates';

/**
 * How events are deduplicated with n8n's own nodes: the signature over the raw bytes is computed, and what was seen in
 * earlier runs is dropped.
 */
export function chain(credential: StoredCredential): Contestant {
	const path = randomUUID();
	const parameters = { httpMethod: 'POST', path, options: { rawBody: true } };
	const hmac = { action: 'hmac', binaryData: true, type: 'SHA256', dataPropertyName: 'signature' };
	const deduplicate = {
		operation: 'removeItemsSeenInPreviousExecutions',
		dedupeValue: '={{ $json.body.event_id }}',
		options: {},
	};
	return {
		nodes: [
			node({ name: 'Webhook', ...WEBHOOK_NODE, parameters }),
			node({
				name: 'Crypto',
				type: 'n8n-nodes-base.crypto',
				typeVersion: 2,
				parameters: hmac,
				credential,
			}),
			node({
				name: DROPS_DUPLICATES,
				type: 'n8n-nodes-base.removeDuplicates',
				typeVersion: 2,
				parameters: deduplicate,
			}),
		],
		webhookPath: path,
	};
}
