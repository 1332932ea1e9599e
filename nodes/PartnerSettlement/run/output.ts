import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { isJsonObject, type JsonObject, schemas } from '../../../partner-api';
import { contentOf, isNoError, isRecord } from '../definition/envelope';

/**
 * A response as an n8n item, with the API's own field names but for an `error` at its top.
 *
 * @param response a parsed body, or an entry of its list
 * @param itemIndex the input item it belongs to
 * @param extId the idempotency key, added where the response does not carry it
 */
export function toItem(
	response: unknown,
	itemIndex: number,
	extId: string | undefined,
): INodeExecutionData {
	const record = withoutTopLevelError(isJsonObject(response) ? response : { value: response });
	const hasKey = extId === undefined || (record.ext_id ?? undefined) !== undefined;
	const json = hasKey ? record : { ...record, ext_id: extId };
	return { json: json as IDataObject, pairedItem: { item: itemIndex } };
}

/**
 * An input item with an output of it in one of its fields. The copy is the output's own: what a node behind changes in it must
 * change neither the input nor another output.
 *
 * @param field which gives way where the input has it
 * @throws what the input throws where it cannot be copied
 */
export function withInput(
	output: INodeExecutionData,
	input: INodeExecutionData | undefined,
	field: string,
): INodeExecutionData {
	const { json = {}, binary } = deepCopy({ json: input?.json, binary: input?.binary });
	// n8n would take it for a failure of this node.
	const { error, ...kept } = json;
	if (error !== undefined) kept.input_error = error;
	return {
		...output,
		json: { ...kept, [field]: output.json },
		...((binary ?? output.binary) && { binary: { ...binary, ...output.binary } }),
	};
}

/** A screening with the fields that matter most; whole, where it has another shape, or all are wanted. */
export function simplify(record: unknown, simplified: readonly string[] | undefined): unknown {
	if (!simplified || !isJsonObject(record)) return record;
	if (!schemas.kytCheckSchema.safeParse(record).success) return record;
	return Object.fromEntries(Object.entries(record).filter(([name]) => simplified.includes(name)));
}

/**
 * n8n takes a top-level `error` for a failure of the node and, with Retry On Fail, runs it again; an empty text as well, but
 * neither null nor false.
 */
function withoutTopLevelError(record: Record<string, unknown>): Record<string, unknown> {
	// A copy of a million fields takes as long as reading them.
	if (!('error' in record) || record.error === null || record.error === false) return record;
	const { error, ...rest } = record;
	if (isNoError(error)) return rest;
	// A field of the API's own keeps its name.
	return 'failure' in rest ? { ...rest, failure_error: error } : { ...rest, failure: { error } };
}

/** A list, taken out of its response. */
interface SplitList {
	entries: unknown[];
	/** Names of the fields around the list, such as a cursor. */
	envelope: string[];
}

/** In so many objects a list may stand. */
const MAX_LEVELS = 4;

/**
 * Finds the list in a response whose shape is not shown: the response itself, or the only array in it and in the envelopes
 * that it holds.
 *
 * @returns undefined for a response without such a list
 */
export function splitList(response: unknown): SplitList | undefined {
	if (Array.isArray(response)) return { entries: response, envelope: [] };
	const lists: unknown[][] = [];
	const envelope: string[] = [];
	let level = isJsonObject(response) ? response : undefined;
	for (let depth = 0; level && depth < MAX_LEVELS; depth += 1) {
		const fields = Object.entries(level);
		for (const [, value] of fields) if (Array.isArray(value)) lists.push(value);
		// An object of any name beside a list, or in a record, is none that holds one.
		const isEnvelope = lists.length === 0 && !isRecord(level);
		const holdsMore = (object: JsonObject) =>
			Object.values(object).some((value) => typeof value === 'object' && value !== null);
		const content = contentOf(level, (object) => isEnvelope && holdsMore(object));
		for (const [name, value] of fields) {
			if (value !== content && !Array.isArray(value)) envelope.push(name);
		}
		level = content;
	}
	const [list, second] = lists;
	return list && !second ? { entries: list, envelope } : undefined;
}
