import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import pMap from 'p-map';

import { maskSecrets, PartnerClient } from '../../../partner-api';
import { movesMoney, type Operation } from '../catalog/operation';
import { findOperation } from '../operations';
import { concurrencyOf, limitsOf, readCallOptions } from './call-options';
import { readCredential } from './credential';
import { failedItem } from './failures';
import { RunItem, type RunContext } from './item-call';
import { withOutcome } from './outcome';
import { splitAnswer, toItem } from './output';
import { Parameters } from './parameters';
import { prepareAll, type Prepared } from './preflight';
import { runCarts } from './run-cart';
import { type RunIdentity, runIdentity } from './run-identity';
import { conclude, failureOf, newState, refuseAll, type RunState } from './run-state';
import { itemRanges } from './spending-stop';

/**
 * Runs the chosen operation for every input item, several at once where it spends nothing, and gives the output in
 * input order.
 *
 * @throws NodeApiError or NodeOperationError for the first item that failed, unless the node continues on failure
 */
export async function execute(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(
		node.getNodeParameter('resource', 0),
		node.getNodeParameter('operation', 0),
	);
	const cancelled = node.getExecutionCancelSignal();
	const cancel = new AbortController();
	const onCancelled = () => {
		cancel.abort();
	};
	cancelled?.addEventListener('abort', onCancelled, { once: true });
	try {
		return [await runItems(await contextOf(node, operation, cancel.signal))];
	} finally {
		cancelled?.removeEventListener('abort', onCancelled);
	}
}

/**
 * Lets items begin one by one, each in a turn of the event loop of its own. n8n takes about a millisecond for an
 * expression: answers that came in together would hold each other's next calls up, and everything else in n8n.
 */
function turnstile(): () => Promise<void> {
	let last = Promise.resolve();
	return () =>
		(last = last.then(async () => {
			await nextTurn();
		}));
}

async function runItems(run: RunContext): Promise<INodeExecutionData[]> {
	const { node, operation } = run;
	const state = newState();
	const items = node.getInputData();
	const prepared = movesMoney(operation) ? await prepareAll(run, items.length) : [];
	await refuseAll(run, prepared);
	if (operation.cart) return await runCarts(run, prepared, state);
	const turn = turnstile();
	const output = await pMap(
		items,
		async (_, itemIndex) => {
			await turn();
			return await runItem(run, itemIndex, state, prepared[itemIndex]);
		},
		{ concurrency: concurrencyOf(node, operation.effect) },
	);
	conclude(run, state);
	return output.flat();
}

async function runItem(
	run: RunContext,
	itemIndex: number,
	state: RunState,
	prepared?: Prepared,
): Promise<INodeExecutionData[]> {
	if (state.failure) {
		state.notSent.push(itemIndex);
		return [];
	}
	let item = prepared?.item;
	try {
		if (prepared && 'error' in prepared) throw prepared.error;
		item ??= new RunItem(run, itemIndex);
		state.stop.check(item);
		const answer = await (run.operation.run?.(item) ?? item.send());
		state.done.push(itemIndex);
		if (item.wasLookedUp) {
			run.hints.add(
				`The answer for item ${itemRanges([itemIndex])} was lost; its order was found.`,
			);
		}
		return outputOf(item, await withOutcome(item, answer), state);
	} catch (error) {
		state.stop.note(error);
		const { nodeError, call } = await failureOf(run, itemIndex, error, item);
		if (run.node.continueOnFail() && !run.signal.aborted)
			return [failedItem(nodeError, error, call)];
		state.failure ??= nodeError;
		return [];
	}
}

function outputOf(item: RunItem, answer: unknown, state: RunState): INodeExecutionData[] {
	// Before a list is split: its own name may be what tells that it holds secrets.
	const shown = item.revealsSecrets ? answer : maskSecrets(answer, item.run.operation.secretFields);
	return entriesOf(item, shown, state).map((entry) => toItem(entry, item.itemIndex, item.extId));
}

function entriesOf(item: RunItem, answer: unknown, state: RunState): unknown[] {
	const { operation } = item.run;
	if (item.options.wholeAnswer) return [answer];
	if (!operation.list) return Array.isArray(answer) ? answer : [answer];
	const { entries, beside } = splitAnswer(answer);
	for (const name of beside) state.beside.add(name);
	return entries.slice(0, item.limit);
}

async function contextOf(
	node: IExecuteFunctions,
	operation: Operation,
	signal: AbortSignal,
): Promise<RunContext> {
	const { settings, cardEncryptionKey } = await readCredential(node, operation);
	// Every call under way listens to it: as many as Items at Once, which is no leak.
	setMaxListeners(0, signal);
	// Older releases of n8n have no such filter.
	const egress =
		'getSecureEgressFilter' in node.helpers ? node.helpers.getSecureEgressFilter() : undefined;
	const client = new PartnerClient(settings, { ...limitsOf(readCallOptions({})), signal, egress });
	let known: RunIdentity | undefined;
	return {
		node,
		parameters: new Parameters(node),
		operation,
		identity: () => (known ??= runIdentity(node)),
		settings,
		cardEncryptionKey,
		signal,
		egress,
		client,
		hints: new Set(),
	};
}
