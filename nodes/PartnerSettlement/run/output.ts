import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { isJsonObject, schemas, valueAt } from '../../../partner-api';

/**
 * A response as an n8n item, with the API's own field names, except an `error` at its top.
 *
 * @param response a parsed body, or an entry of its list
 * @param itemIndex the input item it belongs to
 * @param extId the idempotency key, added if the response does not carry it
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
 * An input item with its output in one of its fields. Each output has its own copy, so that later nodes can't change the
 * input or another output through it.
 *
 * @param field replaces a field of the input with this name
 * @throws what the input throws if it cannot be copied
 */
export function withInput(
	output: INodeExecutionData,
	input: INodeExecutionData | undefined,
	field: string,
): INodeExecutionData {
	const { json = {}, binary } = deepCopy({ json: input?.json, binary: input?.binary });
	// n8n would treat it as a failure of this node.
	const { error, ...kept } = json;
	if (error !== undefined) kept.input_error = error;
	return {
		...output,
		json: { ...kept, [field]: output.json },
		...((binary ?? output.binary) && { binary: { ...binary, ...output.binary } }),
	};
}

/**
 * A screening with its most important fields, and any that holds a sanctions hit. It stays whole if it has another shape, or
 * all fields are wanted.
 */
export function simplify(record: unknown, simplified: readonly string[] | undefined): unknown {
	if (!simplified || !isJsonObject(record)) return record;
	if (!schemas.kytCheckSchema.safeParse(record).success) return record;
	const isShown = ([name, value]: [string, unknown]) =>
		simplified.includes(name) ||
		[value].flat().some((one) => valueAt(one, 'sanctions_hit') === true);
	return Object.fromEntries(Object.entries(record).filter(isShown));
}

/**
 * n8n treats a top-level `error`, even an empty text, as a failure of the node and, with Retry On Fail, runs it again. It
 * ignores null and false.
 */
function withoutTopLevelError(record: Record<string, unknown>): Record<string, unknown> {
	// Copying a million fields takes as long as reading them.
	if (!('error' in record) || record.error === null || record.error === false) return record;
	const { error, ...rest } = record;
	if (error === undefined || error === '') return rest;
	// If the API has a field `failure`, it keeps its name.
	return 'failure' in rest ? { ...rest, failure_error: error } : { ...rest, failure: { error } };
}
