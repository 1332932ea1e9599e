import {
	type ApiCall,
	type JsonObject,
	type JsonValue,
	extIdOf,
	ordersIn,
	type PartnerSettings,
} from '../../../partner-api';
import type { ItemCall } from '../catalog/item-call';
import { checkedOrders } from '../catalog/free-body';
import type { Operation, Request } from '../catalog/operation';
import {
	checkedPath,
	isRotation,
	pathSegment,
	refuseForbidden,
	textOf,
} from '../catalog/request-rules';

type Item = Pick<ItemCall, 'values' | 'options' | 'extId'>;

/** A field's place in a path. */
const IN_PATH = /\{(\w+)\}/g;

/**
 * The request of an item: as the document shows it, or as the operator replaced it where it is inferred.
 *
 * @throws InputError for what must not be sent
 */
export function readRequest(
	operation: Operation,
	{ serviceCode }: PartnerSettings,
	item: Item,
): ApiCall {
	const request = operation.request?.(item) ?? standardRequest(operation, serviceCode, item);
	return { ...request, repeat: repeatOf(operation, request), scope: operation.scope ?? undefined };
}

/** The name under which a field is sent. */
export function wireName(name: string, serviceCode: string): string {
	return name.replace('<svc>', serviceCode);
}

/** What stands in the path, by the API's names. */
export function pathValues({ endpoint }: Operation, values: ItemCall['values']): JsonObject {
	const names = [...endpoint.path.matchAll(IN_PATH)].map(([, name = '']) => name);
	return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** A call is known to the API again only where each of its orders carries an `ext_id`. */
function repeatOf({ effect }: Operation, { method, path, body }: Request): ApiCall['repeat'] {
	if (effect === 'read' || method === 'GET') return 'reads';
	if (isRotation(path)) return 'acts';
	const isKeyed = ordersIn(body).every((order) => extIdOf(order) !== undefined);
	return isKeyed ? 'keyed' : 'acts';
}

function standardRequest(operation: Operation, serviceCode: string, item: Item): Request {
	const { method, base, path } = operation.endpoint;
	const { values, options } = item;
	const filled = path.replace(IN_PATH, (_, name: string) => pathSegment(textOf(values[name])));
	return {
		method,
		base,
		path: options.path === undefined ? filled : checkedPath(options.path),
		body: bodyOf(operation, serviceCode, item),
	};
}

function bodyOf(
	operation: Operation,
	serviceCode: string,
	{ values, options, extId }: Item,
): JsonValue | undefined {
	if (operation.endpoint.method === 'GET' || operation.body === 'none') return undefined;
	// The ext_id goes into the operator's own body as well, because without one a repeat could spend twice.
	const key = extId === undefined ? {} : { ext_id: extId };
	if (options.body !== undefined) return { ...ownBody(operation, options.body), ...key };
	const inPath = pathValues(operation, values);
	const fields = Object.entries(values)
		.filter(([name]) => !(name in inPath))
		.map(([name, value]) => [wireName(name, serviceCode), value]);
	const body = Object.fromEntries(fields) as JsonObject;
	refuseForbidden(body, 'The request');
	return { ...body, ...key };
}

function ownBody({ effect }: Operation, body: JsonObject): JsonObject {
	refuseForbidden(body, 'Body');
	return effect === 'spend' ? checkedOrders(body, 'Body') : body;
}
