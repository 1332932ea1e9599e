import { LRUCache } from 'lru-cache';

import { isJsonObject } from '../../../partner-api';
import { objectsIn } from '../definition/envelope';
import type { RunContext } from '../run/context';
import { orderKey } from './idempotency-key';
import type { RunItem } from './item';
import { tellsOfError } from './lookup';
import { allStatuses, cameToNothing, type Order, STANDS } from './order';
import type { Done } from './settle';

/** What this process has seen the API accept, by its key: orders that were done, and those that no response has shown yet. */
const accepted = new LRUCache<string, 'done' | 'unshown'>({ max: 10_000 });

/** Remembers that an order is done. @returns it, and whether that was known before */
export function noteDone({ run }: RunItem, { extId }: Order, settled: Done): Done {
	if (extId === undefined) return settled;
	const isOld = settled.isOld === true || acceptedHere(run, extId) === 'done';
	accepted.set(orderKey(run.settings, extId), 'done');
	return { ...settled, isOld };
}

/** Remembers that the API accepted an order, where a 2xx shows something else. An error says so only beside an order that stands. */
export function noteAcceptedUnshown({ run }: RunItem, order: Order, response: unknown): void {
	const stands = (part: unknown) => STANDS.has(allStatuses(part)[0] ?? '');
	const parts = Array.isArray(response) ? objectsIn(response) : [response];
	const isRefused = parts.some(
		(part) => (tellsOfError(part) && !stands(part)) || cameToNothing(part, order),
	);
	const { extId } = order;
	if (extId === undefined || isEmpty(response) || isRefused || acceptedHere(run, extId)) return;
	accepted.set(orderKey(run.settings, extId), 'unshown');
}

function isEmpty(response: unknown): boolean {
	if (isJsonObject(response)) return Object.keys(response).length === 0;
	return Array.isArray(response) ? response.length === 0 : !response;
}

/** Whether this process has seen the API accept the order with a key, whatever a lookup says. */
export function acceptedHere(
	{ settings }: RunContext,
	extId: string | undefined,
): 'done' | 'unshown' | undefined {
	return extId === undefined ? undefined : accepted.get(orderKey(settings, extId));
}
