import { randomUUID } from 'node:crypto';
import type { StoredCredential, Workflow } from './n8n-api-schemas';

/** The trigger of the workflow: run it from here. */
export const START = 'Start';
/** The name of the single node in the workflow and in the run data. */
export const NODE = 'Node';

export interface SingleNode {
	/** Full name, as n8n lists it: package and node. */
	type: string;
	typeVersion?: number;
	/** The node's parameters, as a workflow file holds them. */
	parameters: Record<string, unknown>;
	/** The json of the input items; one empty item by default. */
	items?: Record<string, unknown>[];
	credential?: StoredCredential | null;
	/** Further settings of the node (retryOnFail, executeOnce, onError ...). */
	settings?: Record<string, unknown>;
}

/** The trigger of a workflow that is run manually. */
export function startNode(): Workflow['nodes'][number] {
	const place = { id: randomUUID(), name: START, position: [0, 0] };
	return { ...place, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
}

/** A workflow for a manual run: a trigger with pinned items, and one node after it. */
export function singleNodeWorkflow(name: string, node: SingleNode): Workflow {
	const { credential, items = [{}] } = node;
	return {
		name,
		settings: {},
		pinData: { [START]: items.map((json) => ({ json })) },
		connections: { [START]: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		nodes: [
			startNode(),
			{
				id: randomUUID(),
				name: NODE,
				type: node.type,
				typeVersion: node.typeVersion ?? 1,
				position: [220, 0],
				parameters: node.parameters,
				...(credential && {
					credentials: { [credential.type]: { id: credential.id, name: credential.name } },
				}),
				...node.settings,
			},
		],
	};
}
