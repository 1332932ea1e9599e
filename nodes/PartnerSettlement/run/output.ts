import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isJsonObject, type JsonObject, unknownOutcome } from '../../../partner-api';
import type { Simplified } from '../catalog/operation';
import { itemRanges } from '../messages/failure-text';

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

/** A record with the fields that matter most; whole, where it has another shape, or all are wanted. */
export function simplify(record: unknown, simplified: Simplified | undefined): unknown {
	if (!isJsonObject(record) || !simplified?.shape.safeParse(record).success) return record;
	const fields = Object.entries(record).filter(([name]) => simplified.fields.includes(name));
	return Object.fromEntries(fields);
}

/**
 * Makes output of a response.
 *
 * @throws PartnerApiError `unexpected_answer` where that fails: what was ordered exists all the same
 */
export async function fromResponse<T>(make: () => T | Promise<T>): Promise<T> {
	try {
		return await make();
	} catch (error) {
		const kind = error instanceof Error ? error.name : typeof error;
		const detail = `the response came, but no output could be made of it (${kind})`;
		throw unknownOutcome('unexpected_answer', detail);
	}
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

/** A response, taken apart for the output. */
export interface SplitList {
	/** Each becomes an item. */
	entries: unknown[];
	/** Whether they came as a list. */
	isList: boolean;
	/** The envelope: names of fields around the list, such as a cursor. */
	envelope: string[];
}

/** A list of which Limit kept a part back. */
export interface CutList {
	itemIndex: number;
	limit: number;
	entries: number;
}

/** Says of lists what Limit kept back. */
export function cutText(lists: readonly CutList[]): string {
	const [first, ...others] = [...lists].sort((left, right) => left.itemIndex - right.itemIndex);
	if (!first) return '';
	const { itemIndex, limit, entries } = first;
	const text = `Item ${String(itemIndex + 1)}: ${String(limit)} of ${String(entries)} entries came out, by Limit: turn on Return All for the rest.`;
	const more = itemRanges(others.map((other) => other.itemIndex));
	return more === '' ? text : `${text} The same goes for item ${more}.`;
}

/** A list of these is none of what was asked for. */
const COMPLAINTS = new Set(['error', 'errors', 'warnings']);

/** Fields of an envelope, by their names without other characters than letters. */
const COUNTS = new Set([
	...['count', 'total', 'totalcount', 'totalpages', 'page', 'pages', 'pagesize', 'perpage'],
	...['size', 'limit', 'offset', 'hasmore', 'cursor'],
]);
const SUCCESS = new Set<unknown>([true, 'ok', 'success']);

/**
 * Finds the list in a response whose shape is not shown: the response itself, or the only array in it that holds anything
 * (also one level down, under `data`). Where there are empty ones beside it, one of these may be the list that was asked
 * for: it is the other only if it holds objects. A response without such a list is one entry.
 */
export function splitList(response: unknown): SplitList {
	const found = listIn(response);
	if (found) return found;
	if (!isEmptyList(response)) return { entries: [response], isList: false, envelope: [] };
	const said = Object.entries(response).filter(([name, value]) => isEnvelopeField(name, value));
	const envelope = said.flatMap(([name, value]) => (value === null ? [] : [name]));
	return { entries: [], isList: true, envelope };
}

function listIn(response: unknown): SplitList | undefined {
	if (Array.isArray(response)) return { entries: response, isList: true, envelope: [] };
	if (!isJsonObject(response)) return undefined;
	const arrays = Object.entries(response).filter(([, value]) => Array.isArray(value));
	const filled = arrays.filter(([, value]) => !isEmptyArray(value));
	const [only, second] = filled;
	if (second || COMPLAINTS.has(only?.[0] ?? '')) return undefined;
	if (only && arrays.length > 1 && !holdsObjects(only[1])) return undefined;
	if (only) return listOf(response, only[0]);
	const { data, ...around } = response;
	const inner = Array.isArray(data) ? undefined : listIn(data);
	if (inner) return { ...inner, envelope: [...inner.envelope, ...namesOf(around)] };
	const [empty] = arrays;
	return empty && listOf(response, empty[0]);
}

function listOf(response: JsonObject, name: string): SplitList {
	const { [name]: list, ...around } = response;
	return { entries: list as unknown[], isList: true, envelope: namesOf(around) };
}

/** An empty list is no news to the operator. */
function namesOf(fields: JsonObject): string[] {
	return Object.keys(fields).filter((name) => !isEmptyArray(fields[name]));
}

/** As a list of records does, and not one of names, such as `columns`. */
function holdsObjects(value: unknown): boolean {
	return Array.isArray(value) && value.some(isJsonObject);
}

function isEmptyArray(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/**
 * An empty list has more than one spelling: `{}`, `{"cards": null}`, `{"lines": null, "count": 0}`. Beside a field that says
 * anything else, what is null is rather a field of a record.
 */
function isEmptyList(response: unknown): response is JsonObject {
	if (!isJsonObject(response)) return false;
	const entries = Object.entries(response);
	const own = entries.filter(([name, value]) => !isEnvelopeField(name, value));
	const isNone = own.every(
		([name, value]) => value === null || (name === 'data' && isEmptyList(value)),
	);
	return isNone && (own.length > 0 || entries.every(([, value]) => value === null));
}

/** Whether a field only says how much there is, where the next page begins, or that all went well. */
function isEnvelopeField(name: string, value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return false;
	const plain = name.replace(/[^a-z]/gi, '').toLowerCase();
	if (plain === 'success' || plain === 'status') return SUCCESS.has(value);
	return COUNTS.has(plain) || plain.startsWith('next');
}
