import type { FunctionsBase } from 'n8n-workflow';

/** What tells this node from every other of this n8n, and from its copies in other workflows. */
export function nodeKey(context: Pick<FunctionsBase, 'getWorkflow' | 'getNode'>): string {
	return `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
}
