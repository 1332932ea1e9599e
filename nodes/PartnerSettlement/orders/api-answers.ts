import { LRUCache } from 'lru-cache';

import { isJsonObject } from '../../../partner-api';
import { objectsIn } from '../definition/envelope';
import type { RunContext } from '../run/context';
import { orderKey } from './idempotency-key';
import type { RunItem } from './item';
import { tellsOfError } from './lookup';
import { cameToNothing, type Order } from './order';

/** What the API said to this process of an order. */
type Answer = 'done' | 'accepted';

const answers = new LRUCache<string, Answer>({ max: 10_000 });

/** Takes note that the order with a key is done; or accepted, by a 2xx that shows no order and no error. */
export function noteAnswer(
	{ settings }: RunContext,
	extId: string | undefined,
	answer: Answer,
): void {
	if (extId === undefined) return;
	const key = orderKey(settings, extId);
	if (answers.get(key) !== 'done') answers.set(key, answer);
}

/** Remembers that the API accepted an order, where a 2xx shows something, and neither the order nor an error. */
export function noteAccepted({ run }: RunItem, order: Order, response: unknown): void {
	const parts = Array.isArray(response) ? objectsIn(response) : [response];
	const isRefused = parts.some((part) => tellsOfError(part) || cameToNothing(part, order));
	if (isEmpty(response) || isRefused) return;
	noteAnswer(run, order.extId, 'accepted');
}

function isEmpty(response: unknown): boolean {
	if (isJsonObject(response)) return Object.keys(response).length === 0;
	return Array.isArray(response) ? response.length === 0 : !response;
}

/** What the API said to this process of the order with a key, whatever a lookup says. */
export function knownAnswer(
	{ settings }: RunContext,
	extId: string | undefined,
): Answer | undefined {
	return extId === undefined ? undefined : answers.get(orderKey(settings, extId));
}
