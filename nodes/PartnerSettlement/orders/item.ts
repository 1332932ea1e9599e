import { isExpression } from 'n8n-workflow';

import {
	type ApiCall,
	InputError,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	readPublicKey,
	type RecipientKey,
	textOf,
} from '../../../partner-api';
import { isAbsent, readFlag } from '../definition/fields';
import { batchEntries, type BatchEntry } from '../definition/free-body';
import type { CallOptions } from '../definition/item-call';
import { isBatch } from '../definition/operation';
import { ENCRYPT_TO, EXT_ID, WAIT_UNTIL_READY } from '../definition/parameters';
import { customKeyIn, wireName } from '../definition/request-rules';
import { readCallOptions } from '../run/call-options';
import type { RunContext } from '../run/context';
import { givesNothing, readFields, readLimit } from '../run/parameters';
import { type AutomaticKeys, keyOfPanel } from './idempotency-key';
import { areaOf, likelyAreas } from './kinds';
import type { Order } from './order';
import { pathValues, requestOf, withWireNames } from './request';
import { refuseModelsWords, takeFromModel, withPlainAmount } from './tool-input';

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
	/** Absent where its parameters are wrong; of a read, also until its turn. */
	item?: RunItem;
	/** Absent for a read. */
	order?: Order;
	error?: Error;
	/** An earlier call of a tool may have ordered it. */
	mayBeOrderedByTool?: boolean;
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
 * Reads an item: what was typed, what is sent, and what is ordered with it.
 *
 * @param keys makes the keys that the operator does not give, for all items of a run
 * @throws InputError for a parameter that cannot be sent
 */
export function readItem(run: RunContext, itemIndex: number, keys: AutomaticKeys): RunItem {
	const typed = readTyped(run, itemIndex);
	const { options, values, batch, customKey: own } = typed;
	const extId =
		own ??
		(run.operation.extId && !batch ? keys.keyFor(options.body ?? values, itemIndex, 0) : undefined);
	const request = requestOf(run, { values, options, extId });
	const item = { ...typed, run, itemIndex, extId, request };
	return { ...item, orders: ordersOf(item, keys) };
}

/** What an operator typed for an item. */
interface Typed extends Pick<
	RunItem,
	'options' | 'values' | 'revealsSecrets' | 'encryptTo' | 'waits' | 'limit'
> {
	/** Their own idempotency key: of the item, or in a body of their own. */
	customKey?: string;
	/** The orders of a batch. */
	batch?: BatchEntry[];
}

function readTyped(run: RunContext, itemIndex: number): Typed {
	const { parameters, operation } = run;
	if (run.isTool) refuseModelsWords(run);
	const options = readCallOptions(parameters, itemIndex);
	// A body of the operator's own takes the place of every field.
	const fields = options.body === undefined ? readFields(run, itemIndex) : {};
	const values = run.isTool ? withPlainAmount(fields) : fields;
	const custom = operation.extId ? keyOfPanel(run, itemIndex) : undefined;
	const batch = isBatch(operation) ? batchEntries(values) : undefined;
	if (custom !== undefined && batch && batch.length > 1) refuseOneKey(batch, run);
	if (run.isTool && batch) takeFromModel(batch);
	const body = options.body ?? values.body;
	const encryptTo = operation.encryptable && readEncryptTo(run, itemIndex);
	const isRevealed = (value: unknown) => value === true;
	return {
		options,
		values,
		batch,
		customKey: (isJsonObject(body) ? customKeyIn(body, 'Body') : undefined) ?? custom,
		encryptTo,
		revealsSecrets:
			operation.secrets === true &&
			encryptTo === undefined &&
			parameters.read('revealSecrets', itemIndex, isRevealed, false),
		waits: operation.asynchronous === true && readWaits(run, itemIndex),
		limit: operation.list ? readLimit(parameters, itemIndex) : 0,
	};
}

/** What is ordered with a request: nothing by a read, several by a batch. */
function ordersOf(item: Typed & Omit<RunItem, 'orders'>, keys: AutomaticKeys): Order[] {
	const { run, itemIndex, values, batch, customKey: own, extId, request } = item;
	const { operation, settings, mayBeRepeat } = run;
	if (request.retrySafety === 'safe') return [];
	const orderOf = (
		sent: JsonObject,
		key: string | undefined,
		isCustom: boolean,
		name = request.path,
	): Order => {
		const fields = { ...pathValues(operation, values), ...sent };
		const named = areaOf(name);
		const areas = operation.areas ?? (named === undefined ? undefined : [named]);
		const isOrder = key !== undefined || operation.effect === 'spend';
		return {
			itemIndex,
			extId: key,
			hasCustomKey: isCustom,
			fields,
			payload: sent,
			identifying: identifyingFields(run, fields),
			areas,
			likelyAreas: areas ? undefined : likelyAreas(fields, name, settings.serviceCode),
			mayExist: isCustom || (mayBeRepeat && isOrder),
			failedStatuses: settings.differences.failedStatuses,
		};
	};
	if (!batch) {
		return [orderOf(isJsonObject(request.body) ? request.body : {}, extId, own !== undefined)];
	}
	return batch.map(({ body, envelope, customKey: custom = own }, place) => {
		const key = custom ?? keys.keyFor({ ...envelope, body }, itemIndex, place);
		const sent = { ...withWireNames(body, settings.serviceCode), ext_id: key };
		const order = orderOf(sent, key, custom !== undefined, textOf(envelope.op));
		return { ...order, payload: { ...envelope, body: sent } };
	});
}

/** One key never stands for two orders. @throws InputError where an order of several has none of its own */
function refuseOneKey(batch: readonly BatchEntry[], { isTool }: RunContext): void {
	if (batch.every(({ customKey: own }) => own !== undefined)) return;
	throw new InputError(
		`${EXT_ID.displayName} is for one order, and this item holds several`,
		isTool ? undefined : 'Give each order an ext_id of its own in its body.',
	);
}

/** @throws InputError for what is no public key, and for an expression that gives none: the secrets must not come out */
function readEncryptTo({ parameters }: RunContext, itemIndex: number): RecipientKey | undefined {
	const { name, displayName } = ENCRYPT_TO;
	const read = (value: unknown, raw: unknown) => {
		if (!isAbsent(value)) {
			return readPublicKey(typeof value === 'string' ? value : JSON.stringify(value), displayName);
		}
		if (isExpression(raw)) throw givesNothing(displayName);
		return undefined;
	};
	return parameters.read(name, itemIndex, read, '');
}

function readWaits({ parameters }: RunContext, itemIndex: number): boolean {
	const { name, displayName } = WAIT_UNTIL_READY;
	return parameters.read(name, itemIndex, (value) => readFlag(value, displayName), false);
}

function identifyingFields({ operation, settings }: RunContext, fields: JsonObject): string[] {
	const { identifying = [] } = operation;
	const names = typeof identifying === 'function' ? identifying(fields) : identifying;
	return names.map((name) => wireName(name, settings.serviceCode));
}
