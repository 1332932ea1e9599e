import { randomUUID } from 'node:crypto';
import type { StoredCredential, Workflow, WorkflowNode } from '../../../dev/stack/n8n-api-schemas';

/** A node as n8n imports it. @param more further settings of the node, such as onError */
export function nodeOf(
	name: string,
	type: string,
	typeVersion: number,
	parameters: object,
	credential?: StoredCredential,
	more: object = {},
): WorkflowNode {
	const node = { id: randomUUID(), name, type, typeVersion, position: [0, 0], ...more };
	const known = credential && { id: credential.id, name: credential.name };
	const credentials = credential && { credentials: { [credential.type]: known } };
	return { ...node, parameters: { ...parameters }, ...credentials } as WorkflowNode;
}

/** The connections of a node that leads to this one. */
export function to(target: string) {
	return linkTo(target, 'main');
}

/** The connections of a node that another has in this place: its main input, a tool, a model. */
export function linkTo<Type extends string>(target: string, type: Type) {
	const link = [[{ node: target, type, index: 0 }]];
	return { [type]: link } as Record<Type, typeof link>;
}

/** A workflow with a name of its own. */
export function workflowOf(
	nodes: WorkflowNode[],
	connections: Workflow['connections'] = {},
): Workflow {
	return { name: `test ${randomUUID()}`, settings: {}, nodes, connections };
}

/**
 * Poll times of a trigger. n8n refuses an interval of less than a minute, but accepts 60 times of one minute each, one for
 * each second.
 */
export const EVERY_SECOND = {
	item: Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${String(second)} * * * * *`,
	})),
};
