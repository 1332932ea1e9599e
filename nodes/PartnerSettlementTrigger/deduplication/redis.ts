import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** A command without a response after so many milliseconds has failed. */
const COMMAND_TIMEOUT_MS = 3_000;
const MAX_RECONNECT_PAUSE_MS = 2_000;

/** What a Redis says that is no longer, or not yet, the one to write to: after a failover another one is. */
const NOT_THIS_SERVER = /(^|-)(READONLY|LOADING|MASTERDOWN)\b/;

/** So many Redis servers may be in use at once. The connection to one that no credential names any more stays open. */
const MAX_CONNECTIONS = 20;

/** For how long an applied event is remembered, in milliseconds: 90 days. */
const APPLIED_MS = 90 * 24 * 60 * 60 * 1_000;

/** Lua, because Redis runs a script in one step. expected value, new value, its lifetime in ms, or 0 to delete the key */
const END_SCRIPT = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] == '0' then return redis.call('DEL', KEYS[1]) end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
`;

/** own value, its lifetime in ms -> 1, or 0 if another run applies the event */
const APPLY_SCRIPT = `
local stored = redis.call('GET', KEYS[1])
if stored and stored ~= ARGV[1] and string.sub(stored, 1, 7) == 'applied' then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`;

/**
 * Claims and applied events shared by all processes of n8n. Each event is one key, which holds `starting`, `accepted`
 * or `applied`, and the token of the run. Every method throws when Redis does not respond.
 */
export class RedisStore {
	private readonly redis: Redis;

	/** @param node what tells this node from all others that use the same Redis */
	constructor(
		url: string,
		private readonly node: string,
	) {
		this.redis = redisConnection(url);
	}

	async take(
		eventId: string,
		token: string,
		forMs: number,
	): Promise<'claimed' | 'starting' | 'seen'> {
		const own = `starting ${token}`;
		const key = this.key(eventId);
		if ((await this.redis.set(key, own, 'PX', forMs, 'NX')) === 'OK') return 'claimed';
		const stored = await this.redis.get(key);
		// The connection was lost before the response, and ioredis sent the command again.
		if (stored === own) return 'claimed';
		return stored === null || stored.startsWith('starting') ? 'starting' : 'seen';
	}

	async end(eventId: string, token: string, seenForMs: number): Promise<void> {
		const [stored, seen] = [`starting ${token}`, `accepted ${token}`];
		await this.redis.eval(END_SCRIPT, 1, this.key(eventId), stored, seen, seenForMs);
	}

	/** Whether this run applies the event: the first run that asks does, and its retries. */
	async apply(eventId: string, token: string): Promise<boolean> {
		const own = `applied ${token}`;
		return (await this.redis.eval(APPLY_SCRIPT, 1, this.key(eventId), own, APPLIED_MS)) === 1;
	}

	private key(eventId: string): string {
		return `partner-settlement:${this.node}:${eventId}`;
	}
}

/**
 * The Redis by which several processes of n8n agree which events they have seen.
 *
 * @param redisUrl the credential's Deduplication Redis URL, unchecked
 * @returns undefined where the memory of one process will do, or where the operator makes do with it
 * @throws Error where the URL is none, or where it is empty and n8n has several processes
 */
export function sharedRedis(
	context: IHookFunctions | IWebhookFunctions,
	redisUrl: unknown,
): string | undefined {
	const url = readRedisUrl(redisUrl);
	// n8n takes the value in quotation marks as well.
	const isQueueMode = /^\W*queue\W*$/.test(process.env.EXECUTIONS_MODE ?? '');
	if (url !== undefined || !isQueueMode) return url;
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	if (options.allowWithoutRedis === true) return undefined;
	throw new Error('n8n runs in queue mode, and the credential has no Deduplication Redis URL');
}

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

/** What a log may say of an error: its text alone. ioredis puts the command into the error, and so maybe the password. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown';
}

const connections = new LRUCache<string, Redis>({
	max: MAX_CONNECTIONS,
	dispose: (redis) => redis.disconnect(),
});

/** The process's one connection to this Redis. It is opened when it is first used, and again when it was lost. */
export function redisConnection(url: string): Redis {
	const redis = connections.get(url) ?? openRedis(url);
	connections.set(url, redis);
	return redis;
}

function openRedis(url: string): Redis {
	const redis = new Redis(url, {
		lazyConnect: true,
		commandTimeout: COMMAND_TIMEOUT_MS,
		connectTimeout: COMMAND_TIMEOUT_MS,
		// A host that vanished closes no connection: one that says nothing in response is given up.
		socketTimeout: COMMAND_TIMEOUT_MS,
		maxRetriesPerRequest: 2,
		// The command itself fails: its caller asks again, so none is retried without end.
		reconnectOnError: ({ message }) => NOT_THIS_SERVER.test(message),
		retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_PAUSE_MS),
	});
	// Each command that fails says so to its caller; without a listener the process would end.
	redis.on('error', () => undefined);
	return redis;
}
