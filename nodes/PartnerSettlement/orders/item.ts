import { isExpression } from 'n8n-workflow';

import {
	type ApiCall,
	InputError,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type PartnerSettings,
	readPublicKey,
	type RecipientKey,
} from '../../../partner-api';
import { isAbsent, readFlag } from '../catalog/fields';
import { checkedOrder } from '../catalog/free-body';
import type { BatchEntry, CallOptions, ItemCall } from '../catalog/item-call';
import type { Operation, Request } from '../catalog/operation';
import { ENCRYPT_TO, EXT_ID, WAIT_UNTIL_READY } from '../catalog/parameters';
import {
	checkedPath,
	customKeyIn,
	pathSegment,
	refuseForbidden,
	textOf,
	wireName,
} from '../catalog/request-rules';
import { noteSent } from '../run/attempts';
import { readCallOptions } from '../run/call-options';
import type { RunContext } from '../run/context';
import { givesNothing, readFields, readLimit } from '../run/parameters';
import { type AutomaticKeys, customKey } from './idempotency-key';
import { areaOf, isArea, type Order } from './order';

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
	readonly revealsSecrets: boolean;
	/** Whom the secrets are encrypted to. */
	readonly encryptTo?: RecipientKey;
	/** Whether to wait until the order is ready. */
	readonly waits: boolean;
	/** How many entries of a list become items. */
	readonly limit: number;
}

/**
 * One order, or a read, and the input items it is for: several where they ask for the same. The options of the first serve
 * them all.
 */
export interface Job {
	/** Absent where it cannot be read, and of a read before its turn. */
	item?: RunItem;
	/** Absent for a read. */
	order?: Order;
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
 * @param keys makes the keys that the operator does not give, for all items of a run
 * @throws InputError for a parameter that cannot be sent
 */
export function readItem(run: RunContext, itemIndex: number, keys: AutomaticKeys): RunItem {
	const { parameters, operation, settings } = run;
	const options = readCallOptions(parameters, itemIndex);
	// A body of the operator's own takes the place of every field.
	const given = options.body === undefined ? readFields(run, itemIndex) : {};
	const values = operation.resolve?.(given) ?? given;
	const custom = operation.extId ? customKey(run, itemIndex) : undefined;
	const batch = operation.batch?.({ values });
	if (custom !== undefined && batch && batch.length > 1) refuseOneKey(batch);
	const body = options.body ?? values.body;
	const own = isJsonObject(body) ? (customKeyIn(body, 'Body') ?? custom) : custom;
	const isAutomatic = operation.extId === true && !batch && own === undefined;
	const extId = isAutomatic ? keys.keyFor(options.body ?? values, itemIndex, 0) : own;
	const encryptTo = operation.encryptable && readEncryptTo(run, itemIndex);
	const revealsSecrets =
		operation.secrets === true &&
		encryptTo === undefined &&
		parameters.read('revealSecrets', itemIndex, (value) => value === true, false);
	const request = readRequest(operation, settings, { values, options, extId });

	const orderOf = (sent: JsonObject, key: string | undefined, isCustom: boolean): Order => {
		const fields = { ...pathValues(operation, values), ...sent };
		const isOrder = key !== undefined || operation.effect === 'spend';
		return {
			itemIndex,
			extId: key,
			hasCustomKey: isCustom,
			fields,
			payload: sent,
			identifying: identifyingFields(run, fields),
			areas: operation.areas,
			mayExist: isCustom || (run.isAgain && isOrder),
		};
	};
	const inBatch = batch?.map(({ body: one, envelope, customKey: key = custom }, place) => {
		const extIdOfOne = key ?? keys.keyFor({ ...envelope, body: one }, itemIndex, place);
		const sent = { ...withWireNames(one, settings.serviceCode), ext_id: extIdOfOne };
		const order = orderOf(sent, extIdOfOne, key !== undefined);
		return { ...order, areas: areasOf(envelope), payload: { ...envelope, body: sent } };
	});
	const alone = isJsonObject(request.body) ? request.body : {};
	return {
		run,
		itemIndex,
		options,
		values,
		extId,
		request: {
			...request,
			onSend: () => {
				noteSent(run.node);
			},
		},
		orders:
			request.retrySafety === 'safe' ? [] : (inBatch ?? [orderOf(alone, extId, own !== undefined)]),
		revealsSecrets,
		encryptTo,
		waits: operation.asynchronous === true && readWaits(run, itemIndex),
		limit: operation.list ? readLimit(parameters, itemIndex) : 0,
	};
}

/** The document does not show the values of `op` (section 4.8); one may be an area of section 6.3. */
function areasOf({ op }: JsonObject): string[] | undefined {
	return typeof op === 'string' && isArea(op) ? [areaOf(op)] : undefined;
}

/** One key never stands for two orders. @throws InputError where an order of several has none of its own */
function refuseOneKey(batch: readonly BatchEntry[]): void {
	if (batch.every(({ customKey: own }) => own !== undefined)) return;
	throw new InputError(
		`${EXT_ID.displayName} is for one order, and this item holds several`,
		'Give each order an ext_id of its own in its body.',
	);
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

function readWaits({ parameters }: RunContext, itemIndex: number): boolean {
	const { parameter, displayName } = WAIT_UNTIL_READY;
	return parameters.read(parameter, itemIndex, (value) => readFlag(value, displayName), false);
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
		scope: operation.scope,
	};
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
 * What it does to send the call again. The API knows a retry where the section of the call shows `ext_id` in its body. For
 * an inferred call, a batch or an API Call nobody knows. A function such as `document_get` only asks for an order.
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
	return effect === 'spend' ? checkedOrder(body, 'Body') : body;
}
