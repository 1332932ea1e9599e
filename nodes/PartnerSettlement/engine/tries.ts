import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

/** How often it was begun. n8n gives the same object to all tries of Retry On Fail, and another one to each run. */
const tries = new WeakMap<object, number>();

/** Takes note that the node begins to do what it was given. */
export function beginTry(node: IExecuteFunctions): void {
	const given = node.getExecuteData();
	tries.set(given, (tries.get(given) ?? 0) + 1);
}

/** Whether a try before this one may have sent something: of this execution, or of the one that it is a retry of. */
export function isRetry(node: IExecuteFunctions | IPollFunctions): boolean {
	if (node.getMode() === 'retry') return true;
	return (
		mayRunAgain(node) && 'getExecuteData' in node && (tries.get(node.getExecuteData()) ?? 0) > 1
	);
}

/** Whether n8n runs the node again, in the same execution, when something of it fails. */
export function mayRunAgain(node: IExecuteFunctions | IPollFunctions): boolean {
	return node.getNode().retryOnFail === true;
}
