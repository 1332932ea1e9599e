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

/** How a call is made: its method, which base serves it, and its path with `{field}` placeholders. */
export interface Endpoint {
	method: ApiCall['method'];
	base: ApiBase;
	path: string;
	/** The document only names the call: how it is made is assumed, and can be replaced in the options. */
	isAssumed: boolean;
	/** Its name in API Differences, which may make it otherwise. */
	named?: NamedCall;
}

/** What is sent. */
export type Request = Pick<ApiCall, 'method' | 'base' | 'path' | 'query' | 'body' | 'named'>;

/**
 * What a call does, which decides how many run at once and how an error speaks of money:
 * `read` moves nothing, `screen` pays for a screening, `spend` spends or moves money, `change` changes something without spending.
 */
export type Effect = 'read' | 'screen' | 'spend' | 'change';

/** How many calls run at once unless the operator sets it: orders go one by one. */
export function defaultConcurrency(effect: Effect): number {
	return effect === 'read' || effect === 'screen' ? 64 : 1;
}

/** What an order buys, and how it is read once the order is ready (section 1, rule 11). */
export interface Goods {
	/** Under which it comes out. */
	field: 'card' | 'esim' | 'gift_card';
	read: Operation;
	/** The field that holds its ID. */
	id: string;
	/** Whether a record of it shows what is waited for; absent where an order that is ready shows it. */
	isReady?: (record: unknown) => boolean;
}

/** The list, read live, that shows what an order costs (section 1, rule 9). */
export interface PriceList {
	read: Operation;
	/** The field of the order that holds the ID of an entry. */
	id: string;
}

/**
 * One operation of the API: the editor's description, the execution, the errors, the reference in docs/operations.md and
 * the output preview all come from it.
 */
export interface Operation {
	resource: ResourceName;
	operation: string;
	/** In the editor's list of operations. */
	name: string;
	/** In the editor's list of actions, which is searched by these words, e.g. "Screen an address". */
	action: string;
	/** Under the node's name instead of the action; `{amount}` stands for the parameter of that name. */
	subtitle?: string;
	description: string;
	/** Chosen in the editor when its resource is; without one, the first in the list. */
	isDefault?: true;
	/** Where in the API document it stands. */
	section: string;
	endpoint: Endpoint;
	/** Section 5.3; absent where the document shows none. */
	scope?: string;
	effect: Effect;
	/** Whether it creates or moves something, so that an `ext_id` goes with it. */
	extId?: true;
	/** Whether the order is carried out later, so that its terminal status can be waited for (section 1, rule 10). */
	asynchronous?: true;
	/** What is bought with it, where that is read once the order is ready. */
	goods?: Goods;
	/** Where its price is found, where no field names an amount. */
	priceList?: PriceList;
	/** The call that tells the price of one, where it is always the same. */
	quote?: Operation;
	fields: readonly Field[];
	/** `none`: no body at all. Otherwise the fields are the body, an empty object where there are none. */
	body?: 'none';
	/** The response as the document shows it; absent where it shows no field. */
	response?: z.ZodType<unknown>;
	/** Whether a read fails over a field that is not as documented: money, the gate or a signature depends on it. */
	strict?: true;
	/** Whether the response is a list, of which each entry becomes an item. */
	list?: true;
	/** Whether the response can hold secrets, which are redacted unless the operator asks for them. */
	secrets?: true;
	/** Whether the secrets can come out encrypted to a public key of the operator's. */
	encryptable?: true;
	/** In yellow above the fields: only for what cannot be undone. */
	notice?: string;
	/** It makes no call, and needs no credential for some of what it does. */
	isLocal?: true;
	/** The fields of a screening that come out unless the whole response is wanted; absent for all other records. */
	simplified?: readonly string[];
	/** Checks the values, and gives what is sent for those that stand for others. @throws InputError */
	resolve?: (values: ItemCall['values']) => ItemCall['values'];
	/** What one order is called where the run says what it came to, such as "gift card". */
	noun?: string;
	/**
	 * Fields that tell which order it is, or how they are found in what was sent. A record that shows one of them otherwise is
	 * another order's. Only fields count that the document shows to come back as sent: a phone number does not. `kind` asks
	 * that a lookup shows the kind.
	 */
	identifying?: readonly string[] | ((sent: JsonObject) => readonly string[]);
	/** What a record may call this kind of order: areas of section 6.3. */
	areas?: readonly Area[];
	/** Its response does not show all identifying fields: an own number is looked up before it is sent. */
	isLookedUpFirst?: true;
	/** Where one call is not the whole story. Returns a response; each entry of an array becomes an item. */
	perform?: (item: ItemCall) => Promise<unknown>;
}

/** What all orders have in common that spend and are carried out later. */
export const ORDER = { effect: 'spend', extId: true, asynchronous: true } as const;

/** What all lists have in common. */
export const GET_MANY = {
	operation: 'getAll',
	name: 'Get Many',
	effect: 'read',
	fields: [],
	list: true,
} as const;

/** The shape of a response. Where the document shows none, it is an object or a list. */
export function responseOf({ response, list }: Operation): z.ZodType<unknown> {
	return response ?? (list ? schemas.listSchema : schemas.recordSchema);
}

/** A response as it comes out: without its envelope, unless it has itself the shape that the document shows. */
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
 * Holds what a read gave against the document. What was bought must be readable whatever its other fields hold, so a hint
 * tells of a field that is not as documented.
 *
 * @param hints where that hint goes
 * @throws PartnerApiError if the response shows no record, or an error; for a strict read, over any field
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

/** Whether a response has a field of a shape. */
function shows(shape: z.ZodType, response: unknown): boolean {
	if (!isJsonObject(response)) return !(shape instanceof z.ZodObject);
	const names = shape instanceof z.ZodObject ? Object.keys(shape.shape as object) : [];
	return names.length === 0 || names.some((name) => name in response);
}

/** Whether it lists what can be bought, with prices. */
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

/**
 * A call the document only names (section 4.9), as it is assumed to be. Nobody knows whether the API knows its repeat, so an
 * order by it that may exist is looked up before it is sent.
 */
export function assumedCall(name: NamedCall): Endpoint {
	return { ...assumedCallOf(name), isAssumed: true, named: name };
}

/**
 * The call of an operation, made beside the items of a run: for a list of the panel, a lookup, a trigger.
 *
 * @param given its path where that holds an ID, and its body where it is not empty
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

/** Whether it is no call of an item: it checks the calls of others, once in a run. */
export function isSetup({ resource }: Pick<Operation, 'resource'>): boolean {
	return resource === 'setup';
}

/** Whether it takes something from the balance, or may. */
export function costs({ effect }: Pick<Operation, 'effect'>): boolean {
	return effect === 'spend' || effect === 'screen';
}

/** The field of an input item in which a record of the operation stands, where the input is kept. */
export function recordField({ resource }: Pick<Operation, 'resource'>): string {
	if (resource === 'kyt') return 'screening';
	return resource.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether the operator must know what became of a call that failed: everything but a read leaves something behind. */
export function changesState(operation: Pick<Operation, 'effect'>): boolean {
	return operation.effect !== 'read';
}
