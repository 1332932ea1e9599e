import { createHash, randomUUID } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import {
	jsonOrUndefined,
	localFailure,
	PartnerApiError,
	pause,
	readRedisUrl,
	stringifyJson,
} from '../../../partner-api';
import { isQueueMode } from '../../queue-mode';
import type { Order } from '../definition/order';
import type { RunItem } from '../run/run-item';
import { isCounted } from '../limits/budget/reservations';
import { orderKey } from './idempotency-key';

/** Seconds between two checks of a key that another run holds. */
const BETWEEN_LOOKS = 0.1;
/** How long a key in Redis outlives a crash, in milliseconds. Its holder renews it. */
const LIFE_MS = 120_000;
const RENEW_EVERY_MS = 30_000;

/** The last attempt under a key that may have placed its order. */
interface Remembered {
	/** When it ended, by the wall clock in milliseconds; when it began if it is still in progress. */
	at: number;
	/** A digest of the order. */
	of: string;
}

interface KeyStore {
	/** @returns the token that has the key: the given one, or that of another run */
	setOnce: (key: string, token: string, forMs: number) => string | Promise<string>;
	/** @returns whether the token still has the key */
	extendIf: (key: string, token: string, forMs: number) => boolean | Promise<boolean>;
	deleteIf: (key: string, token: string) => unknown;
	get: (key: string) => string | undefined | Promise<string | undefined>;
	set: (key: string, value: string, forMs: number) => unknown;
	delete: (key: string) => unknown;
}

const underWay = new Map<string, string>();
const remembered = new LRUCache<string, string>({ max: 10_000 });

const memory: KeyStore = {
	setOnce: (key, token) => {
		const holder = underWay.get(key) ?? token;
		underWay.set(key, holder);
		return holder;
	},
	// A key in memory never expires, so its holder still has it.
	extendIf: () => true,
	deleteIf: (key, token) => underWay.get(key) === token && underWay.delete(key),
	get: (key) => remembered.get(key),
	set: (key, value) => remembered.set(key, value),
	delete: (key) => remembered.delete(key),
};

/** The keys that this run holds, and the attempts remembered for them. */
export interface HeldKeys {
	/** Whether another run held one of them before. */
	hadToWait: boolean;
	/** Whether another process may have attempted one of them, without this one knowing. */
	isBlind: boolean;
	/** When the last attempt that may have placed an order ended, and whether it was for this very order. */
	attemptOf: (order: Order) => { at: number; isSame: boolean } | undefined;
	/** Makes sure that the keys are still this run's. Rejects with `key_under_way` or `redis_unreachable`. */
	confirm: () => Promise<void>;
	/** Remembers that attempts may place orders, from now on. Rejects with `redis_unreachable`. */
	noteAttempts: (orders: readonly Order[]) => Promise<void>;
	/** Forgets the attempt, because it was refused or not sent. */
	forgetAttempt: (order: Order) => Promise<void>;
}

/**
 * Works on orders while no other run works on one with the same key: in this process, or in any process of n8n. Across
 * processes, this needs the credential's Redis. It applies to orders that are counted for a limit, and to calls whose
 * retries the API may not recognize. In Redis, a key expires two minutes after a crash.
 *
 * @returns the result of the work, or a failure if the keys were not available: then nothing was sent
 */
export async function withKeys<T>(
	item: RunItem,
	orders: readonly Order[],
	work: (held: HeldKeys) => Promise<T>,
): Promise<T | PartnerApiError> {
	const { settings, redisUrl, operation } = item.run;
	// The API recognizes a retry of a screening (section 4.7, rule 4).
	const extIds = operation.effect === 'screen' ? [] : orders.flatMap(({ extId }) => extId ?? []);
	// All runs take them in the same order, so two never wait for each other.
	const keys = extIds.sort().map((extId) => orderKey(settings, extId));
	const token = randomUUID();
	// If orders are counted, Redis is needed anyway, and an order that may exist is looked up: without the end of its last
	// attempt, a lookup has to wait.
	const isNeeded = item.request.retrySafety === 'unsafe' || isCounted(item.run);
	const isShared = redisUrl !== '' && extIds.length > 0 && isNeeded;
	const store = isShared ? await redisStore(redisUrl) : memory;
	const renewal = setInterval(() => {
		void Promise.allSettled(keys.map(async (key) => await store.extendIf(key, token, LIFE_MS)));
	}, RENEW_EVERY_MS);
	try {
		const held = await takeKeys(item, store, keys, token);
		return held instanceof PartnerApiError ? held : await work(held);
	} finally {
		clearInterval(renewal);
		// A key that cannot be released expires.
		await Promise.allSettled(keys.map(async (key) => await store.deleteIf(key, token)));
	}
}

/** @returns a failure if the keys are not available in time */
async function takeKeys(
	{ run, options }: RunItem,
	store: KeyStore,
	keys: readonly string[],
	token: string,
): Promise<HeldKeys | PartnerApiError> {
	const { settings, signal } = run;
	const end = performance.now() + (options.timeout + settings.dialect.documentDelay) * 1000;
	const attempts = new Map<string, Remembered>();
	const keyOf = ({ extId = '' }: Order) => orderKey(settings, extId);
	const nameOf = (order: Order) => noteName(keyOf(order));
	// An order without a key, and a screening, are not remembered.
	const isHeld = ({ extId }: Order) => keys.length > 0 && extId !== undefined;
	let hadToWait = false;
	try {
		for (const key of keys) {
			while ((await store.setOnce(key, token, LIFE_MS)) !== token) {
				hadToWait = true;
				if (performance.now() >= end) return localFailure('key_under_way', 'not_sent');
				await pause(BETWEEN_LOOKS, signal, 'not_sent');
			}
			const known = jsonOrUndefined((await store.get(noteName(key))) ?? '');
			if (known !== undefined) attempts.set(noteName(key), known as Remembered);
		}
	} catch (error) {
		return error instanceof PartnerApiError ? error : localFailure('redis_unreachable', 'not_sent');
	}
	return {
		hadToWait,
		isBlind: store === memory && isQueueMode(),
		attemptOf: (order) => {
			const attempt = attempts.get(nameOf(order));
			return attempt && { at: attempt.at, isSame: attempt.of === contentOf(order) };
		},
		confirm: async () => {
			for (const key of keys) {
				const isOurs = await reached(store.extendIf(key, token, LIFE_MS));
				if (!isOurs) throw localFailure('key_under_way', 'not_sent');
			}
		},
		noteAttempts: async (orders) => {
			const longest = Math.max(LIFE_MS, settings.dialect.documentDelay * 2_000);
			for (const order of orders.filter(isHeld)) {
				const attempt: Remembered = { at: Date.now(), of: contentOf(order) };
				await reached(store.set(nameOf(order), JSON.stringify(attempt), longest));
			}
		},
		forgetAttempt: async (order) => {
			if (!isHeld(order)) return;
			// If another run has the key by now, the remembered attempt may be that run's.
			if (!(await store.extendIf(keyOf(order), token, LIFE_MS))) return;
			const before = attempts.get(nameOf(order));
			if (before) await store.set(nameOf(order), JSON.stringify(before), LIFE_MS);
			else await store.delete(nameOf(order));
		},
	};
}

/** The name of an attempt that is remembered. No order number can make it the name of a key. */
function noteName(key: string): string {
	return `attempt ${key}`;
}

/** A digest of an order: another order under the same key has another digest. */
function contentOf({ identifying, fields }: Order): string {
	const told = [...identifying, 'amount'].map((name) => fields[name] ?? null);
	return createHash('sha256').update(stringifyJson(told)).digest('hex');
}

/** The response of a store. @throws PartnerApiError `redis_unreachable`, not sent */
async function reached<T>(response: T): Promise<Awaited<T>> {
	try {
		return await response;
	} catch {
		throw localFailure('redis_unreachable', 'not_sent');
	}
}

async function redisStore(url: string): Promise<KeyStore> {
	// Loaded only here, because few runs need it.
	const { RedisStore } = await import('../../redis');
	return new RedisStore(readRedisUrl(url) ?? '');
}
