import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { isJsonObject, schemas } from '../../../partner-api';

/**
 * A response as an n8n item, with the API's own field names, except an `error` at its top.
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
	if (error === undefined || error === '') return rest;
	// A field of the API's own keeps its name.
	return 'failure' in rest ? { ...rest, failure_error: error } : { ...rest, failure: { error } };
}
