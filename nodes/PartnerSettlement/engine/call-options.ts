import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import {
	type CallLimits,
	decimalString,
	InputError,
	positiveAmount,
	readJsonObject,
} from '../../../partner-api';
import type { CallOptions } from '../catalog/item-call';
import { DEFAULT_CONCURRENCY, type Effect } from '../catalog/operation';
import { TERMINAL_STATUSES } from '../catalog/option-properties';
import { refuseNothingIn } from './empty-expression';

const MOST_CONCURRENCY = 64;
const DEFAULT_TIMEOUT_SECONDS = 30;
const MOST_RETRIES = 20;
const DEFAULT_RETRIES = 3;
const DEFAULT_LONGEST_WAIT_SECONDS = 30;
const DEFAULT_CART_SIZE = 100;
const DEFAULT_MAX_WAIT_SECONDS = 60;
const DEFAULT_POLL_INTERVAL_SECONDS = 1;

const positive = z.coerce.number().positive();

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

/** What limits a run, and what the editor calls it. */
const LIMITS = {
	price: 'Price (USDT)',
	maximumPerItem: 'Maximum per Item (USDT)',
	maximumPerRun: 'Maximum per Run (USDT)',
	threshold: 'Threshold',
} as const;

/** A decimal that may be left empty. */
function decimal(label: string, read: (value: unknown, label: string) => string) {
	return z
		.unknown()
		.transform((value) =>
			value === undefined || value === null || value === '' ? undefined : read(value, label),
		);
}

const optionsSchema = z.object({
	concurrency: positive.int().max(MOST_CONCURRENCY).optional(),
	timeout: positive.max(3600).default(DEFAULT_TIMEOUT_SECONDS),
	retries: z.coerce.number().int().min(0).max(MOST_RETRIES).default(DEFAULT_RETRIES),
	longestWait: z.coerce.number().min(0).max(3600).default(DEFAULT_LONGEST_WAIT_SECONDS),
	maxWait: positive.max(3600).default(DEFAULT_MAX_WAIT_SECONDS),
	pollInterval: positive.max(600).default(DEFAULT_POLL_INTERVAL_SECONDS),
	wholeAnswer: z.boolean().default(false),
	cartSize: positive.int().default(DEFAULT_CART_SIZE),
	checkAddress: z.boolean().default(true),
	waitForOutcome: z.boolean().default(false),
	terminalStatuses: z.string().default(TERMINAL_STATUSES).transform(readList),
	stopWhenShort: z.boolean().optional(),
	price: decimal(LIMITS.price, priceString),
	maximumPerItem: decimal(LIMITS.maximumPerItem, positiveAmount),
	maximumPerRun: decimal(LIMITS.maximumPerRun, positiveAmount),
	threshold: decimal(LIMITS.threshold, positiveAmount),
	path: z.string().trim().optional(),
	body: z.unknown(),
});

const LABELS: Record<string, string> = {
	concurrency: 'Items at Once',
	timeout: 'Timeout',
	cartSize: 'Cart Size',
	checkAddress: 'Check Address',
	retries: 'Retries',
	longestWait: 'Longest Wait',
	maxWait: 'Maximum Wait',
	pollInterval: 'Poll Interval',
	wholeAnswer: 'Whole Answer',
	waitForOutcome: 'Wait for the Outcome',
	terminalStatuses: 'Terminal Statuses',
	stopWhenShort: 'Stop When Balance Is Short',
	path: 'Path',
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
		body: body === undefined || body === '' ? undefined : readJsonObject(body, 'Body'),
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
