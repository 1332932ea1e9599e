import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';

/** A running node, or a trigger that makes a call by itself. */
export type CallingNode = IExecuteFunctions | IHookFunctions | IPollFunctions;

/**
 * The execute data of nodes that have sent a request. n8n gives the same object to each attempt of Retry On Fail, and
 * another one to every other run.
 */
const sent = new WeakSet<object>();

/** What n8n keeps of a node with the execution; undefined if it keeps nothing, as in its Agents. */
export function contextOf(node: IExecuteFunctions): IDataObject | undefined {
	try {
		return node.getContext('node');
	} catch {
		return undefined;
	}
}

/** Notes that a request of the node goes out. */
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

/** The outcome of an error if this attempt has sent nothing. An earlier attempt may have sent something. */
export function outcomeBeforeSending(node: CallingNode): 'unknown' | 'not_sent' {
	return isRetry(node) ? 'unknown' : 'not_sent';
}

/** Whether an AI agent calls the node: n8n's type of a node's tool variant has this ending. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
