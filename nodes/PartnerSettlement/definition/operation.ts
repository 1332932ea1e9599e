import { z } from 'zod';

import {
	type ApiBase,
	type ApiCall,
	type Area,
	assumedCallOf,
	type Dialect,
	isJsonObject,
	type JsonObject,
	type ListName,
	type NamedCall,
	readAnswer,
	schemas,
	shapeProblem,
} from '../../../partner-api';
import type { Field } from './fields';
import type { ItemCall } from './item-call';
import type { ResourceName } from './parameters';

/** How a call is made: its method, its base, and its path with `{field}` placeholders. */
export interface Endpoint {
	method: ApiCall['method'];
	base: ApiBase;
	path: string;
	/** The document only names the call: its form is assumed, and the options can replace it. */
	isAssumed: boolean;
	/** Its name in API Differences, which may change its form. */
	named?: NamedCall;
}

/** The parts of a request. */
export type Request = Pick<ApiCall, 'method' | 'base' | 'path' | 'query' | 'body' | 'named'>;

/**
 * The effect of a call, which decides how many run at once and how an error speaks of money: `read` changes nothing,
 * `screen` pays for a screening, `spend` spends or moves money, `change` changes something without spending.
 */
export type Effect = 'read' | 'screen' | 'spend' | 'change';

/** How many calls run at once unless the operator sets it: orders go one by one. */
export function defaultConcurrency(effect: Effect): number {
	return effect === 'read' || effect === 'screen' ? 64 : 1;
}

/** The goods of an order, and how they are read once it is ready (section 1, rule 11). */
export interface Goods {
	/** The field under which they come out. */
	field: 'card' | 'esim' | 'gift_card';
	read: Operation;
	/** The field that holds their ID. */
	id: string;
	/** Whether their record is ready. Absent if the goods are ready once the order is. */
	isReady?: (record: unknown) => boolean;
}

/** The list, read live, that shows the cost of an order (section 1, rule 9). */
export interface PriceList {
	read: Operation;
	/** The field of the order that holds the ID of an entry. */
	id: string;
}

/**
 * One operation of the API. The editor's description, the execution, the errors, the reference in docs/operations.md and
 * the output preview all come from it.
 */
export interface Operation {
	resource: ResourceName;
	operation: string;
	/** In the editor's list of operations. */
	name: string;
	/** In the editor's list of actions, whose search uses these words, e.g. "Screen an address". */
	action: string;
	/** Under the node's name instead of the action; `{amount}` is replaced by the parameter of that name. */
	subtitle?: string;
	description: string;
	/** Preselected in the editor when its resource is chosen. Without such an operation, the first in the list is. */
	isDefault?: true;
	/** Its section of the API document. */
	section: string;
	endpoint: Endpoint;
	/** Section 5.3; absent if the document shows none. */
	scope?: string;
	effect: Effect;
	/** Whether each of its orders must have an `ext_id`. */
	extId?: true;
	/** Whether the order is carried out later, so that a wait for its terminal status is possible (section 1, rule 10). */
	asynchronous?: true;
	/** The goods that it buys, if they are read once the order is ready. */
	goods?: Goods;
	/** Where to find its price, if no field names an amount. */
	priceList?: PriceList;
	/** The call that returns the price of an order, if it is the same for all orders. */
	quote?: Operation;
	fields: readonly Field[];
	/** `none`: no body at all. Otherwise the fields are the body, an empty object if there are none. */
	body?: 'none';
	/** The response as the document shows it; absent if it shows no field. */
	response?: z.ZodType<unknown>;
	/** Whether a read fails if a field is not as documented: money, the gate or a signature depends on it. */
	strict?: true;
	/** Whether the response is a list, each entry of which becomes an item. */
	list?: true;
	/** Whether the response can hold secrets, which are redacted unless the operator asks for them. */
	secrets?: true;
	/** Whether the secrets can be encrypted with the operator's public key. */
	encryptable?: true;
	/** In yellow above the fields: only for a step that can't be undone. */
	notice?: string;
	/** It makes no call, and no run context is made for it. */
	isLocal?: true;
	/** The fields of a screening in the simplified output; absent for all other records. */
	simplified?: readonly string[];
	/** Checks the values, and replaces those that are not sent as typed. @throws InputError */
	resolve?: (values: ItemCall['values']) => ItemCall['values'];
	/** The word for one order in the summary of a run, such as "gift card". */
	noun?: string;
	/**
	 * The identifying fields, or a function that finds them in the sent fields. A record that shows another value is
	 * another order's. Only fields that the API returns unchanged are listed, so no phone number. `kind` is the kind of
	 * the order, not a field that was sent.
	 */
	identifying?: readonly string[] | ((sent: JsonObject) => readonly string[]);
	/** The words for this kind of order in a record: areas of section 6.3. Empty: none. Absent: it may be any order. */
	areas?: readonly Area[];
	/** Its response does not show all identifying fields: an order with a custom key is looked up before it is sent. */
	isLookedUpFirst?: true;
	/** For an operation that takes more than one call. Returns a response; each entry of an array becomes an item. */
	perform?: (item: ItemCall) => Promise<unknown>;
}

/** Shared by all orders that spend and are carried out later. */
export const ORDER = { effect: 'spend', extId: true, asynchronous: true } as const;

/** Shared by operations that read one record. */
export const GET = { operation: 'get', name: 'Get', effect: 'read' } as const;

/** Shared by all lists. */
export const GET_MANY = {
	operation: 'getAll',
	name: 'Get Many',
	effect: 'read',
	fields: [],
	list: true,
} as const;

/** The shape of a response. If the document shows none, it is an object or a list. */
export function responseOf({ response, list }: Operation): z.ZodType<unknown> {
	return response ?? (list ? schemas.listSchema : schemas.recordSchema);
}

/** A response as it comes out: without its envelope, unless it has the documented shape itself. */
export function documentedRecord(
	{ response: shape, list }: Operation,
	response: unknown,
	dialect: Dialect,
): unknown {
	const isWhole = shape && shapeProblem(shape, response) === undefined && shows(shape, response);
	if (list || isWhole) return response;
	const { record } = readAnswer(response, dialect);
	const isNothing = Object.keys(record).length === 0;
	return isNothing || (shape && !shows(shape, record)) ? response : record;
}

/**
 * Checks the response to a read against the document. Purchases must stay readable whatever their other fields hold, so
 * a field that is not as documented only causes a hint.
 *
 * @param hints where that hint goes
 * @throws PartnerApiError if the response shows no record, or an error; for a strict read, also if any field is not as
 *   documented
 */
export function checkRead(
	operation: Operation,
	response: unknown,
	dialect: Dialect,
	hints: Set<string>,
): void {
	const shape = responseOf(operation);
	const problem = shapeProblem(shape, response);
	if (!problem) return;
	const isShown = shows(shape, response) && !readAnswer(response, dialect).error;
	if (operation.strict || !isShown) throw problem;
	hints.add(
		`The record came out, but part of it differs from the API document (${problem.details.detail}).`,
	);
}

/** Whether a response has any field of a shape. */
function shows(shape: z.ZodType, response: unknown): boolean {
	if (!isJsonObject(response)) return !(shape instanceof z.ZodObject);
	const names = shape instanceof z.ZodObject ? Object.keys(shape.shape as object) : [];
	return names.length === 0 || names.some((name) => name in response);
}

/** Whether it lists offers with prices. */
export function isCatalog({ list, resource }: Operation): boolean {
	return list === true && /^(?:cardProduct|esimOffer|giftOffer)$/.test(resource);
}

/** The name of a list in API Differences; undefined for any other call. */
export function listName({ endpoint, list }: Operation): ListName | undefined {
	if (!list) return undefined;
	return endpoint.named ?? (endpoint.path.split('/').at(-1) as ListName);
}

/** A call the document shows with method and path. */
export function documented(method: Endpoint['method'], base: ApiBase, path: string): Endpoint {
	return { method, base, path, isAssumed: false };
}

/** Shared by operations that make no call. */
export const LOCAL = {
	endpoint: documented('GET', 'api', ''),
	effect: 'read',
	isLocal: true,
} as const;

/**
 * A call that the document only names (section 4.9), in its assumed form. Whether the API recognizes a retry is unknown, so
 * an order that may exist is looked up before it is sent.
 */
export function assumedCall(name: NamedCall): Endpoint {
	return { ...assumedCallOf(name), isAssumed: true, named: name };
}

/**
 * The call of an operation outside the items of a run: for a list of the panel, a lookup, a trigger.
 *
 * @param given its path if that holds an ID, and its body if it is not empty
 */
export function directCall(
	operation: Operation,
	given: Partial<Pick<ApiCall, 'path' | 'body'>> = {},
): ApiCall {
	const { method, base, path, named } = operation.endpoint;
	const body = method === 'GET' || operation.body === 'none' ? undefined : {};
	const retrySafety = changesState(operation) ? 'unsafe' : 'safe';
	return { method, base, path, named, scope: operation.scope, retrySafety, body, ...given };
}

/** Whether the orders of all its items go into batches (section 4.8). */
export function isBatch({ resource }: Pick<Operation, 'resource'>): boolean {
	return resource === 'batch';
}

/** Whether it is the check of the setup, which makes many calls, once in a run. */
export function isSetup({ resource }: Pick<Operation, 'resource'>): boolean {
	return resource === 'setup';
}

/** Whether it takes something from the balance, or may. */
export function costs({ effect }: Pick<Operation, 'effect'>): boolean {
	return effect === 'spend' || effect === 'screen';
}

/** The field of an input item that takes the operation's record, if the input is kept. */
export function recordField({ resource }: Pick<Operation, 'resource'>): string {
	if (resource === 'kyt') return 'screening';
	return resource.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether the operator must know the outcome of a failed call: everything except a read leaves something behind. */
export function changesState(operation: Pick<Operation, 'effect'>): boolean {
	return operation.effect !== 'read';
}
