import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { isFailedItem } from '../messages/node-error';
import { isTool } from './n8n-retry';

/**
 * Whether n8n goes on when this node throws. It then sends all input items on through the first output, as if all were
 * well with them; to an AI agent it gives the bare message, or nothing at all. This is how its engine sees it, the setting
 * of old workflows included; a tool that fails in another way than this would leave the model without the outcome.
 */
export function goesOnAfterError(node: INode): boolean {
	const { continueOnFail, onError, rewireOutputLogTo } = node;
	const isCalled = isTool(node) || rewireOutputLogTo === NodeConnectionTypes.AiTool;
	return (
		continueOnFail === true ||
		onError === 'continueRegularOutput' ||
		onError === 'continueErrorOutput' ||
		(isCalled && onError !== 'stopWorkflow')
	);
}

/**
 * The work of a node that must not throw where n8n would go on.
 *
 * @param fallback what comes out in the place of an error then
 * @throws what the work throws, where n8n stops; what `fallback` throws
 */
export async function orFallback<T>(
	node: IExecuteFunctions,
	work: Promise<T>,
	fallback: (error: unknown) => T,
): Promise<T> {
	return await (goesOnAfterError(node.getNode()) ? work.catch(fallback) : work);
}

/** To an AI agent, n8n gives nothing of what comes out of an error output. */
export function answerOnOneOutput(node: IExecuteFunctions): void {
	const { node: executed } = node.getExecuteData();
	if (isTool(executed) && executed.onError === 'continueErrorOutput') {
		executed.onError = 'continueRegularOutput';
	}
}

/** Keeps n8n from putting an empty item on the first output when there is nothing to send through it. */
export function sendNoEmptyItem(node: IExecuteFunctions): void {
	const { node: executed } = node.getExecuteData();
	// A tool may be given what is executed by its AI agent.
	if (executed.id === node.getNode().id) executed.alwaysOutputData = false;
}

/**
 * The items of a node as n8n can send them to its outputs. For each failed item, n8n looks up its input item in the results
 * of the node before. An execution that could not be resumed has lost those results. n8n then throws, and sends all input
 * items on through the first output.
 */
export function withoutLostPairs(
	node: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const { source } = node.getExecuteData();
	if (node.getNode().onError !== 'continueErrorOutput' || source === null) return items;
	const { $getPairedItem } = node.getWorkflowDataProxy(0);
	const from = source[NodeConnectionTypes.Main]?.[0];
	const isFound = ({ pairedItem }: INodeExecutionData): boolean => {
		if (!from || typeof pairedItem !== 'object' || Array.isArray(pairedItem)) return false;
		try {
			$getPairedItem(from.previousNode, from, pairedItem);
			return true;
		} catch {
			return false;
		}
	};
	return items.map((item) => {
		const isOfNone = isFailedItem(item) && !isFound(item);
		return isOfNone ? { ...item, pairedItem: undefined } : item;
	});
}
