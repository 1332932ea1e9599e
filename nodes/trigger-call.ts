import {
	type IHookFunctions,
	type INode,
	type IPollFunctions,
	NodeError,
	NodeOperationError,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import {
	type Dialect,
	InputError,
	type JsonObject,
	localFailure,
	PartnerClient,
	shapeProblem,
} from '../partner-api';
import {
	changesState,
	directCall,
	documentedRecord,
	type Operation,
	responseOf,
} from './PartnerSettlement/definition/operation';
import { toNodeError } from './PartnerSettlement/messages/node-error';
import { egressOf, readCredential } from './PartnerSettlement/run/context';

/** A person waits for n8n to publish, and a poll has a minute: the shortest interval n8n allows. */
const LIMITS = { timeoutMs: 9_000, attemptMs: 9_000, retry: { retries: 2, longestWait: 2 } };

/**
 * A trigger's own call, with its credential.
 *
 * @returns the response in its documented shape, its account, and the API's dialect
 * @throws NodeOperationError for an unusable credential, NodeApiError if the call fails
 */
export async function callAsTrigger(
	context: IHookFunctions | IPollFunctions,
	operation: Operation,
	body?: JsonObject,
): Promise<{ response: unknown; account: string; dialect: Dialect }> {
	const { settings } = await readCredential(context, operation);
	const client = new PartnerClient(settings, { ...LIMITS, egress: egressOf(context.helpers) });
	try {
		const call = directCall(operation, body && { body });
		// A retry is harmless: these calls read, or set a callback URL, which may be set twice.
		const { failure, answer, ...asked } = await client.ask({ ...call, retrySafety: 'safe' });
		if (failure) throw failure;
		const { apiUrl, partnerId, dialect } = settings;
		const response = documentedRecord(operation, asked.response, dialect);
		const problem = shapeProblem(responseOf(operation), response);
		if (problem) throw problem;
		const { error } = answer;
		if (error && changesState(operation)) {
			const known = { apiMessage: error.message, detail: error.code };
			throw localFailure('unexpected_answer', 'unknown', known);
		}
		return { response, account: `${apiUrl} ${partnerId}`, dialect };
	} catch (error) {
		throw toNodeError(context.getNode(), error, { operation });
	}
}

/** The workflow was active before, and no person is there to see an error. */
export const RESTART: readonly WorkflowActivateMode[] = ['init', 'leadershipChange'];

/** An error of a trigger that is being published. n8n may show only its message, so the message says everything. */
export function activationError(node: INode, error: unknown): NodeError {
	const failure = error instanceof NodeError ? error : new NodeOperationError(node, error as Error);
	const advice = error instanceof InputError ? error.hint : failure.description;
	failure.message = [failure.message, advice].filter(Boolean).join('. ');
	failure.description = undefined;
	return failure;
}
