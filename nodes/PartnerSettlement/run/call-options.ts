import { type IExecuteFunctions, isExpression } from 'n8n-workflow';
import { z } from 'zod';

import {
	type CallLimits,
	InputError,
	isAbsent,
	type JsonObject,
	nonNegative,
	positiveAmount,
	readCount,
	readJsonObject,
	readNumber,
} from '../../../partner-api';
import { type Bounds, OPTIONS } from '../panel/options';
import { readFlag, readText, readTexts } from '../definition/fields';
import type { CallOptions } from '../definition/item-call';
import { defaultConcurrency, type Effect } from '../definition/operation';
import { givesNothing, type Parameters } from './parameters';

type Reader<T> = (value: unknown, label: string) => T;

/**
 * A compact JWS with an EdDSA signature; commas, blanks or quotes may surround it. The length of its parts is limited,
 * because JavaScript's stack overflows on a longer word.
 */
const CERTIFICATE = /(?<![\w.-])[\w-]{20,999}\.[\w-]{100,99999}\.[\w-]{86}(?![\w.-])/g;

/** One certificate, a list of them, or a text that holds several. The gate gives null if it could not sign. */
function readClearance(value: unknown, label: string): string[] {
	const given: unknown[] = Array.isArray(value) ? value : [value];
	const found = given.flatMap((one) =>
		isAbsent(one) ? [] : (readText(one, label).match(CERTIFICATE) ?? []),
	);
	if (found.length > 0) return found;
	throw new InputError(`${label} contains no certificate`);
}

/** The body to send instead of the fields; undefined if it is still the empty object that the editor adds. */
function readOwnBody(value: unknown, label: string): JsonObject | undefined {
	const body = readJsonObject(value, label);
	return Object.keys(body).length === 0 ? undefined : body;
}

/** A number within the bounds that the editor sets for a typed one. */
function bounded({ typeOptions }: { typeOptions: Bounds }): Reader<number> {
	const { minValue, maxValue, numberPrecision } = typeOptions;
	const read = numberPrecision === 0 ? readCount : readNumber;
	return (value, label) => read(value, label, minValue, maxValue);
}

const READERS: { [Name in keyof typeof OPTIONS]: Reader<CallOptions[Name]> } = {
	concurrency: bounded(OPTIONS.concurrency),
	timeout: bounded(OPTIONS.timeout),
	retries: bounded(OPTIONS.retries),
	longestWait: bounded(OPTIONS.longestWait),
	maxWait: bounded(OPTIONS.maxWait),
	pollInterval: bounded(OPTIONS.pollInterval),
	wholeAnswer: readFlag,
	keepInput: readFlag,
	amountsAsNumbers: readFlag,
	batchSize: bounded(OPTIONS.batchSize),
	terminalStatuses: (value, label) => readTexts(value, label).map((one) => one.toLowerCase()),
	// A price below zero would make room under the maximums.
	price: nonNegative,
	maximumPerItem: positiveAmount,
	maximumPerRun: positiveAmount,
	clearance: readClearance,
	path: readText,
	body: readOwnBody,
};
const NAMES = Object.keys(READERS) as (keyof typeof OPTIONS)[];

const collectionSchema = z.record(z.unknown());

/**
 * The collection Options. An empty option is not set.
 *
 * @param raw the collection as the workflow holds it
 * @throws InputError that names the option
 */
export function readOptionsIn(collection: unknown, raw?: unknown): Partial<CallOptions> {
	const { success, data: given = {} } = collectionSchema.safeParse(collection);
	if (!success) throw new InputError('Options must be an object');
	const set = NAMES.filter((name) => !isAbsent(given[name])).map((name) => [
		name,
		READERS[name](given[name], OPTIONS[name].displayName),
	]);
	const options = Object.fromEntries(set) as Partial<CallOptions>;
	// Otherwise the fields would be sent instead of the body.
	const rawBody = collectionSchema.safeParse(raw).data?.body;
	if (options.body === undefined && isExpression(rawBody)) {
		throw givesNothing(OPTIONS.body.displayName);
	}
	return options;
}

export const DEFAULT_OPTIONS = readOptionsIn(
	Object.fromEntries(NAMES.map((name) => [name, OPTIONS[name].default])),
) as CallOptions;

/**
 * The options of an item's call.
 *
 * @param assumedPath the panel offers it as Path: left as it is, it replaces nothing
 * @throws InputError that names the option
 */
export function readCallOptions(
	parameters: Parameters,
	itemIndex: number,
	assumedPath?: string,
): CallOptions {
	const given = parameters.read('options', itemIndex, readOptionsIn, {});
	const path = given.path === assumedPath ? undefined : given.path;
	return { ...DEFAULT_OPTIONS, ...given, path };
}

/** How many items of a run are worked on at once; an invalid value is reported with its item. */
export function concurrencyOf(node: IExecuteFunctions, effect: Effect): number {
	return ofFirstItem(node, 'concurrency') ?? defaultConcurrency(effect);
}

/** An option that counts for a whole run; undefined if the first item has no readable one. */
export function ofFirstItem<Name extends keyof CallOptions>(
	node: IExecuteFunctions,
	name: Name,
): CallOptions[Name] | undefined {
	try {
		const { [name]: value } = node.getNodeParameter('options', 0, {}) as Partial<CallOptions>;
		return readOptionsIn({ [name]: value })[name];
	} catch {
		// Also if an expression in any of the options fails.
		return undefined;
	}
}

/** The options in the client's form. */
export function callLimitsOf({ timeout, retries, longestWait }: CallOptions): CallLimits {
	return { timeoutMs: timeout * 1000, retry: { retries, longestWait } };
}

/**
 * The same for a lookup, which will be made again anyway.
 *
 * @param seconds how long it may take
 */
export function lookupLimitsOf(options: CallOptions, seconds: number): CallLimits {
	return { ...callLimitsOf({ ...options, retries: 0 }), attemptMs: seconds * 1000 };
}
