import { randomUUID } from 'node:crypto';

import { type LocalErrorCode, PartnerApiError, pause, readRedisUrl } from '../../../partner-api';
import { orderKey } from './idempotency-key';
import type { RunItem } from './item';
import type { Order } from './order';

/** Seconds between two looks at a key that another run has. */
const BETWEEN_LOOKS = 0.1;
/** For how long a key in Redis outlives a crash, in milliseconds. Who has it renews it. */
const LIFE_MS = 120_000;
const RENEW_EVERY_MS = 30_000;

interface KeyStore {
	/** @returns the token that has the key: the given one, or that of another run */
	setOnce: (key: string, token: string, forMs: number) => string | Promise<string>;
	extendIf: (key: string, token: string, forMs: number) => unknown;
	deleteIf: (key: string, token: string) => unknown;
}

const underWay = new Map<string, string>();

const memory: KeyStore = {
	setOnce: (key, token) => {
		const holder = underWay.get(key) ?? token;
		underWay.set(key, holder);
		return holder;
	},
	// It ends with the process.
	extendIf: () => undefined,
	deleteIf: (key, token) => underWay.get(key) === token && underWay.delete(key),
};

/**
 * Works on orders while no other run works on one with the same key: in this process or, with the credential's Redis, in
 * any process of n8n. In Redis a key has a short life, which its holder renews: a crash frees it.
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
	const keys = extIds.sort().map((extId) => orderKey(settings, extId));
	const token = randomUUID();
	const store = redisUrl === '' || keys.length === 0 ? memory : await redisStore(redisUrl);
	const renewal = setInterval(() => {
		void Promise.allSettled(keys.map(async (key) => await store.extendIf(key, token, LIFE_MS)));
	}, RENEW_EVERY_MS);
	try {
		const hadToWait = await takeKeys(item, store, keys, token);
		return hadToWait instanceof PartnerApiError ? hadToWait : await work(hadToWait);
	} finally {
		clearInterval(renewal);
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
	const end = performance.now() + options.timeout * 1000;
	let hadToWait = false;
	try {
		for (const key of keys) {
			while ((await store.setOnce(key, token, LIFE_MS)) !== token) {
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
