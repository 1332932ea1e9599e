import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { InputError, readJsonObject } from '../../../partner-api';
import type { CallOptions } from '../catalog/item-call';
import { DEFAULT_CONCURRENCY, type Effect } from '../catalog/operation';

const MOST_CONCURRENCY = 64;
const DEFAULT_TIMEOUT_SECONDS = 30;
const DEFAULT_MAX_WAIT_SECONDS = 60;
const DEFAULT_POLL_INTERVAL_SECONDS = 1;

const positive = z.coerce.number().positive();

const optionsSchema = z.object({
	concurrency: positive.int().max(MOST_CONCURRENCY).optional(),
	timeout: positive.max(3600).default(DEFAULT_TIMEOUT_SECONDS),
	maxWait: positive.max(3600).default(DEFAULT_MAX_WAIT_SECONDS),
	pollInterval: positive.max(600).default(DEFAULT_POLL_INTERVAL_SECONDS),
	wholeAnswer: z.boolean().default(false),
	path: z.string().trim().optional(),
	body: z.unknown(),
});

const LABELS: Record<string, string> = {
	concurrency: 'Items at Once',
	timeout: 'Timeout',
	maxWait: 'Maximum Wait',
	pollInterval: 'Poll Interval',
	wholeAnswer: 'Whole Answer',
	path: 'Path',
};

/** @throws InputError that names the option */
export function readCallOptions(options: unknown): CallOptions {
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

/** How many items of a run are worked on at once; a value out of bounds is reported with its item. */
export function concurrencyOf(node: IExecuteFunctions, effect: Effect): number {
	const { concurrency } = node.getNodeParameter('options', 0, {}) as { concurrency?: unknown };
	const parsed = optionsSchema.shape.concurrency.safeParse(concurrency);
	return parsed.data ?? DEFAULT_CONCURRENCY[effect];
}
