import { Redis } from 'ioredis';

/** A command that has had no answer after so many milliseconds has failed. */
const COMMAND_TIMEOUT_MS = 3_000;
const LONGEST_RECONNECT_PAUSE_MS = 2_000;

const connections = new Map<string, Redis>();

/**
 * Checks the credential's Deduplication Redis URL.
 *
 * @returns undefined when the field is empty
 * @throws Error that does not repeat the URL, which may hold a password
 */
export function readRedisUrl(value: unknown): string | undefined {
	const url = typeof value === 'string' ? value.trim() : '';
	if (url === '') return undefined;
	if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
		throw new Error(
			'Deduplication Redis URL must look like redis://host:6379 or rediss://host:6379',
		);
	}
	return url;
}

/** The process's one connection to this Redis. It is opened when it is first used, and again when it was lost. */
export function redisConnection(url: string): Redis {
	const existing = connections.get(url);
	if (existing) return existing;
	const redis = new Redis(url, {
		lazyConnect: true,
		commandTimeout: COMMAND_TIMEOUT_MS,
		connectTimeout: COMMAND_TIMEOUT_MS,
		maxRetriesPerRequest: 2,
		retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RECONNECT_PAUSE_MS),
	});
	// Each command that fails says so to its caller; without a listener the process would end.
	redis.on('error', () => undefined);
	connections.set(url, redis);
	return redis;
}
