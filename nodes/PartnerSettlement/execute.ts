import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import { isJsonObject, type JsonObject, pagesOf } from '../../partner-api';
import {
	changesState,
	costs,
	isCatalog,
	isSetup,
	listName,
	type Operation,
	recordField,
} from './definition/operation';
import { sortedByPrice } from './lists/catalog-entry';
import { splitList } from './lists/list';
import { restOfList } from './lists/pages';
import { failedItem, isFailedItem, outcomeOf, toOperationError } from './messages/node-error';
import { findOperation } from './operations';
import { beginIteration, endIteration } from './orders/idempotency-key';
import type { Done } from './orders/settled';
import { noteForAgent } from './limits/tool-orders';
import { outcomeBeforeSending } from './run/n8n-retry';
import { amountsToNumbers } from './run/amounts';
import { ofFirstItem } from './run/call-options';
import { inRun, type RunContext } from './run/context';
import type { RunItem } from './run/run-item';
import { readLocal } from './read-local';
import { runItems, shown } from './run-items';
import {
	answerOnOneOutput,
	goesOnAfterError,
	orFallback,
	sendNoEmptyItem,
	withoutLostPairs,
} from './run/on-error';
import { simplify, toItem, withInput } from './run/output';
import { addQrCodes } from './run/qr-codes';
import { checkApi } from './setup/check-api';
import { verifyCertificates } from './verify-certificates';

/**
 * Runs the chosen operation for every input item and returns the output in input order.
 *
 * @throws NodeApiError or NodeOperationError for the first item that failed, or before any is sent. If n8n goes on after an
 *   error, it throws only when cancelled.
 */
export async function execute(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const progress: Progress = { hasBegun: false };
	answerOnOneOutput(node);
	const work = carryOut(node, progress);
	const output = await orFallback(node, work, (error) => allFailed(node, error, progress));
	const isNoneDone = output.length > 0 && output.every(isFailedItem);
	// Otherwise Always Output Data would put an empty item on the first output, as if something had been paid.
	if (isNoneDone && mayChangeState(progress)) sendNoEmptyItem(node);
	const paired = withoutLostPairs(node, output);
	if (progress.operation?.extId) endIteration(node);
	return [paired];
}

interface Progress {
	operation?: Operation;
	/** Something may have been sent. */
	hasBegun: boolean;
}

async function carryOut(
	node: IExecuteFunctions,
	progress: Progress,
): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(node);
	progress.operation = operation;
	if (operation.isLocal) {
		const carryOutHere = operation.resource === 'kyt' ? verifyCertificates : readLocal;
		return await carryOutHere(node, operation);
	}
	if (operation.extId) beginIteration(node);
	return await inRun(node, operation, goesOnAfterError(node.getNode()), async (run) => {
		progress.hasBegun = true;
		if (isSetup(operation)) return await checkApi(run);
		const records: IDataObject[] = [];
		const outputs = await runItems(run, {
			done: async (item, done, itemIndex, extId) => {
				const found = await outputOf(item, done, itemIndex, extId);
				for (const { json } of found) records.push(json);
				return item.options.keepInput ? beside(item, found, itemIndex) : found;
			},
			failed: (failure) => [failedItem(failure)],
		});
		withNumbers(run, records);
		return outputs.flat(2);
	});
}

/** Converts amounts to numbers, if the first item asks for it: a column has one type. */
function withNumbers(run: RunContext, records: readonly IDataObject[]): void {
	if (run.operation.effect !== 'read' || !ofFirstItem(run.node, 'amountsAsNumbers')) return;
	const kept = amountsToNumbers(records);
	if (kept.length === 0) return;
	run.node.addExecutionHints({
		message: `${kept.join(', ')} stayed text, because some values would lose digits as numbers.`,
		location: 'outputPane',
	});
}

function chosenOperation(node: IExecuteFunctions): Operation {
	try {
		const resource = node.getNodeParameter('resource', 0);
		return findOperation(resource, node.getNodeParameter('operation', 0));
	} catch (error) {
		throw toOperationError(node.getNode(), error, callOf(node, error, { hasBegun: false }));
	}
}

/** Every item as a failed one, for an error that belongs to no single item. @throws the error if the execution was cancelled */
function allFailed(
	node: IExecuteFunctions,
	error: unknown,
	progress: Progress,
): INodeExecutionData[] {
	if (node.getExecutionCancelSignal()?.aborted) throw error;
	const call = callOf(node, error, progress);
	// Our own errors already say what became of the money.
	const nodeError =
		error instanceof NodeOperationError ? error : toOperationError(node.getNode(), error, call);
	return node
		.getInputData()
		.map((_, itemIndex) => failedItem({ error, nodeError, call: { ...call, itemIndex } }));
}

function callOf(node: IExecuteFunctions, error: unknown, progress: Progress) {
	const { hasBegun } = progress;
	const outcome = hasBegun ? outcomeOf(error) : outcomeBeforeSending(node);
	return { changesState: mayChangeState(progress), outcome, sentNothing: !hasBegun };
}

function mayChangeState({ operation }: Progress): boolean {
	return operation === undefined || changesState(operation);
}

async function outputOf(
	item: RunItem,
	{ record: response, age }: Done,
	itemIndex: number,
	extId?: string,
): Promise<INodeExecutionData[]> {
	const simplified = item.options.wholeAnswer ? undefined : item.run.operation.simplified;
	// Redacted before a list is split: the list's name may show that it holds secrets.
	const record = await shown(item, response);
	const found = entriesOf(item, record);
	const saysNothing = item.run.isTool && found.length === 0;
	const entries = saysNothing ? [{ note_for_agent: emptyListNote(item, record) }] : found;
	const outputs = entries.map((entry) => toItem(simplify(entry, simplified), itemIndex, extId));
	if (item.run.isTool && costs(item.run.operation) && extId !== undefined) {
		const note = noteForAgent(item, extId, age);
		for (const { json } of outputs) json.note_for_agent = note;
	}
	if (item.revealsSecrets) for (const output of outputs) await addQrCodes(item.run, output);
	return outputs;
}

/**
 * Puts each output into its own copy of the input item. Orders already exist here, so an input that cannot be copied
 * does not fail them.
 */
function beside({ run }: RunItem, outputs: INodeExecutionData[], itemIndex: number) {
	const input = run.node.getInputData()[itemIndex];
	try {
		return outputs.map((output) => withInput(output, input, recordField(run.operation)));
	} catch (error) {
		const kind = error instanceof Error ? error.name : typeof error;
		run.hints.add(`The input of an item could not be kept (${kind}), so only the record came out.`);
		return outputs;
	}
}

/** If there are no items, n8n gives an AI agent an empty text, which its model may misread. */
function emptyListNote({ request }: RunItem, response: unknown): string {
	if (restOfList(response, 0) !== undefined)
		return 'This page of the list is empty, but the API says that the list has more entries.';
	const { query, body } = request;
	const sent: JsonObject = { ...query, ...(isJsonObject(body) && body) };
	const filters = Object.keys(sent).filter((name) => sent[name] !== undefined);
	const asked = filters.length > 0 ? ` (filtered by ${filters.join(' and ')})` : '';
	return `The list is empty: the API returned no entries${asked}. An empty list does not mean that anything was checked.`;
}

function entriesOf({ limit, run, options }: RunItem, response: unknown): unknown[] {
	if (options.wholeAnswer) return [response];
	if (!run.operation.list) return Array.isArray(response) ? response : [response];
	const split = splitList(response, run.settings.dialect.envelope);
	if (!split) {
		run.hints.add(
			'The response has no list, or several, so it came out as one item. Under envelope in API Differences, name the field that holds the list.',
		);
		return [response];
	}
	const { dialect } = run.settings;
	const entries = isCatalog(run.operation)
		? sortedByPrice(split.entries, dialect, run.operation)
		: split.entries;
	// The cursor of `pages` was followed, so the hint does not name it.
	const pages = pagesOf(dialect, listName(run.operation));
	const mark = pages && 'next' in pages ? pages.next.split('.').at(-1) : pages?.last;
	const envelope = split.envelope.filter((name) => name !== mark);
	const rest = entries.length < limit ? restOfList(response, entries.length) : undefined;
	if (rest !== undefined) {
		const how = mark === undefined ? 'add the entry "pages" to' : 'correct the entry "pages" in';
		run.hints.add(
			`This is not the whole list: ${rest.slice(0, 100)} shows that there is more. To get all of it, ${how} API Differences of the credential.`,
		);
	} else if (envelope.length > 0) {
		run.hints.add(
			`The response also contained ${envelope.slice(0, 10).join(', ').slice(0, 300)}. Turn on Whole Response under Options to see it.`,
		);
	}
	return entries.slice(0, limit);
}
