import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

/**
 * How often nodes, by name, have begun to do what they were given. n8n gives the same object to all tries of Retry On Fail,
 * and another one to each run; only the tools of an AI agent may all be given the agent's.
 */
const tries = new WeakMap<object, Map<string, number>>();

/** Takes note that the node begins to do what it was given. */
export function beginTry(node: IExecuteFunctions): void {
	const given = node.getExecuteData();
	const begun = tries.get(given) ?? new Map<string, number>();
	begun.set(node.getNode().name, countOf(node) + 1);
	tries.set(given, begun);
}

function countOf(node: IExecuteFunctions): number {
	return tries.get(node.getExecuteData())?.get(node.getNode().name) ?? 0;
}

/** Whether a try before this one may have sent something: of this execution, or of the one that it is a retry of. */
export function isRetry(node: IExecuteFunctions | IPollFunctions): boolean {
	if (isRetryByHand(node)) return true;
	return mayRunAgain(node) && 'getExecuteData' in node && countOf(node) > 1;
}

/** Whether the execution is a retry of one that this process may know nothing of. */
export function isRetryByHand(node: IExecuteFunctions | IPollFunctions): boolean {
	return node.getMode() === 'retry';
}

/** Whether n8n runs the node again, in the same execution, when something of it fails. */
export function mayRunAgain(node: IExecuteFunctions | IPollFunctions): boolean {
	return node.getNode().retryOnFail === true;
}
