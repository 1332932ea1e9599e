import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { isFailedItem } from '../messages/node-error';
import { isTool } from './n8n-retry';

/**
 * Whether n8n goes on if this node throws. It then sends all input items through the first output, as if nothing had
 * failed; an AI agent gets the bare message, or nothing at all. The check follows n8n's engine, including the setting of
 * old workflows. If it missed a case, the model of a tool might not see the outcome.
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
 * The work of a node that must not throw if n8n would go on.
 *
 * @param fallback gives the output in place of that error
 * @throws what the work throws, if n8n stops; what `fallback` throws
 */
export async function orFallback<T>(
	node: IExecuteFunctions,
	work: Promise<T>,
	fallback: (error: unknown) => T,
): Promise<T> {
	return await (goesOnAfterError(node.getNode()) ? work.catch(fallback) : work);
}

/** Turns off a tool's error output, because an AI agent gets nothing from it. */
export function answerOnOneOutput(node: IExecuteFunctions): void {
	const { node: executed } = node.getExecuteData();
	if (isTool(executed) && executed.onError === 'continueErrorOutput') {
		executed.onError = 'continueRegularOutput';
	}
}

/** Keeps n8n from putting an empty item on the first output if nothing goes through it. */
export function sendNoEmptyItem(node: IExecuteFunctions): void {
	const { node: executed } = node.getExecuteData();
	// A tool may share the object with its AI agent.
	if (executed.id === node.getNode().id) executed.alwaysOutputData = false;
}

/**
 * The items of a node in a form that n8n can send to its outputs. For each failed item, n8n looks up its input item in the
 * results of the node before. Those results may be gone, for example if n8n could not resume the execution. n8n then throws,
 * and sends all input items through the first output.
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
