import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isJsonObject, schemas } from '../../../partner-api';

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
	const json = withoutTopLevelError(isJsonObject(response) ? response : { value: response });
	if (extId !== undefined) json.ext_id ??= extId;
	return { json: json as IDataObject, pairedItem: { item: itemIndex } };
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

/** A list, taken out of its response. */
interface SplitList {
	entries: unknown[];
	/** Names of the fields around the list, such as a cursor. */
	envelope: string[];
}

/**
 * Finds the list in a response whose shape is not shown: the response itself, or the only array in it, also one level down
 * under `data`.
 *
 * @returns undefined for a response without such a list
 */
export function splitList(response: unknown): SplitList | undefined {
	if (Array.isArray(response)) return { entries: response, envelope: [] };
	const outer = isJsonObject(response) ? response : {};
	const inner = isJsonObject(outer.data) ? outer.data : {};
	const fields = [...Object.entries(outer), ...Object.entries(inner)];
	const [list, second] = fields.flatMap(([, value]) => (Array.isArray(value) ? [value] : []));
	if (!list || second) return undefined;
	const around = fields.filter(([, value]) => value !== list && value !== inner);
	return { entries: list, envelope: around.map(([name]) => name) };
}
