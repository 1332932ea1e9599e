import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import {
	type CallLimits,
	decimalString,
	InputError,
	positiveAmount,
	readJsonObject,
} from '../../../partner-api';
import { OPTIONS } from '../catalog/call-option-table';
import type { CallOptions } from '../catalog/item-call';
import { DEFAULT_CONCURRENCY, type Effect } from '../catalog/operation';
import { refuseNothingIn } from './empty-expression';

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

interface NumberOption {
	typeOptions: { minValue: number; maxValue?: number; numberPrecision?: number };
}

/** A number within the bounds that the editor keeps a typed one to. */
function bounded({ typeOptions }: NumberOption) {
	const { minValue, maxValue = Infinity, numberPrecision } = typeOptions;
	const number = z.coerce.number().min(minValue).max(maxValue);
	return numberPrecision === 0 ? number.int() : number;
}

function number(option: NumberOption & { default: number }) {
	return bounded(option).default(option.default);
}

function flag(option: { default: boolean }) {
	return z.boolean().default(option.default);
}

/** A decimal that may be left empty. */
function decimal(
	{ displayName }: { displayName: string },
	read: (value: unknown, label: string) => string,
) {
	return z
		.unknown()
		.transform((value) =>
			value === undefined || value === null || value === '' ? undefined : read(value, displayName),
		);
}

const optionsSchema = z.object({
	concurrency: bounded(OPTIONS.concurrency).optional(),
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
	body: z.unknown(),
});

/** What the editor calls each option. */
const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
	Object.values(OPTIONS).map(({ name, displayName }) => [name, displayName]),
);

/** What limits a run. */
const LIMITS = {
	price: OPTIONS.price.displayName,
	maximumPerItem: OPTIONS.maximumPerItem.displayName,
	maximumPerRun: OPTIONS.maximumPerRun.displayName,
	threshold: OPTIONS.threshold.displayName,
};

/**
 * @param raw the options as the workflow holds them
 * @throws InputError that names the option
 */
export function readCallOptions(options: unknown, raw?: unknown): CallOptions {
	refuseNothingIn(options, raw, LIMITS);
	const parsed = optionsSchema.safeParse(options);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		const name = String(issue?.path[0] ?? '');
		throw new InputError(`${LABELS[name] ?? 'Options'}: ${issue?.message ?? 'is not valid'}`);
	}
	const { body, path, ...rest } = parsed.data;
	return {
		...rest,
		path: path === '' ? undefined : path,
		body:
			body === undefined || body === ''
				? undefined
				: readJsonObject(body, OPTIONS.body.displayName),
	};
}

/** How many items of a run are worked on at once; a value that cannot be used is reported with its item. */
export function concurrencyOf(node: IExecuteFunctions, effect: Effect): number {
	const parsed = optionsSchema.shape.concurrency.safeParse(givenConcurrency(node));
	return parsed.data ?? DEFAULT_CONCURRENCY[effect];
}

function givenConcurrency(node: IExecuteFunctions): unknown {
	try {
		return (node.getNodeParameter('options', 0, {}) as { concurrency?: unknown }).concurrency;
	} catch {
		// An expression that fails, in any of the options.
		return undefined;
	}
}

/** The options as the client takes them. */
export function limitsOf({ timeout, retries, longestWait }: CallOptions): CallLimits {
	return { timeoutMs: timeout * 1000, retry: { retries, longestWait } };
}

/**
 * The same for a look at what was ordered, which is looked at again anyway.
 *
 * @param seconds how long it may take
 */
export function lookLimitsOf(options: CallOptions, seconds: number): CallLimits {
	return { ...limitsOf({ ...options, retries: 0 }), tryMs: seconds * 1000 };
}
