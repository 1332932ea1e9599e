import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import {
	InputError,
	isJsonObject,
	type JsonValue,
	type FailureOutcome,
	PartnerApiError,
	redactSecrets,
} from '../../../partner-api';
import { changesState, type Operation } from '../definition/operation';
import { RESOURCES } from '../definition/parameters';
import { type FailureContext, failureText, type MoneyContext, moneyText } from './failure-text';

export interface FailedCall extends MoneyContext, Pick<FailureContext, 'detail' | 'ownNumber'> {
	operation: Operation;
	/** Absent if it was not made for an item. */
	itemIndex?: number;
	outcome: FailureOutcome;
}

export type NodeError = NodeApiError | NodeOperationError;

/** The failure of an item, and its text for an operator. */
export interface Failure {
	error: unknown;
	nodeError: NodeError;
	call: Omit<FailedCall, 'operation'> & { itemIndex: number };
	/** The record that the API showed instead of the order, or the one that shows how the order ended. */
	record?: unknown;
	/** The order's fields by the API's names; absent if they cannot be read. */
	values?: Readonly<Record<string, JsonValue | undefined>>;
}

/**
 * An error as n8n shows it: what happened, what became of the money, what to do next.
 *
 * @param known facts about the call, in addition to its operation and the error
 */
export function toNodeError(
	node: INode,
	error: unknown,
	known: Pick<FailedCall, 'operation'> & Partial<FailedCall>,
): NodeError {
	const { itemIndex, operation } = known;
	const call = { changesState: changesState(operation), outcome: outcomeOf(error), ...known };
	if (error instanceof PartnerApiError) {
		const words = { ...call, ...operationWords(operation) };
		const { message, description } = failureText(error, words);
		const { code, status } = error.details;
		const httpCode = status === undefined ? undefined : String(status);
		const shown = { message, description, httpCode, itemIndex };
		const nodeError = new NodeApiError(node, { code }, shown);
		// If n8n finds the name of a connection error in the text, it replaces the text: "just try again".
		nodeError.message = message;
		nodeError.messages = [];
		return nodeError;
	}
	return toOperationError(node, error, call);
}

/** Any error except a PartnerApiError, as n8n shows it. */
export function toOperationError(
	node: INode,
	error: unknown,
	call: Omit<FailedCall, 'operation'>,
): NodeOperationError {
	const isInput = error instanceof InputError;
	// n8n's own errors, for example of an expression, have a description.
	const cause = error instanceof Error && !isInput ? error : messageOf(error);
	const nodeError = new NodeOperationError(node, cause, { itemIndex: call.itemIndex });
	// As in toNodeError(). Also, n8n does not treat an item with an empty error as failed.
	nodeError.message = messageOf(error);
	const { outcome } = call;
	const sentences = [moneyText(outcome, call), isInput ? error.hint : nodeError.description];
	nodeError.description = sentences.filter(Boolean).join(' ');
	return nodeError;
}

function messageOf(error: unknown): string {
	const text = error instanceof Error ? error.message || error.name : String(error);
	return text || 'Unknown error';
}

/**
 * A failed item under On Error: Continue. n8n treats an item with only `error`, `message` and `details` as failed, and
 * sends it to the error output if there is one.
 */
export function failedItem({ error, nodeError, call, record }: Failure): INodeExecutionData {
	const details: IDataObject = { outcome: call.outcome };
	if (error instanceof PartnerApiError) {
		details.code = error.code;
		if (error.details.status !== undefined) details.http_status = error.details.status;
	}
	if (call.extId !== undefined) details.ext_id = call.extId;
	if (isJsonObject(record)) details.record = redactSecrets(record, 'goods') as IDataObject;
	const json = { error: nodeError.message, message: nodeError.description ?? '', details };
	return { json, pairedItem: { item: call.itemIndex } };
}

/** Whether an item is a failed one. The `error` of a response is never at the top, unless it is null or false. */
export function isFailedItem({ json }: INodeExecutionData): boolean {
	return typeof json.error === 'string';
}

/**
 * The outcome that an error means.
 *
 * @param mayBeSent whether a call may have begun by then; it matters for an unexpected error
 */
export function outcomeOf(error: unknown, mayBeSent = true): FailureOutcome {
	if (error instanceof PartnerApiError) return error.outcome;
	return error instanceof InputError || !mayBeSent ? 'not_sent' : 'unknown';
}

/** The words about an operation in the text of an error. */
export function operationWords(operation: Operation) {
	const { named, isAssumed: hasBody } = operation.endpoint;
	return { call: callName(operation), scope: operation.scope, named, hasBody };
}

/** The operation in the editor's words. */
export function callName(operation: Operation): string {
	return `${RESOURCES[operation.resource]}: ${operation.name}`;
}
