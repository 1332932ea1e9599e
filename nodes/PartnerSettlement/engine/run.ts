import { setMaxListeners } from 'node:events';

import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { PartnerClient } from '../../../partner-api';
import { changesState, type Operation } from '../catalog/operation';
import { operationProperties } from '../catalog/properties';
import { concurrencyOf, limitsOf, readCallOptions } from './call-options';
import { readCredential } from './credential';
import { egressOf } from './egress';
import { Parameters } from './parameters';
import { Places } from './places';
import type { RunContext } from './run-context';
import { type RunIdentity, runIdentity } from './run-identity';

/**
 * Does the work of one execution of a node, in the name of its credential.
 *
 * @param operation what is done for each item
 * @param continues whether an item that fails leaves the others alone
 * @param work is given the run; it is cancelled with the execution
 * @throws NodeOperationError for a credential that cannot be used; what `work` throws
 */
export async function inRun<T>(
	node: IExecuteFunctions,
	operation: Operation,
	continues: boolean,
	work: (run: RunContext) => Promise<T>,
): Promise<T> {
	const cancelled = node.getExecutionCancelSignal();
	const cancel = new AbortController();
	const over = new AbortController();
	const stop = () => {
		cancel.abort();
		over.abort();
	};
	cancelled?.addEventListener('abort', stop, { once: true });
	// With Retry On Fail, n8n runs the node again also after the execution was cancelled.
	if (cancelled?.aborted) stop();
	try {
		const run = await contextOf(node, operation, cancel.signal, over);
		return await work({ ...run, continues });
	} finally {
		cancelled?.removeEventListener('abort', stop);
		// Should the work have failed in the middle: nobody would learn what became of the rest.
		stop();
	}
}

async function contextOf(
	node: IExecuteFunctions,
	operation: Operation,
	signal: AbortSignal,
	over: AbortController,
): Promise<Omit<RunContext, 'continues'>> {
	const { settings, cardEncryptionKey } = await readCredential(node, operation);
	// Every call under way listens to the one and every wait to the other, which is no leak.
	setMaxListeners(0, signal, over.signal);
	const egress = egressOf(node.helpers);
	const client = new PartnerClient(settings, { ...limitsOf(readCallOptions({})), signal, egress });
	let known: RunIdentity | undefined;
	return {
		node,
		parameters: new Parameters(node, neverNothing(operation)),
		operation,
		identity: () => (known ??= runIdentity(node, operation)),
		settings,
		cardEncryptionKey,
		signal,
		egress,
		client,
		places: new Places(concurrencyOf(node, operation.effect)),
		over,
		hints: new Set(),
	};
}

/** In which an expression must give something. What a read is narrowed by may be empty for an item. */
function neverNothing(operation: Operation): INodeProperties[] {
	const shown = operationProperties(operation);
	return changesState(operation) ? shown : shown.filter(({ name }) => name === 'options');
}
