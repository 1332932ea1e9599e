import { type INode, NodeError, NodeOperationError } from 'n8n-workflow';

/** An error of a trigger that is being published. All that n8n may show of it is its message, so all goes into that. */
export function activationError(node: INode, error: unknown): NodeError {
	const failure = error instanceof NodeError ? error : new NodeOperationError(node, error as Error);
	failure.message = [failure.message, failure.description].filter(Boolean).join('. ');
	failure.description = undefined;
	return failure;
}
