import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

import { InputError, readRedisUrl } from '../partner-api';
import { isQueueMode } from './queue-mode';

/** A command without a response for this many milliseconds has failed. */
const COMMAND_TIMEOUT_MS = 5_000;
/**
 * ioredis tries to connect 20 times before waiting commands fail. If a host refuses, that takes 4 seconds: less than
 * their timeout.
 */
const BETWEEN_CONNECTS_MS = 200;
/** A host that vanished closes no connection: after this many milliseconds without a response, the connection is given up. */
const SILENCE_MS = 3_000;
/** After this many milliseconds without a command, a connection is closed, or no longer tried: the URL may have changed. */
const IDLE_MS = 60_000;

const ifHeld = (command: string) =>
	`if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call(${command}) else return 0 end`;
const DELETE_IF = ifHeld("'del', KEYS[1]");
const EXTEND_IF = ifHeld("'pexpire', KEYS[1], ARGV[2]");

/**
 * Values shared by all processes of n8n, by key. If the connection is lost before the response, ioredis sends a command
 * again, so each may arrive twice. Every method throws if Redis does not respond.
 */
export class RedisStore {
	constructor(private readonly url: string) {}

	private get redis(): Redis {
		return redisConnection(this.url);
	}

	/**
	 * Sets a key that is not set yet, for `forMs` milliseconds.
	 *
	 * @returns the value of the key: the given one, or another that was there before
	 */
	async setOnce(key: string, value: string, forMs: number): Promise<string> {
		for (;;) {
			if ((await this.redis.set(key, value, 'PX', forMs, 'NX')) === 'OK') return value;
			const known = await this.redis.get(key);
			// The key may have expired between the two commands.
			if (known !== null) return known;
		}
	}

	async get(key: string): Promise<string | undefined> {
		return (await this.redis.get(key)) ?? undefined;
	}

	async delete(key: string): Promise<void> {
		await this.redis.del(key);
	}

	async set(key: string, value: string, forMs: number): Promise<void> {
		await this.redis.set(key, value, 'PX', forMs);
	}

	/** Extends the life of a key that still has this value to `forMs` milliseconds from now. @returns whether it has */
	async extendIf(key: string, value: string, forMs: number): Promise<boolean> {
		return (await this.redis.eval(EXTEND_IF, 1, key, value, forMs)) === 1;
	}

	/** Deletes a key that still has this value. */
	async deleteIf(key: string, value: string): Promise<void> {
		await this.redis.eval(DELETE_IF, 1, key, value);
	}
}

/**
 * The URL of the Redis in which several processes of n8n agree which events they have seen.
 *
 * @param redisUrl the credential's Redis URL, unchecked
 * @returns the checked URL; undefined if the memory of one process is enough
 * @throws InputError if the URL is invalid, or missing although n8n has several processes
 */
export function sharedRedis(redisUrl: unknown): string | undefined {
	const url = readRedisUrl(redisUrl);
	if (url === undefined && isQueueMode()) {
		throw new InputError(
			'n8n runs in queue mode, and the credential has no Redis URL',
			"In queue mode, n8n's processes use Redis to share the events they have seen. Without it, an event may be applied twice. Fill in Redis URL in the credential, such as redis://host:6379. You can use the queue's Redis, if it keeps its data.",
		);
	}
	return url;
}

/** The text of an error for a log. ioredis puts the command, and perhaps the password, into other parts of the error. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown';
}

const connections = new LRUCache<string, Redis>({
	...{ ttl: IDLE_MS, ttlAutopurge: true, updateAgeOnGet: true },
	dispose: (redis) => {
		redis.disconnect();
	},
});

/** The process's one connection to this Redis, opened again after a loss. Do not keep it: it is closed when it is idle. */
export function redisConnection(url: string): Redis {
	const known = connections.get(url);
	if (known) return known;
	const redis = new Redis(url, {
		lazyConnect: true,
		commandTimeout: COMMAND_TIMEOUT_MS,
		connectTimeout: SILENCE_MS,
		socketTimeout: SILENCE_MS,
		retryStrategy: () => BETWEEN_CONNECTS_MS,
		// After a failover, another server accepts writes.
		reconnectOnError: ({ message }) => message.startsWith('READONLY'),
	});
	// Each failed command reports to its caller; without a listener the process would end.
	redis.on('error', () => undefined);
	connections.set(url, redis);
	return redis;
}
