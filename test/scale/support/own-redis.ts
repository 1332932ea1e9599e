import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { redisUrl } from '../../../dev/stack/services.cjs';
import { redisConnection } from '../../../nodes/redis';
import { Relay } from '../../support/relay';
import { used } from '../../support/used';

/** Where no Redis listens. */
export const GONE = 'redis://127.0.0.1:1';

/** A test's own keys on the server of REDIS_URL. */
export interface OwnRedis {
	redis: Redis;
	/** n8n's settings to use this Redis for its queue. */
	env: NodeJS.ProcessEnv;
	/** Removes the queue's keys, and those with one of these texts in their name. */
	clean: (...texts: string[]) => Promise<void>;
}

async function removeKeys(redis: Redis, pattern: string): Promise<void> {
	let cursor = '0';
	do {
		const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1_000);
		if (keys.length > 0) await redis.del(...keys);
		cursor = next;
	} while (cursor !== '0');
}

export function ownRedis(): OwnRedis {
	const prefix = `scale-${randomUUID()}`;
	const redis = new Redis(redisUrl);
	const { hostname, port, username, password, pathname } = new URL(redisUrl);
	return {
		redis,
		env: {
			QUEUE_BULL_REDIS_HOST: hostname,
			QUEUE_BULL_REDIS_PORT: port || '6379',
			QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(username),
			QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(password),
			QUEUE_BULL_REDIS_DB: pathname.slice(1) || '0',
			QUEUE_BULL_PREFIX: prefix,
			N8N_REDIS_KEY_PREFIX: prefix,
		},
		clean: async (...texts) => {
			for (const text of [prefix, ...texts]) await removeKeys(redis, `*${text}*`);
			await redis.quit();
		},
	};
}

/** The Redis of a file's tests, and a second way to it: its connection is another, like that of another process. */
export function useRedis(...texts: string[]) {
	return used(
		async () => {
			const other = await Relay.to(redisUrl);
			return { ...ownRedis(), other, otherUrl: other.by(redisUrl) };
		},
		async ({ other, otherUrl, clean }) => {
			for (const url of [redisUrl, otherUrl, GONE]) redisConnection(url).disconnect();
			await other.shut();
			await clean(...texts);
		},
	);
}
