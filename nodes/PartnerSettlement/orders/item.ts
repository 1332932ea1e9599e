import { isExpression } from 'n8n-workflow';

import {
	InputError,
	isJsonObject,
	type JsonObject,
	readPublicKey,
	type RecipientKey,
} from '../../../partner-api';
import { isAbsent, readFlag, scalarText } from '../definition/fields';
import { batchEntries, type BatchEntry } from '../definition/free-body';
import type { Key, Order, Proof } from '../definition/order';
import { isBatch } from '../definition/operation';
import { ENCRYPT_TO, EXT_ID, WAIT_UNTIL_READY } from '../definition/parameters';
import { customKeyIn, wireName } from '../definition/request-rules';
import { readCallOptions } from '../run/call-options';
import type { RunContext } from '../run/context';
import type { RunItem } from '../run/run-item';
import { givesNothing, readFields, readLimit } from '../run/parameters';
import { type AutomaticKeys, isAutomaticKey, keyOfPanel } from './idempotency-key';
import { pathValues, requestOf, withWireNames } from './request';
import { refuseModelsWords, takeFromModel, withPlainAmount } from '../limits/tool-input';

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
	return { ...item, orders: ordersOf(item, keys) };
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
	if (run.isTool) refuseModelsWords(run);
	const options = readCallOptions(parameters, itemIndex);
	// An operator's own body replaces every field.
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
function keyOf({ isTool, node }: RunContext, extId: string | undefined, isCustom: boolean): Key {
	if (extId === undefined) return 'none';
	if (isCustom) return node.getMode() === 'retry' && isAutomaticKey(extId) ? 'automatic' : 'own';
	return isTool ? 'content' : 'automatic';
}

function proofOf({ node }: RunContext, key: Key): Proof {
	if (key === 'own') return 'all_fields';
	if (key === 'content') return 'nothing';
	return node.getMode() === 'retry' ? 'one_field' : 'something';
}

/** A key is never for two orders. @throws InputError if one of several orders has no key of its own */
function refuseOneKey(batch: readonly BatchEntry[], { isTool }: RunContext): void {
	if (batch.every(({ customKey: own }) => own !== undefined)) return;
	throw new InputError(
		`${EXT_ID.displayName} is for one order, and this item holds several`,
		isTool ? undefined : 'Give each order its own ext_id in its body.',
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
	return [
		...(isFree ? Object.keys(fields).filter((name) => scalarText(fields[name])) : names),
		...(isJsonObject(filled) ? Object.keys(filled).map((name) => `required_fields.${name}`) : []),
	];
}
