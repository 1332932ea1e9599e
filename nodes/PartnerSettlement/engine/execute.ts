import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import pMap from 'p-map';

import { PartnerClient, tokenProvider, maskSecrets } from '../../../partner-api';
import { movesMoney, type Operation } from '../catalog/operation';
import { findOperation } from '../operations';
import { concurrencyOf } from './call-options';
import { readCredential } from './credential';
import { failedItem, toNodeError } from './failures';
import { RunItem, type RunContext } from './item-call';
import { splitAnswer, toItem } from './output';
import { Parameters } from './parameters';
import { type RunIdentity, runIdentity } from './run-identity';

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

interface RunState {
	/** The first failure of a run that does not continue: items after it are not sent. */
	failure?: Error;
	/** How many items were carried out. */
	done: number;
	/** Names of what stood beside the lists that were split. */
	beside: Set<string>;
}

async function runItems(run: RunContext): Promise<INodeExecutionData[]> {
	const { node, operation } = run;
	const state: RunState = { done: 0, beside: new Set() };
	const turn = turnstile();
	const output = await pMap(
		node.getInputData(),
		async (_, itemIndex) => {
			await turn();
			return await runItem(run, itemIndex, state);
		},
		{ concurrency: concurrencyOf(node, operation.effect) },
	);
	if (state.failure) throw state.failure;
	if (state.beside.size > 0) {
		node.addExecutionHints({
			message: `The answer also held ${[...state.beside].join(', ')}. Turn on Whole Answer under Options to see it.`,
			location: 'outputPane',
		});
	}
	return output.flat();
}

async function runItem(
	run: RunContext,
	itemIndex: number,
	state: RunState,
): Promise<INodeExecutionData[]> {
	if (state.failure) return [];
	let item: RunItem | undefined;
	try {
		item = new RunItem(run, itemIndex);
		const answer = await (run.operation.run?.(item) ?? item.send());
		state.done += 1;
		return outputOf(item, answer, state);
	} catch (error) {
		const call = {
			operation: run.operation,
			itemIndex,
			extId: item?.extId,
			movesMoney: item?.movesMoney ?? movesMoney(run.operation),
			// With Continue On Fail they are in the output.
			done: run.node.continueOnFail() ? 0 : state.done,
			grantedScopes: tokenProvider.peek(run.settings)?.scopes,
		};
		const nodeError = toNodeError(run.node.getNode(), error, call);
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
	const clients = new Map<number, PartnerClient>();
	const clientFor = (timeoutSeconds: number) => {
		let client = clients.get(timeoutSeconds);
		if (!client) {
			client = new PartnerClient(settings, { timeoutMs: timeoutSeconds * 1000, signal, egress });
			clients.set(timeoutSeconds, client);
		}
		return client;
	};
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
		clientFor,
	};
}
