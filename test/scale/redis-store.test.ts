// Claims and applied events in a real Redis, asked by two processes: each has a connection of its own.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
	redisConnection,
	RedisStore,
} from '../../nodes/PartnerSettlementTrigger/deduplication/redis';
import { redisUrl } from '../../stack/services.cjs';
import { TcpProxy } from '../faults/tcp-proxy';
import { type OwnRedis, ownRedis } from './own-redis';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let own: OwnRedis;
let other: TcpProxy;
let one: RedisStore;
let another: RedisStore;
let eventId: string;
const node = `test-${randomUUID()}`;

beforeAll(async () => {
	own = ownRedis();
	other = await TcpProxy.start(redisUrl, 6379);
	one = new RedisStore(redisUrl, node);
	another = new RedisStore(other.url, node);
});

afterAll(async () => {
	for (const url of [redisUrl, other.url]) redisConnection(url).disconnect();
	await other.stop();
	await own.clean(node);
});

beforeEach(() => {
	eventId = randomUUID();
});

function take(store: RedisStore, token: string): ReturnType<RedisStore['take']> {
	return store.take(eventId, token, MINUTE_MS);
}

function key(of: 'applied' | 'claim' = 'claim'): string {
	return `partner-settlement:${node}:${of}:${eventId}`;
}

test('of many that claim an event at once, one gets it', async () => {
	const claims = Array.from({ length: 20 }, (_, index) =>
		take(index % 2 ? one : another, `token ${index}`),
	);
	const verdicts = await Promise.all(claims);
	expect(verdicts.filter((verdict) => verdict === 'claimed')).toHaveLength(1);
	expect(verdicts.filter((verdict) => verdict === 'starting')).toHaveLength(19);
});

test('a claim whose response is lost on the way is claimed', async () => {
	await redisConnection(other.url).ping();
	other.loseNextAnswer();
	expect(await take(another, 'a')).toBe('claimed');
});

test('once its run is stored, an event is seen', async () => {
	await take(one, 'a');
	await one.noteStored(eventId, 10 * MINUTE_MS);
	expect(await take(another, 'b')).toBe('stored');
	// A run that is stored and never begins does not swallow its event.
	expect(await own.redis.pttl(key())).toBeGreaterThan(9 * MINUTE_MS);
	expect(await own.redis.pttl(key())).toBeLessThanOrEqual(10 * MINUTE_MS);
});

test('a run that begins before its delivery is answered stays the one that applies the event', async () => {
	await take(one, 'a');
	expect(await another.apply(eventId, 'a')).toBe(true);
	await one.noteStored(eventId, MINUTE_MS);
	await one.free(eventId);
	expect(await one.apply(eventId, 'b')).toBe(false);
	expect(await own.redis.get(key('applied'))).toBe('a');
});

test('a claim that is freed goes to the next, and expires by itself', async () => {
	await take(one, 'a');
	await one.free(eventId);
	expect(await take(another, 'b')).toBe('claimed');
	expect(await own.redis.pttl(key())).toBeGreaterThan(0);
	expect(await own.redis.pttl(key())).toBeLessThanOrEqual(MINUTE_MS);
});

test('the first run that asks applies the event, also when it is retried; no other does', async () => {
	await take(one, 'a');
	expect(await another.apply(eventId, 'b')).toBe(true);
	expect(await one.apply(eventId, 'a')).toBe(false);
	expect(await another.apply(eventId, 'b')).toBe(true);
});

test('of many runs that ask at once, one applies the event', async () => {
	const runs = Array.from({ length: 20 }, (_, index) =>
		(index % 2 ? one : another).apply(eventId, `token ${index}`),
	);
	expect((await Promise.all(runs)).filter(Boolean)).toHaveLength(1);
});

test('whatever is claimed, noted and freed in between, one run applies an event', async () => {
	const STEPS = {
		take: (store, id, token) => store.take(id, token, MINUTE_MS),
		note: (store, id) => store.noteStored(id, MINUTE_MS),
		free: (store, id) => store.free(id),
		apply: (store, id, token) => store.apply(id, token),
	} satisfies Record<string, (store: RedisStore, id: string, token: string) => Promise<unknown>>;
	const anyStep = fc.record({
		name: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
		token: fc.constantFrom('a', 'b', 'c'),
		isOne: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), async (steps) => {
			const id = randomUUID();
			const winners = new Set<string>();
			for (const { name, token, isOne } of steps) {
				const result = await STEPS[name](isOne ? one : another, id, token);
				if (name === 'apply' && result === true) winners.add(token);
			}
			expect(winners.size).toBe(steps.some(({ name }) => name === 'apply') ? 1 : 0);
		}),
		{ numRuns: 100 },
	);
});

test('what is applied is remembered for months, not for ever', async () => {
	await one.apply(eventId, 'a');
	expect(await own.redis.pttl(key('applied'))).toBeGreaterThan(89 * DAY_MS);
	expect(await own.redis.pttl(key('applied'))).toBeLessThanOrEqual(90 * DAY_MS);
});

test('nodes do not share what they have seen', async () => {
	await take(one, 'a');
	await one.apply(eventId, 'a');
	const elsewhere = new RedisStore(redisUrl, `${node}-2`);
	expect(await take(elsewhere, 'b')).toBe('claimed');
	expect(await elsewhere.apply(eventId, 'b')).toBe(true);
});
