import { randomUUID } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import {
	isJsonObject,
	type LocalErrorCode,
	PartnerApiError,
	type PartnerSettings,
	pause,
	readRedisUrl,
} from '../../../partner-api';
import { objectsIn } from '../definition/envelope';
import type { RunContext } from '../run/context';
import type { RunItem } from './item';
import { tellsOfError } from './lookup';
import { cameToNothing, type Order } from './order';

/** Seconds between two looks at a key that another run has. */
const BETWEEN_LOOKS = 0.1;
/** What one attempt may send: a token exchange and the call, and both again after a 401. */
const REQUESTS = 4;

interface KeyStore {
	/** @returns the token that has the key: the given one, or that of another run */
	setOnce: (key: string, token: string, forMs: number) => string | Promise<string>;
	deleteIf: (key: string, token: string) => unknown;
}

const underWay = new Map<string, string>();

/** What the API said to this process of an order. */
type Answer = 'done' | 'accepted';

const answers = new LRUCache<string, Answer>({ max: 10_000 });

/** Takes note that the order with a key is done; or accepted, by a 2xx that shows no order and no error. */
export function remember(
	{ settings }: RunContext,
	extId: string | undefined,
	answer: Answer,
): void {
	if (extId === undefined) return;
	const key = keyOf(settings, extId);
	if (answers.get(key) !== 'done') answers.set(key, answer);
}

/** Remembers that the API accepted an order, where a 2xx shows something, and neither the order nor an error. */
export function noteAccepted({ run }: RunItem, order: Order, response: unknown): void {
	const parts = Array.isArray(response) ? objectsIn(response) : [response];
	const isRefused = parts.some((part) => tellsOfError(part) || cameToNothing(part, order));
	if (isEmpty(response) || isRefused) return;
	remember(run, order.extId, 'accepted');
}

function isEmpty(response: unknown): boolean {
	if (isJsonObject(response)) return Object.keys(response).length === 0;
	return Array.isArray(response) ? response.length === 0 : !response;
}

/** What the API said to this process of the order with a key, whatever a lookup says. */
export function answerTo({ settings }: RunContext, extId: string | undefined): Answer | undefined {
	return extId === undefined ? undefined : answers.get(keyOf(settings, extId));
}

function keyOf({ apiUrl, partnerId }: PartnerSettings, extId: string): string {
	return `partner-settlement:order:${apiUrl} ${partnerId}:${extId}`;
}

const memory: KeyStore = {
	setOnce: (key, token) => {
		const holder = underWay.get(key) ?? token;
		underWay.set(key, holder);
		return holder;
	},
	deleteIf: (key, token) => underWay.get(key) === token && underWay.delete(key),
};

/**
 * Works on orders while no other run works on one with the same key: in this process or, with the credential's Redis, in
 * any process of n8n. In Redis a key lives as long as the calls can take, so that a crash frees it.
 *
 * @param work is told whether another run had one of the keys before, so that its order may exist
 * @returns what the work gives; where the keys could not be had, a failure: nothing was sent
 */
export async function withKeys<T>(
	item: RunItem,
	orders: readonly Order[],
	work: (hadToWait: boolean) => Promise<T>,
): Promise<T | PartnerApiError> {
	const { settings, redisUrl, operation } = item.run;
	// The API knows the repeat of a screening (section 4.7, rule 4).
	const extIds = operation.effect === 'screen' ? [] : orders.flatMap(({ extId }) => extId ?? []);
	// All runs take them in the same order, so that no two wait for each other.
	const keys = extIds.sort().map((extId) => keyOf(settings, extId));
	const token = randomUUID();
	const store = redisUrl === '' || keys.length === 0 ? memory : await redisStore(redisUrl);
	try {
		const hadToWait = await takeKeys(item, store, keys, token);
		return hadToWait instanceof PartnerApiError ? hadToWait : await work(hadToWait);
	} finally {
		// A key that cannot be released expires.
		await Promise.allSettled(keys.map(async (key) => await store.deleteIf(key, token)));
	}
}

/** @returns whether another run had one of them before; a failure where they cannot be had in time */
async function takeKeys(
	{ run, options }: RunItem,
	store: KeyStore,
	keys: readonly string[],
	token: string,
): Promise<boolean | PartnerApiError> {
	const { timeout, retries, longestWait } = options;
	// A lookup before each order and behind it, and the call itself.
	const calls = 2 * keys.length + 1;
	const forMs = calls * (retries + 1) * (REQUESTS * timeout + longestWait) * 1000;
	const end = performance.now() + timeout * 1000;
	let hadToWait = false;
	try {
		for (const key of keys) {
			while ((await store.setOnce(key, token, forMs)) !== token) {
				hadToWait = true;
				if (performance.now() >= end) return notSent('key_under_way');
				await pause(BETWEEN_LOOKS, run.signal, 'not_sent');
			}
		}
		return hadToWait;
	} catch (error) {
		return error instanceof PartnerApiError ? error : notSent('redis_unreachable');
	}
}

function notSent(code: LocalErrorCode): PartnerApiError {
	return new PartnerApiError({ code, outcome: 'not_sent', phase: 'call' });
}

async function redisStore(url: string): Promise<KeyStore> {
	// It is loaded where it is used, as few runs need it.
	const { RedisStore } = await import('../../redis');
	return new RedisStore(readRedisUrl(url) ?? '');
}
