import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import {
	type ApiBase,
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

/** What is known of a call that failed. */
export interface FailedCall extends MoneyContext, Pick<FailureContext, 'detail' | 'ownNumber'> {
	operation: Operation;
	/** Absent: the operation's. */
	base?: ApiBase;
	/** Absent where it was made for no item. */
	itemIndex?: number;
	outcome: FailureOutcome;
}

export type NodeError = NodeApiError | NodeOperationError;

/** What failed for an item, and how an operator reads it. */
export interface Failure {
	error: unknown;
	nodeError: NodeError;
	call: Omit<FailedCall, 'operation'> & { itemIndex: number };
	/** What the API showed in the place of the order, or of its end. */
	record?: unknown;
	/** What was asked for, by the API's names; absent where that cannot be read. */
	values?: Readonly<Record<string, JsonValue | undefined>>;
}

/**
 * An error as n8n shows it: what happened, what became of the money, what to do next.
 *
 * @param known of the call, beside what its operation and the error say
 */
export function toNodeError(
	node: INode,
	error: unknown,
	known: Pick<FailedCall, 'operation'> & Partial<FailedCall>,
): NodeError {
	const { itemIndex, operation, base = operation.endpoint.base } = known;
	const call = { changesState: changesState(operation), outcome: outcomeOf(error), ...known };
	if (error instanceof PartnerApiError) {
		const { message, description } = failureText(error, {
			...call,
			...operationWords(operation, base),
		});
		const { code, status } = error.details;
		const httpCode = status === undefined ? undefined : String(status);
		const shown = { message, description, httpCode, itemIndex };
		const nodeError = new NodeApiError(node, { code }, shown);
		// Where n8n finds the name of a connection error in it, it puts words of its own: that one may just try again.
		nodeError.message = message;
		nodeError.messages = [];
		return nodeError;
	}
	return toOperationError(node, error, call);
}

/** Any error but a PartnerApiError, as n8n shows it. */
export function toOperationError(
	node: INode,
	error: unknown,
	call: Omit<FailedCall, 'operation'>,
): NodeOperationError {
	const isInput = error instanceof InputError;
	// n8n's own errors, that of an expression for instance, bring a description along.
	const cause = error instanceof Error && !isInput ? error : messageOf(error);
	const nodeError = new NodeOperationError(node, cause, { itemIndex: call.itemIndex });
	// As in toNodeError(); and n8n does not take an item whose error is empty for a failed one.
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
 * A failed item under On Error: Continue. n8n takes an item with only `error`, `message` and `details` for a failed one.
 * It sends it to the error output where there is one.
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

/** Whether an item is such a failed one: a response's `error` is never at the top, unless it says that there is none. */
export function isFailedItem({ json }: INodeExecutionData): boolean {
	return typeof json.error === 'string';
}

/**
 * What an error says of the money.
 *
 * @param mayBeSent whether a call may have begun when it came; it matters for an error nobody foresaw
 */
export function outcomeOf(error: unknown, mayBeSent = true): FailureOutcome {
	if (error instanceof PartnerApiError) return error.outcome;
	return error instanceof InputError || !mayBeSent ? 'not_sent' : 'unknown';
}

/** What the text of an error says of an operation. */
export function operationWords(operation: Operation, base: ApiBase = operation.endpoint.base) {
	const urlField = base === 'api' ? 'API URL' : 'Base URL';
	const { named } = operation.endpoint;
	return { call: callName(operation), scope: operation.scope, urlField, named };
}

/** The operation in the editor's words. */
export function callName(operation: Operation): string {
	return `${RESOURCES[operation.resource]}: ${operation.name}`;
}
