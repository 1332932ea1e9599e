import { isExpression } from 'n8n-workflow';

import {
	checkExtId,
	InputError,
	isAbsent,
	isJsonObject,
	type JsonObject,
	readPublicKey,
	type RecipientKey,
	scalarText,
} from '../../../partner-api';
import { readFlag } from '../definition/fields';
import { batchEntries, type BatchEntry, customKeyIn } from '../definition/free-body';
import { CASELESS_FIELDS, type Key, type Order, type Proof } from '../definition/order';
import { isBatch } from '../definition/operation';
import { ENCRYPT_TO, EXT_ID, EXT_ID_MODE, WAIT_UNTIL_READY } from '../definition/parameters';
import { wireName } from '../definition/request-rules';
import { readCallOptions } from '../run/call-options';
import type { RunContext } from '../run/context';
import type { RunItem } from '../run/run-item';
import { givesNothing, readFields, readLimit } from '../run/parameters';
import { type AutomaticKeys, isAutomaticKey } from './idempotency-key';
import { pathValues, requestOf, withWireNames } from './request';
import { requirePersonsWords, takeFromModel } from '../limits/tool-input';

/**
 * Reads an item: its parameters, its request and its orders.
 *
 * @param keys makes the automatic keys for all items of a run
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
	const orders = ordersOf(item, keys);
	requireKeyForRetries(run, orders);
	return { ...item, orders };
}

/** The operator's values for an item. */
interface Typed extends Pick<
	RunItem,
	'options' | 'values' | 'revealsSecrets' | 'encryptTo' | 'waits' | 'limit'
> {
	/** The custom key: the item's, or in the operator's own body. */
	customKey?: string;
	/** The orders of a batch. */
	batch?: BatchEntry[];
}

function readTyped(run: RunContext, itemIndex: number): Typed {
	const { parameters, operation } = run;
	if (run.isTool) requirePersonsWords(run);
	const options = readCallOptions(parameters, itemIndex, operation.endpoint.path);
	// An operator's own body replaces every field.
	const values = options.body === undefined ? readFields(run, itemIndex) : {};
	const batch = isBatch(operation) ? batchEntries(values) : undefined;
	const body = options.body ?? values.body;
	const keyInBody = isJsonObject(body) ? customKeyIn(body, 'Body') : undefined;
	const custom = operation.extId ? keyOfPanel(run, itemIndex) : undefined;
	if (custom !== undefined && batch && batch.length > 1) requireKeyOfEach(batch, run);
	if (run.isTool && batch) takeFromModel(batch);
	const encryptTo = operation.encryptable && readEncryptTo(run, itemIndex);
	const isRevealed = (value: unknown) => value === true;
	return {
		options,
		values,
		batch,
		customKey: keyInBody ?? custom,
		encryptTo,
		revealsSecrets:
			operation.secrets === true &&
			encryptTo === undefined &&
			parameters.read('revealSecrets', itemIndex, isRevealed, false),
		waits: operation.asynchronous === true && readWaits(run, itemIndex),
		limit: operation.list ? readLimit(parameters, itemIndex) : 0,
	};
}

/** The orders of a request: none for a read, several for a batch. */
function ordersOf(item: Typed & Omit<RunItem, 'orders'>, keys: AutomaticKeys): Order[] {
	const { run, itemIndex, values, batch, customKey: own, extId, request } = item;
	const { operation, settings, mayBeRepeat } = run;
	if (request.retrySafety === 'safe') return [];
	const orderOf = (sent: JsonObject, extId: string | undefined, isCustom: boolean): Order => {
		const fields = { ...pathValues(operation, values), ...sent };
		const key = keyOf(run, extId, isCustom);
		const isOrder = extId !== undefined || operation.effect === 'spend';
		return {
			itemIndex,
			extId,
			key,
			proof: proofOf(run, key),
			fields,
			payload: sent,
			identifying: identifyingFields(run, fields, key),
			areas: operation.areas,
			mayExist: isCustom || (mayBeRepeat && isOrder),
		};
	};
	if (!batch) {
		return [orderOf(isJsonObject(request.body) ? request.body : {}, extId, own !== undefined)];
	}
	return batch.map(({ body, envelope, customKey: custom = own }, place) => {
		const key = custom ?? keys.keyFor({ ...envelope, body }, itemIndex, place);
		const sent = { ...withWireNames(body, settings.serviceCode), ext_id: key };
		return { ...orderOf(sent, key, custom !== undefined), payload: { ...envelope, body: sent } };
	});
}

/**
 * An order's error tells the operator to repeat it with its automatic key. In a Retry, a custom key of that form
 * therefore counts as automatic.
 */
function keyOf(
	{ isTool, node, operation }: RunContext,
	extId: string | undefined,
	isCustom: boolean,
): Key {
	if (extId === undefined) return 'none';
	if (isCustom)
		return node.getMode() === 'retry' && isAutomaticKey(extId, operation) ? 'automatic' : 'own';
	return isTool ? 'content' : 'automatic';
}

function proofOf({ node }: RunContext, key: Key): Proof {
	if (key === 'own') return 'all_fields';
	return key === 'automatic' && node.getMode() === 'retry' ? 'one_field' : 'something';
}

/** A key is never for two orders. @throws InputError if one of several orders has no key of its own */
function requireKeyOfEach(batch: readonly BatchEntry[], { isTool }: RunContext): void {
	if (batch.every(({ customKey: own }) => own !== undefined)) return;
	throw new InputError(
		`${EXT_ID.displayName} is for one order, and this item holds several`,
		isTool ? undefined : 'Give each order its own ext_id in its body.',
	);
}

/**
 * The custom key that is typed into the panel.
 *
 * @returns undefined if there is none
 * @throws InputError if it is empty or too long
 */
function keyOfPanel({ parameters }: RunContext, itemIndex: number): string | undefined {
	const isCustom = parameters.read(EXT_ID_MODE.name, itemIndex, readMode, 'auto') === 'custom';
	if (isCustom) return parameters.read(EXT_ID.name, itemIndex, readKey);
	// The gate has this field among its options.
	return parameters.read(`options.${EXT_ID.name}`, itemIndex, readOptionalKey, '');
}

function readKey(value: unknown, raw: unknown): string {
	if (isAbsent(value) && isExpression(raw)) throw givesNothing(EXT_ID.displayName, true);
	const key = checkExtId(value, EXT_ID.displayName);
	if (isExpression(raw)) requireWholeText(key, raw);
	else requireEvaluated(key);
	return key;
}

function readOptionalKey(value: unknown, raw: unknown): string | undefined {
	if (!isAbsent(value)) return readKey(value, raw);
	if (isExpression(raw)) throw givesNothing(EXT_ID.displayName);
	return undefined;
}

/** The text of a missing value in an expression. */
const NO_VALUE = /\b(undefined|null|NaN)\b|\[object /;

/** If a field is missing, `order-{{ $json.id }}` gives the same key to every order. @throws InputError */
function requireWholeText(key: string, expression: string): void {
	const around = expression.slice(1).replace(/\{\{.*?\}\}/gs, '');
	// An expression without braces is a fixed text, for one order.
	const isMissing = key === around.trim() && expression.includes('{{');
	if (!isMissing && !NO_VALUE.test(key)) return;
	throw new InputError(
		`${EXT_ID.displayName} is an expression that gives "${key}", so one of its values is missing`,
		'Check the field that it reads: every order needs its own ext_id.',
	);
}

/** If n8n does not evaluate an expression, its text is the same key for every order. @throws InputError */
function requireEvaluated(key: string): void {
	if (!key.includes('{{')) return;
	throw new InputError(
		`${EXT_ID.displayName} is set to Fixed, so n8n does not read the expression in it`,
		'Switch the field to Expression: every order needs its own ext_id.',
	);
}

function readMode(value: unknown): 'auto' | 'custom' {
	if (value === 'auto' || value === 'custom') return value;
	throw new InputError(`${EXT_ID_MODE.displayName} must be auto or custom`);
}

/** Retry On Fail runs the whole node again: an order without ext_id would be placed twice, even for items that succeeded. */
function requireKeyForRetries({ node }: RunContext, orders: readonly Order[]): void {
	const isKeyless = orders.some(({ extId }) => extId === undefined);
	if (!isKeyless || node.getNode().retryOnFail !== true) return;
	throw new InputError(
		'Retry On Fail is on, but this call has no ext_id, so a retry could do the same twice',
		'Turn off Retry On Fail in the settings of this node. In an API Call, you can add an ext_id to the body instead.',
	);
}

/** @throws InputError if it is not a public key, or an expression gives none: the secrets must not come out */
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

/** With a custom key, fields that a buyer filled in and any field of a free body may also tell orders apart. */
function identifyingFields(
	{ operation, settings }: RunContext,
	fields: JsonObject,
	key: Key,
): string[] {
	const { identifying = [] } = operation;
	const isFree = typeof identifying === 'function';
	const names = (isFree ? identifying(fields) : identifying).map((name) =>
		wireName(name, settings.serviceCode),
	);
	if (key !== 'own') return names;
	const { required_fields: filled } = fields;
	// A record may spell a network or a currency in another way.
	const isTelling = (name: string) =>
		scalarText(fields[name]) && (names.includes(name) || !CASELESS_FIELDS.has(name));
	return [
		...(isFree ? Object.keys(fields).filter(isTelling) : names),
		...(isJsonObject(filled) ? Object.keys(filled).map((name) => `required_fields.${name}`) : []),
	];
}
