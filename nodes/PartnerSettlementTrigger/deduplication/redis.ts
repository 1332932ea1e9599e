import { Redis } from 'ioredis';

import { InputError } from '../../../partner-api';

/** A command without a response after so many milliseconds has failed. */
const COMMAND_TIMEOUT_MS = 5_000;
/** ioredis connects 20 times before the commands that wait have failed, so none is sent after its timeout. */
const BETWEEN_CONNECTS_MS = 200;
/** A host that vanished closes no connection: one that says nothing in response is given up, in milliseconds. */
const SILENCE_MS = 3_000;

/** For how long an applied event is remembered, in milliseconds: 90 days. */
const APPLIED_MS = 90 * 24 * 60 * 60 * 1_000;

/** Whether a delivery has the claim, or another one is starting the event's run, or a run is stored. */
export type ClaimState = 'claimed' | 'starting' | 'stored';

/**
 * Claims and applied events shared by all processes of n8n: one key for each of the two, which holds the token of a
 * delivery, or `stored`. ioredis sends a command again when the connection was lost before the response, so each may
 * come twice. Every method throws when Redis does not respond.
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

	/** Claims the event for so long, where no other delivery has. */
	async take(eventId: string, token: string, forMs: number): Promise<ClaimState> {
		const key = this.claimKey(eventId);
		if ((await this.redis.set(key, token, 'PX', forMs, 'NX')) === 'OK') return 'claimed';
		const held = await this.redis.get(key);
		if (held === token) return 'claimed';
		return held === 'stored' ? 'stored' : 'starting';
	}

	/** A run of the event is stored; for so long, further deliveries start none. */
	async noteStored(eventId: string, forMs: number): Promise<void> {
		await this.redis.set(this.claimKey(eventId), 'stored', 'PX', forMs);
	}

	/** The next delivery may have the claim. */
	async free(eventId: string): Promise<void> {
		await this.redis.del(this.claimKey(eventId));
	}

	/** Whether this run applies the event: the first run that asks does, and its retries. */
	async apply(eventId: string, token: string): Promise<boolean> {
		const key = `partner-settlement:${this.node}:applied:${eventId}`;
		const isFirst = (await this.redis.set(key, token, 'PX', APPLIED_MS, 'NX')) === 'OK';
		return isFirst || (await this.redis.get(key)) === token;
	}

	private claimKey(eventId: string): string {
		return `partner-settlement:${this.node}:claim:${eventId}`;
	}
}

/**
 * The Redis by which several processes of n8n agree which events they have seen.
 *
 * @param redisUrl the credential's Deduplication Redis URL, unchecked
 * @returns undefined where the memory of one process will do
 * @throws InputError where the URL is none, or where it is empty and n8n has several processes
 */
export function sharedRedis(redisUrl: unknown): string | undefined {
	const url = readRedisUrl(redisUrl);
	if (url === undefined && process.env.EXECUTIONS_MODE?.includes('queue')) {
		throw new InputError(
			'n8n runs in queue mode, and the credential has no Deduplication Redis URL',
			'In queue mode the processes of n8n share there which events they have seen, or an event may be applied twice. Fill in Deduplication Redis URL in the credential, such as redis://host:6379: the Redis of the queue will do, if it keeps its data.',
		);
	}
	return url;
}

/**
 * Checks the credential's Deduplication Redis URL.
 *
 * @returns undefined when the field is empty
 * @throws InputError that does not repeat the URL, which may hold a password
 */
export function readRedisUrl(value: unknown): string | undefined {
	const url = typeof value === 'string' ? value.trim() : '';
	if (url === '') return undefined;
	if (!/^rediss?:\/\/[^/?]/.test(url) || !URL.canParse(url)) {
		throw new InputError(
			'Deduplication Redis URL must look like redis://host:6379 or rediss://host:6379',
		);
	}
	return url;
}

/** What a log may say of an error: its text alone. ioredis puts the command into the error, and so maybe the password. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown';
}

const connections = new Map<string, Redis>();

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
		connectTimeout: SILENCE_MS,
		socketTimeout: SILENCE_MS,
		retryStrategy: () => BETWEEN_CONNECTS_MS,
		// After a failover another server is the one to write to.
		reconnectOnError: ({ message }) => message.startsWith('READONLY'),
	});
	// Each command that fails says so to its caller; without a listener the process would end.
	redis.on('error', () => undefined);
	return redis;
}
