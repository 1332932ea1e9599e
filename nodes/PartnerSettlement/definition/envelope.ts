import {
	ASSUMPTIONS,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	shapeProblem,
	textOf,
} from '../../../partner-api';
import { isAbsent } from './fields';
import type { Operation } from './operation';

/** What the record of an order may be known by (sections 2.2, 2.3, 2.6, 4.9 and 6.4). */
export const RECORD_IDS = ASSUMPTIONS.order_ids.value;
/** Fields by which an object is a record, whatever its own name is (section 2). */
const OF_RECORDS = [
	...['ext_id', ...RECORD_IDS, 'network', 'sanctions_hit', 'available_balance', 'billing_address'],
	...['activation', 'pan', 'cvv', 'card_encrypted', 'epin', 'codes', 'results'],
];
/** Fields of records that a price, a page or a partner may have as well. */
const SHARED = [
	...['id', 'document_status', 'amount', 'debit_amount', 'to_address', 'offer_id', 'plan_id'],
	...['address', 'risk_score', 'items', 'index'],
];
/** A status that tells of the call, and not of an order. */
const OF_CALL = /^(?:\d+|ok|success|error|fail|failure)$/i;
/** What is masked was judged before it was. */
const SUCCESS = /^(?:0+|2\d\d|ok|success|true|•+)$/i;
const ERRORS = ['error', 'errors'];
/** In so many objects a record may stand, the outermost included. */
const MAX_LEVELS = 4;

/**
 * The record in a response of an undocumented shape: the response itself, or what an envelope holds. An envelope has no
 * field of a record, and tells of no error.
 *
 * @returns undefined for what is no object
 */
export function recordIn(response: unknown): JsonObject | undefined {
	const levels = levelsOf(response);
	const record = levels.at(-1);
	const isRefused = levels.slice(0, -1).some((envelope) => errorOf(envelope, true) !== undefined);
	return record && isRecord(record) && !isRefused ? record : levels[0];
}

/** What a response holds at its innermost, whatever else it shows: a sanctions hit must not be lost over that. */
export function innermostIn(response: unknown): unknown {
	const content = isJsonObject(response) ? contentOf(response, holdsRecord) : undefined;
	return content ? innermostIn(content) : response;
}

/** The response with another record in the place of its own. */
export function withRecord(response: JsonObject, record: JsonObject): JsonObject {
	if (recordIn(response) === response) return record;
	const content = contentOf(response, holdsRecord);
	const fields = Object.entries(response).map(([name, value]) => [
		name,
		content && value === content ? withRecord(content, record) : value,
	]);
	return Object.fromEntries(fields) as JsonObject;
}

/** A response as it comes out: without its envelope where the record in it has the shape that the document shows. */
export function documentedRecord({ response: shape }: Operation, response: unknown): unknown {
	const record = recordIn(response);
	if (!shape || !record || record === response) return response;
	return shapeProblem(shape, response) ? record : response;
}

/** The error that a response, its envelope or a result tells of, whatever else it shows. */
export function errorIn(response: unknown): JsonValue | undefined {
	const levels = levelsOf(response);
	return levels
		.map((level, depth) => errorOf(level, depth < levels.length - 1))
		.find((error) => error !== undefined);
}

/** An order of a batch that went through carries an empty one; an API may also say so with `false`. */
export function isNoError(error: unknown): boolean {
	return error === undefined || error === null || error === '' || error === false;
}

/** Whether a code beside a record tells of no error: there is none, or it says that all went well. */
export function isSuccess(code: JsonValue | undefined): boolean {
	return isAbsent(code) || SUCCESS.test(textOf(code));
}

/** Whether an object has a field of a record, or the status of an order. */
export function isRecord(object: JsonObject): boolean {
	const { status } = object;
	const isOfOrder = typeof status === 'string' && !isAbsent(status) && !OF_CALL.test(status);
	return isOfOrder || hasOne(object, OF_RECORDS) || hasOne(object, SHARED);
}

/**
 * What an envelope holds: `data`, `result`, or the only object in it that may be looked for.
 *
 * @param takes whether an object of any other name may be it
 */
export function contentOf(
	envelope: JsonObject,
	takes: (only: JsonObject) => boolean,
): JsonObject | undefined {
	const named = [envelope.data, envelope.result].find(isJsonObject);
	if (named) return named;
	const [only, second] = Object.values(envelope).filter(isJsonObject).filter(takes);
	return second ? undefined : only;
}

/** A response and what is in it, down to the first that is a record. */
function levelsOf(response: unknown): JsonObject[] {
	const levels: JsonObject[] = [];
	let level = isJsonObject(response) ? response : undefined;
	while (level && levels.length < MAX_LEVELS) {
		levels.push(level);
		level = isRecord(level) ? undefined : contentOf(level, holdsRecord);
	}
	return levels;
}

function holdsRecord(object: JsonObject): boolean {
	return [object.data, object.result].some(isJsonObject) || hasOne(object, OF_RECORDS);
}

function hasOne(object: JsonObject, names: readonly string[]): boolean {
	return names.some((name) => !isAbsent(object[name]));
}

/** @param isEnvelope its code and its status tell of the call */
function errorOf(level: JsonObject, isEnvelope: boolean): JsonValue | undefined {
	const { success, ok, code, status } = level;
	const error = ERRORS.map((name) => level[name]).find(
		(value) => !isNoError(value) && !(Array.isArray(value) && value.length === 0),
	);
	if (error !== undefined) return error;
	if (success === false || ok === false) return { success: false };
	const told = isEnvelope ? [code, status].find((value) => !isSuccess(value)) : undefined;
	return told ?? (status === 'error' || status === 'fail' ? status : undefined);
}
