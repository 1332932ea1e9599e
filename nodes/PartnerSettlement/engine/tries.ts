import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { isTool } from './tool';

/** What became of the tries of a node to do what it was given. */
interface Tries {
	/** One before the present has sent something. */
	earlierSent: boolean;
	/** Any has. */
	anySent: boolean;
}

/**
 * The tries of nodes, by name. n8n gives the same object to all tries of Retry On Fail, and another one to each run; only
 * the tools of an AI agent may all be given the agent's.
 */
const tries = new WeakMap<object, Map<string, Tries>>();

/** Takes note that the node begins to do what it was given. */
export function beginTry(node: IExecuteFunctions): void {
	const given = node.getExecuteData();
	const ofNodes = tries.get(given) ?? new Map<string, Tries>();
	const anySent = triesOf(node)?.anySent ?? false;
	ofNodes.set(node.getNode().name, { earlierSent: anySent, anySent });
	tries.set(given, ofNodes);
}

/** Takes note that a request goes out. */
export function noteSent(node: IExecuteFunctions): void {
	const known = triesOf(node);
	if (known) known.anySent = true;
}

function triesOf(node: IExecuteFunctions): Tries | undefined {
	return tries.get(node.getExecuteData())?.get(node.getNode().name);
}

/** Whether a try before this one may have sent something: of this execution, or of the one that it is a retry of. */
export function isRetry(node: IExecuteFunctions | IPollFunctions): boolean {
	if (isRetryByHand(node)) return true;
	return mayRunAgain(node) && 'getExecuteData' in node && (triesOf(node)?.earlierSent ?? false);
}

/** Whether the execution is a retry of one that this process may know nothing of. */
export function isRetryByHand(node: IExecuteFunctions | IPollFunctions): boolean {
	return node.getMode() === 'retry';
}

/** Whether what was carried out may be sent once more in the same execution: by n8n, or by an AI agent. */
export function mayComeAgain(node: IExecuteFunctions): boolean {
	return mayRunAgain(node) || isTool(node);
}

/** Whether n8n runs the node again, in the same execution, when something of it fails. */
function mayRunAgain(node: IExecuteFunctions | IPollFunctions): boolean {
	return node.getNode().retryOnFail === true;
}
