import {
	type ApiCall,
	type Dialect,
	InputError,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	pathSegment,
	textOf,
} from '../../../partner-api';
import { checkedOrder } from '../definition/free-body';
import type { ItemCall } from '../definition/item-call';
import { isBatch, type Operation, type Request } from '../definition/operation';
import { checkedPath, requireAllowedFields, wireName } from '../definition/request-rules';
import type { RunContext } from '../run/context';

type Sendable = Pick<ItemCall, 'values' | 'options' | 'extId'>;

/** A field's place in a path. */
const IN_PATH = /\{(\w+)\}/g;

/**
 * The request of an item: in its documented form, or as the operator replaced it if it is assumed.
 *
 * @throws InputError for a field that must not be sent
 */
export function requestOf({ operation, settings }: RunContext, item: Sendable): ApiCall {
	const { serviceCode } = settings;
	const isFree = operation.resource === 'apiCall';
	const request = isFree ? freeRequest(item.values) : standardRequest(operation, serviceCode, item);
	return {
		...request,
		retrySafety: retrySafetyOf(operation, request, settings.dialect),
		scope: operation.scope,
	};
}

/** Fields under the names that this API has for them. */
export function withWireNames(fields: JsonObject, serviceCode: string): JsonObject {
	const entries = Object.entries(fields).map(([name, value]) => [
		wireName(name, serviceCode),
		value,
	]);
	return Object.fromEntries(entries) as JsonObject;
}

/** The fields in the path, by the API's names. */
export function pathValues({ endpoint }: Operation, values: ItemCall['values']): JsonObject {
	const names = [...endpoint.path.matchAll(IN_PATH)].map(([, name = '']) => name);
	return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/**
 * How safe a retry of the call is. The API recognizes a retry if the call's section shows `ext_id` in its body, as for a
 * withdrawal, unless the dialect says otherwise. For an assumed call, a batch or an API Call, that is unknown. A function
 * such as `document_get` only reads an order.
 */
function retrySafetyOf(
	operation: Operation,
	{ method, path, body }: Request,
	{ noRepeats }: Dialect,
): ApiCall['retrySafety'] {
	const { areas, effect, extId, endpoint } = operation;
	const isQuestion =
		path.endsWith('_get') && isJsonObject(body) && Object.keys(body).join() === 'ext_id';
	if (effect === 'read' || method === 'GET' || isQuestion) return 'safe';
	const isUnrecognized = areas?.some((area) => noRepeats.includes(area));
	const isKnown = extId && !isUnrecognized && !endpoint.isAssumed && !isBatch(operation);
	return isKnown ? 'idempotent' : 'unsafe';
}

type FreeValues = Pick<Request, 'method' | 'base' | 'path'> &
	Record<'query' | 'body', JsonObject | undefined>;

/** The request of an API Call, as it was typed. */
function freeRequest(values: ItemCall['values']): Request {
	const { method, base, path, query, body } = values as FreeValues;
	requireAllowedFields(query, 'Query');
	requireAllowedFields(body, 'Body');
	// The body of a GET would be lost.
	if (method === 'GET' && Object.keys(body ?? {}).length > 0) {
		throw new InputError(
			'Body must be empty for a GET',
			'Put its fields into Query, or choose another Method.',
		);
	}
	const texts = Object.entries(query ?? {}).map(([name, value]) => [name, textOf(value)]);
	return {
		method,
		base,
		path: checkedPath(path),
		query: Object.fromEntries(texts) as Record<string, string>,
		body: method === 'GET' ? undefined : body && checkedOrder(body, 'Body'),
	};
}

function standardRequest(operation: Operation, serviceCode: string, item: Sendable): Request {
	const { method, base, path, named } = operation.endpoint;
	const { values, options } = item;
	const filled = path.replace(IN_PATH, (_, name: string) => pathSegment(textOf(values[name])));
	const { path: replaced } = options;
	return {
		method,
		base,
		path: replaced === undefined ? filled : checkedPath(replaced),
		// A replaced path takes precedence over API Differences.
		named: replaced === undefined ? named : undefined,
		body: bodyOf(operation, serviceCode, item),
	};
}

function bodyOf(
	operation: Operation,
	serviceCode: string,
	{ values, options, extId }: Sendable,
): JsonValue | undefined {
	if (operation.endpoint.method === 'GET' || operation.body === 'none') return undefined;
	// The ext_id goes into the operator's own body as well, because without one a retry could spend twice.
	const key = extId === undefined ? {} : { ext_id: extId };
	if (options.body !== undefined) return { ...ownBody(operation, options.body), ...key };
	const inPath = pathValues(operation, values);
	const fields = Object.entries(values).filter(([name]) => !(name in inPath));
	const body = withWireNames(Object.fromEntries(fields), serviceCode);
	requireAllowedFields(body, 'The request');
	return { ...body, ...key };
}

function ownBody({ effect }: Operation, body: JsonObject): JsonObject {
	requireAllowedFields(body, 'Body');
	return effect === 'spend' ? checkedOrder(body, 'Body') : body;
}
