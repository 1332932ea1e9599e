import { type IExecuteFunctions, isExpression } from 'n8n-workflow';
import { z } from 'zod';

import {
	type CallLimits,
	decimalString,
	InputError,
	type JsonObject,
	positiveAmount,
	readCount,
	readJsonObject,
	readNumber,
} from '../../../partner-api';
import { OPTIONS } from '../catalog/options';
import { isAbsent } from '../catalog/fields';
import type { CallOptions } from '../catalog/item-call';
import { DEFAULT_CONCURRENCY, type Effect } from '../catalog/operation';
import { givesNothing } from './parameters';

function readList(text: string): string[] {
	return text
		.split(',')
		.map((entry) => entry.trim().toLowerCase())
		.filter(Boolean);
}

/** Below zero, it would make room under the maximums. */
function priceString(value: unknown, label: string): string {
	const price = decimalString(value, label);
	if (price.startsWith('-')) throw new InputError(`${label} must not be less than 0`);
	return price;
}

/** What is read by `read`, unless it is left empty. */
function orEmpty<T, D>(
	{ displayName }: { displayName: string },
	read: (value: unknown, label: string) => T,
	empty: D,
) {
	return z
		.unknown()
		.transform((value): T | D => (isAbsent(value) ? empty : read(value, displayName)));
}

interface NumberOption {
	displayName: string;
	typeOptions: { minValue: number; maxValue?: number; numberPrecision?: number };
}

/** A number within the bounds that the editor keeps a typed one to. */
function bounded<D>(option: NumberOption, empty: D) {
	const { minValue, maxValue, numberPrecision } = option.typeOptions;
	const read = numberPrecision === 0 ? readCount : readNumber;
	return orEmpty(option, (value, label) => read(value, label, minValue, maxValue), empty);
}

function number(option: NumberOption & { default: number }) {
	return bounded(option, option.default);
}

function flag(option: { default: boolean }) {
	return z.boolean().default(option.default);
}

/** A decimal that may be left empty. */
function decimal(option: { displayName: string }, read: (value: unknown, label: string) => string) {
	return orEmpty(option, read, undefined);
}

/** The body to send instead of the fields; none while it is as empty as the editor adds it. */
function readBody(value: unknown, label: string): JsonObject | undefined {
	const body = readJsonObject(value, label);
	return Object.keys(body).length === 0 ? undefined : body;
}

const optionsSchema = z.object({
	concurrency: bounded(OPTIONS.concurrency, undefined),
	timeout: number(OPTIONS.timeout),
	retries: number(OPTIONS.retries),
	longestWait: number(OPTIONS.longestWait),
	maxWait: number(OPTIONS.maxWait),
	pollInterval: number(OPTIONS.pollInterval),
	wholeAnswer: flag(OPTIONS.wholeAnswer),
	cartSize: number(OPTIONS.cartSize),
	checkAddress: flag(OPTIONS.checkAddress),
	waitForOutcome: flag(OPTIONS.waitForOutcome),
	terminalStatuses: z.string().default(OPTIONS.terminalStatuses.default).transform(readList),
	stopWhenShort: z.boolean().optional(),
	price: decimal(OPTIONS.price, priceString),
	maximumPerItem: decimal(OPTIONS.maximumPerItem, positiveAmount),
	maximumPerRun: decimal(OPTIONS.maximumPerRun, positiveAmount),
	threshold: decimal(OPTIONS.threshold, positiveAmount),
	path: z.string().trim().optional(),
	body: orEmpty(OPTIONS.body, readBody, undefined),
});

/** What the editor calls each option. */
const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
	Object.values(OPTIONS).map(({ name, displayName }) => [name, displayName]),
);

/**
 * @param raw the options as the workflow holds them
 * @throws InputError that names the option
 */
export function readCallOptions(options: unknown, raw?: unknown): CallOptions {
	const parsed = optionsSchema.safeParse(options);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		const name = String(issue?.path[0] ?? '');
		throw new InputError(`${LABELS[name] ?? 'Options'}: ${issue?.message ?? 'is not valid'}`);
	}
	const { path, ...rest } = parsed.data;
	// The fields must not be sent in its place.
	const rawBody = z.object({ body: z.unknown() }).safeParse(raw).data?.body;
	if (rest.body === undefined && isExpression(rawBody))
		throw givesNothing(OPTIONS.body.displayName);
	return { ...rest, path: path === '' ? undefined : path };
}

/** How many items of a run are worked on at once; a value that cannot be used is reported with its item. */
export function concurrencyOf(node: IExecuteFunctions, effect: Effect): number {
	try {
		const { concurrency } = node.getNodeParameter('options', 0, {}) as { concurrency?: unknown };
		return optionsSchema.shape.concurrency.parse(concurrency) ?? DEFAULT_CONCURRENCY[effect];
	} catch {
		// Also of an expression that fails, in any of the options.
		return DEFAULT_CONCURRENCY[effect];
	}
}

/** The options as the client takes them. */
export function limitsOf({ timeout, retries, longestWait }: CallOptions): CallLimits {
	return { timeoutMs: timeout * 1000, retry: { retries, longestWait } };
}

/**
 * The same for a lookup, which is made again anyway.
 *
 * @param seconds how long it may take
 */
export function lookupLimitsOf(options: CallOptions, seconds: number): CallLimits {
	return { ...limitsOf({ ...options, retries: 0 }), attemptMs: seconds * 1000 };
}
