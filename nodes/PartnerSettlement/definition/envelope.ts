import {
	ASSUMPTIONS,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	shapeProblem,
} from '../../../partner-api';
import { isAbsent, scalarText } from './fields';
import { type Operation, responseOf } from './operation';

const { envelope, record_fields: fields, call_status: words } = ASSUMPTIONS;
/** What the record of an order may be known by (sections 2.2, 2.3, 2.6, 4.9 and 6.4). */
export const RECORD_IDS = ASSUMPTIONS.order_ids.value;
/** By one of them an object is a record, whatever its own name is. */
const OF_RECORDS = [...RECORD_IDS, ...fields.value.own];
const ERRORS = ['error', 'errors'];

/**
 * The record in a response of an undocumented shape: the response itself, or what an envelope holds. An envelope has no
 * field of a record, and tells of no error.
 *
 * @returns undefined for what is no object
 */
export function recordIn(response: unknown): JsonObject | undefined {
	const levels = levelsOf(response);
	const record = levels.at(-1);
	const isRefused = levels.slice(0, -1).some((level) => errorOf(level, true) !== undefined);
	return record && isRecord(record) && !isRefused ? record : levels[0];
}

/** What a response holds at its innermost, whatever else it shows: a sanctions hit must not be lost over that. */
export function innermostIn(response: unknown): unknown {
	if (isJsonObject(response) && response.sanctions_hit === true) return response;
	const content = isJsonObject(response) ? contentOf(response, holdsRecord) : undefined;
	return content ? innermostIn(content) : response;
}

/** No order has as many parts. A hostile list may hold millions. */
const MOST_PARTS = 10_000;

/** The objects of a list, of a very long one those at its start. */
export function objectsIn(list: unknown): JsonObject[] {
	return Array.isArray(list) ? list.slice(0, MOST_PARTS).filter(isJsonObject) : [];
}

/** Whether a value can be an ID: a text or a number. An API may say with `false`, `0` or an empty list that there is none. */
export function isId(value: JsonValue | undefined): boolean {
	return !/^(?:|false|true|0)$/.test(scalarText(value) ?? '');
}

/** The response with another record in the place of its own. */
export function withRecord(response: JsonObject, record: JsonObject): JsonObject {
	const content = recordIn(response) === response ? undefined : contentOf(response, holdsRecord);
	if (!content) return record;
	const members = Object.entries(response).map(([name, value]) => [
		name,
		value === content ? withRecord(content, record) : value,
	]);
	return Object.fromEntries(members) as JsonObject;
}

/** What a record holds in its turn under the name of an envelope: an error, or another order, may stand there. */
export function contentIn(response: unknown): JsonObject | undefined {
	return namedContent(recordIn(response) ?? {});
}

/** A response as it comes out: without its envelope where the record in it has the shape that the document shows. */
export function documentedRecord({ response: shape }: Operation, response: unknown): unknown {
	const record = recordIn(response);
	if (!shape || !record || record === response) return response;
	return shapeProblem(shape, response) ? record : response;
}

/**
 * Holds what a read gave against the document. What was bought must be readable whatever its other fields hold, so a hint
 * tells of a field that is not as documented.
 *
 * @param hints where that hint goes
 * @throws PartnerApiError if the response shows no record, or an error; for a strict read, over any field
 */
export function checkRead(operation: Operation, response: unknown, hints: Set<string>): void {
	const problem = shapeProblem(responseOf(operation), response);
	if (!problem) return;
	const isShown = isJsonObject(response) && isRecord(response) && errorIn(response) === undefined;
	if (operation.strict || !isShown) throw problem;
	hints.add(`The record came out, but not all of it is as documented (${problem.details.detail}).`);
}

/** The error that a response, its envelope, its content or a result tells of, whatever else it shows. */
export function errorIn(response: unknown): JsonValue | undefined {
	const levels = levelsOf(response);
	const errors = levels.map((level, depth) => errorOf(level, depth < levels.length - 1));
	return [...errors, errorOf(contentIn(response) ?? {}, false)].find((one) => one !== undefined);
}

/** An order of a batch that went through carries an empty one; an API may also say so with `false`. */
export function isNoError(error: unknown): boolean {
	return error === undefined || error === null || error === '' || error === false;
}

/** A code beside a record, or its HTTP status (section 6.4), that does not say that all went well. */
export function errorCodeOf(record: JsonObject): JsonValue | undefined {
	const { code, error_code: ofError, http_status: ofCall } = record;
	return [code, isNoError(ofError) ? null : ofError, ofCall].find((one) => !isSuccess(one));
}

function isSuccess(code: JsonValue | undefined): boolean {
	return isAbsent(code) || words.value.success.test(scalarText(code) ?? '');
}

/** Whether an object has a field of a record, or the status of an order. */
export function isRecord(object: JsonObject): boolean {
	const { status } = object;
	const isOfOrder =
		typeof status === 'string' && !isAbsent(status) && !words.value.ofCall.test(status);
	return isOfOrder || hasOne(object, OF_RECORDS) || hasOne(object, fields.value.shared);
}

/**
 * What an envelope holds: under a usual name, or as the only object in it that may be looked for.
 *
 * @param takes whether an object of any other name may be it
 */
export function contentOf(
	holder: JsonObject,
	takes: (only: JsonObject) => boolean,
): JsonObject | undefined {
	const named = namedContent(holder);
	if (named) return named;
	const [only, second] = innerObjects(holder).filter(takes);
	return second ? undefined : only;
}

/** The objects in an object. None of one with very many fields: to list them takes long, and no envelope has as many. */
export function innerObjects(holder: JsonObject): JsonObject[] {
	const names = Object.keys(holder);
	return names.length > MANY_FIELDS ? [] : names.map((name) => holder[name]).filter(isJsonObject);
}

function namedContent(holder: JsonObject): JsonObject | undefined {
	return envelope.value.names.map((name) => holder[name]).find(isJsonObject);
}

/** An object may have millions. */
const MANY_FIELDS = 100;
/** What was read of responses with many fields in them: it is asked for again and again. */
const knownLevels = new WeakMap<JsonObject, readonly JsonObject[]>();

/** A response and what is in it, down to the first that is a record. */
function levelsOf(response: unknown): readonly JsonObject[] {
	if (!isJsonObject(response)) return [];
	const known = knownLevels.get(response);
	if (known) return known;
	const levels = readLevels(response, envelope.value.levels);
	// Of small ones a list may hold millions.
	if (levels.some((level) => Object.keys(level).length > MANY_FIELDS))
		knownLevels.set(response, levels);
	return levels;
}

function readLevels(response: JsonObject, most: number): JsonObject[] {
	const content = isRecord(response) || most === 1 ? undefined : contentOf(response, holdsRecord);
	return content ? [response, ...readLevels(content, most - 1)] : [response];
}

function holdsRecord(object: JsonObject): boolean {
	return namedContent(object) !== undefined || hasOne(object, OF_RECORDS);
}

function hasOne(object: JsonObject, names: readonly string[]): boolean {
	return names.some((name) => !isAbsent(object[name]));
}

/** @param isEnvelope its code and its status tell of the call */
function errorOf(level: JsonObject, isEnvelope: boolean): JsonValue | undefined {
	const { success, ok, status } = level;
	const error = ERRORS.map((name) => level[name]).find(
		(value) => !isNoError(value) && !(Array.isArray(value) && value.length === 0),
	);
	if (error !== undefined) return error;
	const saysNo = [success, ok].some((one) => words.value.no.test(scalarText(one) ?? ''));
	if (saysNo) return { success: false };
	const code = isEnvelope ? errorCodeOf(level) : undefined;
	const isError = isEnvelope
		? !isSuccess(status)
		: words.value.error.test(scalarText(status) ?? '');
	return code ?? (isError ? status : undefined);
}
