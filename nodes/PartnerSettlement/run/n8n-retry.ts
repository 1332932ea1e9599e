import type { IExecuteFunctions, IHookFunctions, INode, IPollFunctions } from 'n8n-workflow';

/** A node at work, or a trigger that makes a call by itself. */
export type CallingNode = IExecuteFunctions | IHookFunctions | IPollFunctions;

/**
 * The execute data of nodes that have sent a request. n8n gives the same object to each attempt of Retry On Fail, and
 * another one to every other run.
 */
const sent = new WeakSet<object>();

/** Takes note that a request of the node goes out. */
export function noteSent(node: IExecuteFunctions): void {
	sent.add(node.getExecuteData());
}

/** Whether these items may have been sent before: by the execution that is retried, or by an earlier attempt of Retry On Fail. */
export function isRetry(node: CallingNode): boolean {
	if (node.getMode() === 'retry') return true;
	return (
		node.getNode().retryOnFail === true &&
		'getExecuteData' in node &&
		sent.has(node.getExecuteData())
	);
}

/** Whether what this run orders may have been ordered before: by the execution or attempt that it repeats, or by an AI agent. */
export function mayBeRepeat(node: IExecuteFunctions): boolean {
	return isRetry(node) || isTool(node.getNode());
}

/** What an error says of the money where this attempt has sent nothing: one before it may have done so. */
export function outcomeBeforeSending(node: CallingNode): 'unknown' | 'not_sent' {
	return isRetry(node) ? 'unknown' : 'not_sent';
}

/** Whether an AI agent calls the node: n8n lists the tool variant of a node under its type with this ending. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
