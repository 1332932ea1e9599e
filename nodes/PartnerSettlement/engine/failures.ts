import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { failureText, InputError, type Outcome, PartnerApiError } from '../../../partner-api';
import type { Operation } from '../catalog/operation';
import { RESOURCES } from '../catalog/resources';

/** What is known of a call that failed. */
export interface FailedCall {
	operation: Operation;
	itemIndex: number;
	extId?: string;
	movesMoney: boolean;
	grantedScopes?: readonly string[];
	/** USDT decimal string. */
	availableBalance?: string;
}

export type NodeError = NodeApiError | NodeOperationError;

/** An error as n8n shows it: what happened, what became of the money, what to do next. */
export function toNodeError(node: INode, error: unknown, call: FailedCall): NodeError {
	const { itemIndex, operation } = call;
	if (error instanceof PartnerApiError) {
		const { message, description } = failureText(error, {
			call: callName(operation),
			movesMoney: call.movesMoney,
			extId: call.extId,
			scope: operation.scope ?? undefined,
			grantedScopes: call.grantedScopes,
			availableBalance: call.availableBalance,
			urlField: operation.endpoint.base === 'api' ? 'API URL' : 'Base URL',
		});
		const { code, status } = error.details;
		return new NodeApiError(
			node,
			{ code },
			{
				message,
				description,
				httpCode: status === undefined ? undefined : String(status),
				itemIndex,
			},
		);
	}
	if (error instanceof InputError) {
		const sentences = [error.hint, 'Not sent: nothing was spent.'];
		const description = sentences.filter(Boolean).join(' ');
		return new NodeOperationError(node, error.message, { description, itemIndex });
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		itemIndex,
	});
}

/**
 * A failed item under Continue On Fail. n8n takes an item with only `error`, `message` and `details` for a failed one
 * and sends it to the error output where there is one.
 */
export function failedItem(
	nodeError: NodeError,
	error: unknown,
	call: FailedCall,
): INodeExecutionData {
	const details: IDataObject = { outcome: outcomeOf(error) };
	if (error instanceof PartnerApiError) {
		details.code = error.code;
		if (error.details.status !== undefined) details.http_status = error.details.status;
	}
	if (call.extId !== undefined) details.ext_id = call.extId;
	return {
		json: { error: nodeError.message, message: nodeError.description ?? '', details },
		pairedItem: { item: call.itemIndex },
	};
}

function outcomeOf(error: unknown): Outcome {
	if (error instanceof PartnerApiError) return error.outcome;
	return error instanceof InputError ? 'not_sent' : 'unknown';
}

/** The operation in the editor's words. */
function callName(operation: Operation): string {
	return `${RESOURCES[operation.resource]}: ${operation.name}`;
}
