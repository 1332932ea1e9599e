import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isJsonObject, type PartnerApiError, unknownOutcome } from '../../../partner-api';

/**
 * An answer as an n8n item, with the API's own field names but for an `error` at its top.
 *
 * @param answer what the API answered
 * @param itemIndex the input item it belongs to
 * @param extId the idempotency key, added where the answer does not carry it
 */
export function toItem(
	answer: unknown,
	itemIndex: number,
	extId: string | undefined,
): INodeExecutionData {
	const json = withoutTopLevelError(isJsonObject(answer) ? answer : { value: answer });
	if (extId !== undefined) json.ext_id ??= extId;
	return { json: json as IDataObject, pairedItem: { item: itemIndex } };
}

/**
 * Makes output of an answer.
 *
 * @throws PartnerApiError `unexpected_answer` where that fails: what was ordered exists all the same
 */
export function fromAnswer<T>(make: () => T): T {
	try {
		return make();
	} catch (error) {
		throw unusable(error);
	}
}

function unusable(error: unknown): PartnerApiError {
	const kind = error instanceof Error ? error.name : typeof error;
	const detail = `the answer came, but no output could be made of it (${kind})`;
	return unknownOutcome('unexpected_answer', detail);
}

/**
 * n8n takes a top-level `error` for a failure of the node and, with Retry On Fail, runs it again; an empty text as well, but
 * neither null nor false.
 */
function withoutTopLevelError(record: Record<string, unknown>): Record<string, unknown> {
	const { error, ...rest } = record;
	if (error === null || error === false) return { ...record };
	if (isNoError(error)) return rest;
	// A field of the API's own keeps its name.
	return 'failure' in rest ? { ...rest, failure_error: error } : { ...rest, failure: { error } };
}

/** An order of a batch that went through carries an empty one; an API may also say so with `false`. */
export function isNoError(error: unknown): boolean {
	return error === undefined || error === null || error === '' || error === false;
}
