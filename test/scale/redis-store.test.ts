import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { RedisStore } from '../../nodes/PartnerSettlementTrigger/deduplication/redis-store';
import { type OwnRedis, ownRedis } from './own-redis';
import { TcpProxy } from '../faults/tcp-proxy';
import { redisUrl } from '../../stack/services.cjs';

const SHORT_PATIENCE_MS = 300;

let own: OwnRedis;
let other: Redis;
const node = `test-${randomUUID()}`;

beforeAll(() => {
	own = ownRedis();
	other = new Redis(redisUrl);
});

afterAll(async () => {
	await other.quit();
	await own.clean(node);
});

/** Two processes: each has a connection of its own. */
function stores(patienceMs = SHORT_PATIENCE_MS): [RedisStore, RedisStore] {
	return [new RedisStore(own.redis, node, patienceMs), new RedisStore(other, node, patienceMs)];
}

function claimKey(eventId: string): string {
	return `partner-settlement:{${node}}:claim:${eventId}`;
}

test('of many that claim an event at once, one gets it', async () => {
	const [one, another] = stores();
	const eventId = randomUUID();
	const claims = Array.from({ length: 20 }, (_, index) =>
		(index % 2 ? one : another).claim(eventId, `token ${index}`),
	);
	const verdicts = await Promise.all(claims);
	expect(verdicts.filter((verdict) => verdict === 'claimed')).toHaveLength(1);
	expect(verdicts.filter((verdict) => verdict === 'busy')).toHaveLength(19);
});

test('a claim whose answer is lost on the way is claimed', async () => {
	const proxy = await TcpProxy.start(redisUrl, 6379);
	const redis = new Redis(proxy.url);
	try {
		await redis.ping();
		proxy.loseNextAnswer();
		const store = new RedisStore(redis, node, SHORT_PATIENCE_MS);
		expect(await store.claim(randomUUID(), 'a')).toBe('claimed');
	} finally {
		redis.disconnect();
		await proxy.stop();
	}
});

test('what a node has seen is kept for months, not for ever', async () => {
	const [one] = stores();
	const eventId = randomUUID();
	await one.mark({ eventId, token: 'a' });
	for (const name of ['runs', 'order']) {
		const seconds = await own.redis.ttl(`partner-settlement:{${node}}:${name}`);
		expect(seconds).toBeGreaterThan(80 * 24 * 3_600);
		expect(seconds).toBeLessThan(100 * 24 * 3_600);
	}
});

test('those that wait learn that the run is stored', async () => {
	const [one, another] = stores(10_000);
	const eventId = randomUUID();
	expect(await one.claim(eventId, 'a')).toBe('claimed');
	const waiting = another.claim(eventId, 'b');
	await one.acknowledge(eventId, 'a');
	expect(await waiting).toBe('seen');
	expect(await another.claim(eventId, 'c')).toBe('seen');
	await one.mark({ eventId, token: 'a' });
	expect(await own.redis.exists(claimKey(eventId))).toBe(0);
	expect(await another.claim(eventId, 'd')).toBe('seen');
});

test('a run that is stored and never begins does not swallow its event', async () => {
	const [one, another] = stores();
	const eventId = randomUUID();
	await one.claim(eventId, 'refused');
	await one.acknowledge(eventId, 'refused');
	const milliseconds = await own.redis.pttl(claimKey(eventId));
	expect(milliseconds).toBeGreaterThan(60_000);
	expect(milliseconds).toBeLessThan(3_600_000);
	// As if that time had passed.
	await own.redis.del(claimKey(eventId));
	expect(await another.claim(eventId, 'redelivery')).toBe('claimed');
});

test('a run that began before its delivery was answered stays the owner', async () => {
	const [one, another] = stores();
	const eventId = randomUUID();
	await one.claim(eventId, 'a');
	expect(await another.mark({ eventId, token: 'a' })).toBe('applies');
	await one.acknowledge(eventId, 'a');
	expect(await own.redis.exists(claimKey(eventId))).toBe(0);
	expect(await one.mark({ eventId, token: 'b' })).toBe('stops');
});

test('a released claim goes to the next, and expires by itself', async () => {
	const [one, another] = stores();
	const eventId = randomUUID();
	await one.claim(eventId, 'a');
	await one.release(eventId, 'a');
	expect(await another.claim(eventId, 'b')).toBe('claimed');
	expect(await own.redis.pttl(claimKey(eventId))).toBeGreaterThan(0);
});

test('whoever lost the claim can neither acknowledge nor release it', async () => {
	const [one, another] = stores();
	const eventId = randomUUID();
	await one.claim(eventId, 'a');
	await own.redis.del(claimKey(eventId));
	await another.claim(eventId, 'b');
	await one.acknowledge(eventId, 'a');
	await one.release(eventId, 'a');
	expect(await own.redis.get(claimKey(eventId))).toBe('b');
});

test('the first run to mark an event applies it, also when it is retried; no other does', async () => {
	const [one, another] = stores();
	const eventId = randomUUID();
	await one.claim(eventId, 'a');
	expect(await another.mark({ eventId, token: 'b' })).toBe('applies');
	expect(await one.mark({ eventId, token: 'a' })).toBe('stops');
	expect(await another.mark({ eventId, token: 'b' })).toBe('applies');
	expect(await one.claim(eventId, 'c')).toBe('seen');
});

test('nodes do not share what they have seen', async () => {
	const [one] = stores();
	const eventId = randomUUID();
	await one.mark({ eventId, token: 'a' });
	expect(await new RedisStore(other, `${node}-2`).claim(eventId, 'b')).toBe('claimed');
});
