import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an AI agent calls the node: n8n lists the tool variant of a node under its type with this ending. */
export function isTool(node: IExecuteFunctions): boolean {
	return node.getNode().type.endsWith('Tool');
}
