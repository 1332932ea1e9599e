import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isJsonObject, type PartnerApiError, unknownOutcome } from '../../../partner-api';

/** An answer, taken apart for the output. */
export interface SplitAnswer {
	/** Each becomes an item. */
	entries: unknown[];
	/** Whether they came as a list. */
	isList: boolean;
	/** Names of fields beside the list, such as a cursor: the operator is told of them. */
	beside: string[];
}

/**
 * Finds the list in an answer whose shape is not shown: the answer itself, or the only array in it (also one level down,
 * under `data`). An answer without such a list is one entry.
 */
export function splitAnswer(answer: unknown): SplitAnswer {
	const split = splitList(answer);
	if (split) return split;
	const isNone = isBlank(answer);
	return { entries: isNone ? [] : [answer], isList: isNone, beside: [] };
}

function splitList(answer: unknown): SplitAnswer | undefined {
	if (Array.isArray(answer)) return { entries: answer, isList: true, beside: [] };
	if (!isJsonObject(answer)) return undefined;
	const arrays = Object.entries(answer).filter(([, value]) => Array.isArray(value));
	const [only, second] = arrays;
	if (second) return undefined;
	if (only) {
		const beside = Object.keys(answer).filter((name) => name !== only[0]);
		return { entries: only[1] as unknown[], isList: true, beside };
	}
	const { data, ...around } = answer;
	const inner = splitList(data);
	return inner && { ...inner, beside: [...inner.beside, ...Object.keys(around)] };
}

/**
 * An answer as an n8n item, with the API's own field names.
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

/** n8n takes a top-level `error` for a failure of the node and, with Retry On Fail, runs it again. */
function withoutTopLevelError(record: Record<string, unknown>): Record<string, unknown> {
	const { error, ...rest } = record;
	if (isNoError(error)) return rest;
	// A field of the API's own keeps its name.
	return 'failure' in rest ? { ...rest, failure_error: error } : { ...rest, failure: { error } };
}

/** An order of a batch that went through carries an empty one; an API may also say so with `false`. */
export function isNoError(error: unknown): boolean {
	return error === undefined || error === null || error === '' || error === false;
}

/** An empty list has more than one spelling: `{}`, `{"cards": null}`, `{"data": null}`. */
function isBlank(answer: unknown): boolean {
	return isJsonObject(answer) && Object.values(answer).every((value) => value === null);
}
