import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { maskSecrets } from '../../../partner-api';
import { findOperation } from '../operations';
import { type Failure, failedItem } from './failures';
import type { RunItem } from './item-call';
import { splitAnswer, toItem } from './output';
import { inRun } from './run';
import { runCarts } from './run-cart';
import { runItems } from './run-items';
import type { RunState } from './run-state';

/**
 * Runs the chosen operation for every input item and gives the output in input order.
 *
 * @throws NodeApiError or NodeOperationError for the first item that failed, unless the node continues on failure
 */
export async function execute(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(
		node.getNodeParameter('resource', 0),
		node.getNodeParameter('operation', 0),
	);
	const output = await inRun(node, operation, node.continueOnFail(), async (run) =>
		operation.cart ? await runCarts(run) : (await runItems(run, ITEMS)).flat(),
	);
	return [output];
}

const ITEMS = {
	done: outputOf,
	failed: (failure: Failure) => [failedItem(failure)],
};

function outputOf(
	item: RunItem,
	answer: unknown,
	state: RunState,
	itemIndex: number,
): INodeExecutionData[] {
	// A copy for each item. Before a list is split: its own name may be what tells that it holds secrets.
	const shown = item.revealsSecrets ? answer : maskSecrets(answer, item.run.operation.secretFields);
	return entriesOf(item, shown, state).map((entry) => toItem(entry, itemIndex, item.extId));
}

function entriesOf(item: RunItem, answer: unknown, state: RunState): unknown[] {
	const { operation } = item.run;
	if (item.options.wholeAnswer) return [answer];
	if (!operation.list) return Array.isArray(answer) ? answer : [answer];
	const { entries, isList, beside } = splitAnswer(answer);
	if (!isList) item.hint('The answer holds no list by itself: it came out as one item.');
	for (const name of beside) state.beside.add(name);
	return entries.slice(0, item.limit);
}
