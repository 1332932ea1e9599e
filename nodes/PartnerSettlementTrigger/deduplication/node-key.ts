import type { FunctionsBase } from 'n8n-workflow';

/**
 * What tells this node from every other, from its copies in other workflows, and from its twin in another n8n, which
 * an import or a clone may have given the same ids. All processes of one n8n have the same instance id.
 */
export function nodeKey(
	context: Pick<FunctionsBase, 'getInstanceId' | 'getWorkflow' | 'getNode'>,
): string {
	return `${context.getInstanceId()}:${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
}
