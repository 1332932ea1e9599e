import { Redis } from 'ioredis';

/** A command that has had no answer after so many milliseconds has failed. */
const COMMAND_TIMEOUT_MS = 3_000;
const LONGEST_RECONNECT_PAUSE_MS = 2_000;

/** What a Redis answers that is no longer, or not yet, the one to write to: after a failover another one is. */
const NOT_THIS_SERVER = /(^|-)(READONLY|LOADING|MASTERDOWN)\b/;

/** After so long without use a connection is closed, in milliseconds: the credential has another URL by now. */
const IDLE_MS = 300_000;

interface Connection {
	redis: Redis;
	idle: NodeJS.Timeout;
}

const connections = new Map<string, Connection>();

/**
 * Checks the credential's Deduplication Redis URL.
 *
 * @returns undefined when the field is empty
 * @throws Error that does not repeat the URL, which may hold a password
 */
export function readRedisUrl(value: unknown): string | undefined {
	const url = typeof value === 'string' ? value.trim() : '';
	if (url === '') return undefined;
	const isRedis = /^rediss?:\/\//.test(url) && URL.canParse(url);
	if (!isRedis || new URL(url).hostname === '') {
		throw new Error(
			'Deduplication Redis URL must look like redis://host:6379 or rediss://host:6379',
		);
	}
	return url;
}

/**
 * The process's one connection to this Redis. It is opened when it is first used, and again when it was lost; it is
 * closed when it has not been asked for in a while.
 */
export function redisConnection(url: string): Redis {
	const existing = connections.get(url);
	if (existing) {
		existing.idle.refresh();
		return existing.redis;
	}
	const redis = openRedis(url);
	const idle = setTimeout(() => {
		connections.delete(url);
		redis.disconnect();
	}, IDLE_MS);
	// It is no reason for the process to live on.
	idle.unref();
	connections.set(url, { redis, idle });
	return redis;
}

function openRedis(url: string): Redis {
	const redis = new Redis(url, {
		lazyConnect: true,
		commandTimeout: COMMAND_TIMEOUT_MS,
		connectTimeout: COMMAND_TIMEOUT_MS,
		// A host that vanished closes no connection: one that says nothing in answer is given up.
		socketTimeout: COMMAND_TIMEOUT_MS,
		maxRetriesPerRequest: 2,
		// The command itself fails: its caller asks again, so none is repeated without end.
		reconnectOnError: ({ message }) => NOT_THIS_SERVER.test(message),
		retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RECONNECT_PAUSE_MS),
	});
	// Each command that fails says so to its caller; without a listener the process would end.
	redis.on('error', () => undefined);
	return redis;
}
