import { isExpression } from 'n8n-workflow';

import {
	type ApiCall,
	extIdOf,
	isBatch,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	ordersIn,
	type PartnerSettings,
	readPublicKey,
	type RecipientKey,
} from '../../../partner-api';
import { isAbsent } from '../catalog/fields';
import { checkedOrders } from '../catalog/free-body';
import type { CallOptions, ItemCall } from '../catalog/item-call';
import type { Operation, Request } from '../catalog/operation';
import { ENCRYPT_TO } from '../catalog/parameters';
import {
	checkedPath,
	isRotation,
	customKeyIn,
	pathSegment,
	refuseForbidden,
	refuseLostSecret,
	textOf,
} from '../catalog/request-rules';
import { noteSent } from '../run/attempts';
import { readCallOptions } from '../run/call-options';
import type { RunContext } from '../run/context';
import { givesNothing, readFields, readLimit } from '../run/parameters';
import { type AutomaticKeys, customKey, refuseSharedKey } from './idempotency-key';
import type { Order } from './order';

/** One input item of a run: its parameters, read and checked, and what it orders. */
export interface RunItem {
	readonly run: RunContext;
	readonly itemIndex: number;
	readonly options: CallOptions;
	/** The fields by the API's names. */
	readonly values: Readonly<Record<string, JsonValue | undefined>>;
	/** The idempotency key, where the item is one order. */
	readonly extId?: string;
	/** What is sent for it, where it is sent by itself. */
	readonly request: ApiCall;
	/** None for a read; several for a batch. */
	readonly orders: readonly Order[];
	/** Each of its orders as a batch sends it: the body, and what stands envelope it. */
	readonly inBatch: readonly JsonObject[];
	readonly revealsSecrets: boolean;
	/** Whom the secrets are encrypted to. */
	readonly encryptTo?: RecipientKey;
	/** What one of what it orders costs, where a limit needs it: USDT decimal string; absent where nobody knows. */
	price?: string;
	/** How many entries of a list become items. */
	readonly limit: number;
	/** A request of it may have gone out. */
	wasSent: boolean;
}

/**
 * One call and the input items it is for: several where they ask for the same. The options of the first serve them all.
 */
export interface Job {
	/** Absent where it cannot be read, and where it is read when it is its turn. */
	item?: RunItem;
	error?: Error;
	/** The first input item. */
	itemIndex: number;
	/** The rest; absent where there is none, because there may be very many jobs. */
	others?: number[];
}

/** All items that a job is for, in their order. */
export function itemsOf({ itemIndex, others = [] }: Job): number[] {
	return [itemIndex, ...others];
}

/** Whatever was thrown, as an error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/**
 * Reads an item.
 *
 * @param keys makes the keys that the operator does not give
 * @throws InputError for a parameter that cannot be sent
 */
export function readItem(run: RunContext, itemIndex: number, keys: AutomaticKeys): RunItem {
	const { parameters, operation, settings } = run;
	const options = readCallOptions(run, itemIndex);
	// A body of the operator's own takes the place of every field.
	const given = options.body === undefined ? readFields(run, itemIndex) : {};
	const values = operation.resolve?.(given) ?? given;
	operation.check?.({ values, options });
	const custom = operation.extId ? customKey(run, itemIndex) : undefined;
	const batch = readBatch(run, { itemIndex, values, custom, keys });
	const own = batch ? undefined : (customKeyOfBody(options.body ?? values.body) ?? custom);
	const isAutomatic = operation.extId && !batch && own === undefined;
	const extId = isAutomatic ? keys.keyFor(options.body ?? values, itemIndex, 0) : own;
	const encryptTo = operation.encryptable && readEncryptTo(run, itemIndex);
	const revealsSecrets =
		operation.secrets === true &&
		encryptTo === undefined &&
		parameters.read('revealSecrets', itemIndex, (value) => value === true, false);
	const request = readRequest(operation, settings, { values, options, extId });
	refuseLostSecret(request, revealsSecrets);

	const orderOf = (body: JsonObject, hasCustomKey: boolean): Order => {
		const fields = { ...pathValues(operation, values), ...body };
		// A rotation has none, whatever its body holds: each kills the secret of the one before.
		const key = isRotation(request.path) ? undefined : extIdOf(body);
		const isOrder = key !== undefined || operation.effect === 'spend';
		return {
			itemIndex,
			extId: key,
			hasCustomKey: hasCustomKey && key !== undefined,
			fields,
			identifying: () => identifyingFields(run, fields),
			sentBefore: (hasCustomKey && key !== undefined) || (run.sentBefore && isOrder),
		};
	};
	const placed = batch
		? batch.map(({ body, hasCustomKey }) => orderOf(body, hasCustomKey))
		: ordersIn(request.body).map((body) => orderOf(body, !isAutomatic));
	const item: RunItem = {
		run,
		itemIndex,
		options,
		values,
		extId,
		request: {
			...request,
			onSend: () => {
				item.wasSent = true;
				noteSent(run.node);
			},
		},
		orders: request.retrySafety === 'safe' ? [] : placed,
		inBatch: (batch ?? []).map(({ body, envelope }) => ({ ...envelope, body })),
		revealsSecrets,
		encryptTo,
		limit: operation.list ? readLimit(parameters, itemIndex) : 0,
		wasSent: false,
	};
	return item;
}

/** @throws InputError for what is no public key, and for an expression that gives none: the secrets must not come out */
function readEncryptTo({ parameters }: RunContext, itemIndex: number): RecipientKey | undefined {
	const { parameter, displayName } = ENCRYPT_TO;
	const read = (value: unknown, raw: unknown) => {
		if (!isAbsent(value)) {
			return readPublicKey(typeof value === 'string' ? value : JSON.stringify(value), displayName);
		}
		if (isExpression(raw)) throw givesNothing(displayName);
		return undefined;
	};
	return parameters.read(parameter, itemIndex, read, '');
}

interface KeyedEntry {
	body: JsonObject;
	/** The fields around the body. */
	envelope: JsonObject;
	hasCustomKey: boolean;
}

/** The orders of a batch, each with its key: its own, the item's custom one, or one by its place. */
function readBatch(
	{ operation, settings }: RunContext,
	{
		itemIndex,
		values,
		custom,
		keys,
	}: Pick<RunItem, 'itemIndex' | 'values'> & { custom: string | undefined; keys: AutomaticKeys },
): KeyedEntry[] | undefined {
	const entries = operation.batch?.({ values });
	if (entries) refuseSharedKey(custom, entries);
	return entries?.map(({ body, envelope, customKey: own = custom }, place) => ({
		body: {
			...withWireNames(body, settings.serviceCode),
			ext_id: own ?? keys.keyFor({ items: [{ ...envelope, body }] }, itemIndex, place),
		},
		envelope,
		hasCustomKey: own !== undefined,
	}));
}

/** The key in a body of the operator's own. One in the envelope of a batch is none of theirs. */
function customKeyOfBody(body: JsonValue | undefined): string | undefined {
	return isJsonObject(body) && !isBatch(body) ? customKeyIn(body, 'Body') : undefined;
}

function identifyingFields({ operation, settings }: RunContext, fields: JsonObject): string[] {
	const { identifying = [] } = operation;
	const names = typeof identifying === 'function' ? identifying(fields) : identifying;
	return names.map((name) => wireName(name, settings.serviceCode));
}

type Sendable = Pick<ItemCall, 'values' | 'options' | 'extId'>;

/** A field's place in a path. */
const IN_PATH = /\{(\w+)\}/g;

/**
 * The request of an item: as the document shows it, or as the operator replaced it where it is inferred.
 *
 * @throws InputError for what must not be sent
 */
function readRequest(
	operation: Operation,
	{ serviceCode }: PartnerSettings,
	item: Sendable,
): ApiCall {
	const request = operation.request?.(item) ?? standardRequest(operation, serviceCode, item);
	return {
		...request,
		retrySafety: retrySafetyOf(operation, request),
		scope: operation.scope ?? undefined,
	};
}

/** The name under which a field is sent. */
export function wireName(name: string, serviceCode: string): string {
	return name.replace('<svc>', serviceCode);
}

function withWireNames(fields: JsonObject, serviceCode: string): JsonObject {
	const entries = Object.entries(fields).map(([name, value]) => [
		wireName(name, serviceCode),
		value,
	]);
	return Object.fromEntries(entries) as JsonObject;
}

/** What stands in the path, by the API's names. */
function pathValues({ endpoint }: Operation, values: ItemCall['values']): JsonObject {
	const names = [...endpoint.path.matchAll(IN_PATH)].map(([, name = '']) => name);
	return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/**
 * What it does to send the call again. The API knows a retry where the section of the call shows `ext_id` in its body; of
 * an inferred call, a batch and an API Call that is a guess. A function such as `document_get` only asks for an order.
 */
function retrySafetyOf(
	{ effect, extId, endpoint, batch }: Operation,
	{ method, path, body }: Request,
): ApiCall['retrySafety'] {
	const isQuestion =
		path.endsWith('_get') && isJsonObject(body) && Object.keys(body).join() === 'ext_id';
	if (effect === 'read' || method === 'GET' || isQuestion) return 'safe';
	return extId && !endpoint.inferred && !batch ? 'idempotent' : 'unsafe';
}

function standardRequest(operation: Operation, serviceCode: string, item: Sendable): Request {
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
	{ values, options, extId }: Sendable,
): JsonValue | undefined {
	if (operation.endpoint.method === 'GET' || operation.body === 'none') return undefined;
	// The ext_id goes into the operator's own body as well, because without one a retry could spend twice.
	const key = extId === undefined ? {} : { ext_id: extId };
	if (options.body !== undefined) return { ...ownBody(operation, options.body), ...key };
	const inPath = pathValues(operation, values);
	const fields = Object.entries(values).filter(([name]) => !(name in inPath));
	const body = withWireNames(Object.fromEntries(fields), serviceCode);
	refuseForbidden(body, 'The request');
	return { ...body, ...key };
}

function ownBody({ effect }: Operation, body: JsonObject): JsonObject {
	refuseForbidden(body, 'Body');
	return effect === 'spend' ? checkedOrders(body, 'Body') : body;
}
