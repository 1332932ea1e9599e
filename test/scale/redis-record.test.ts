// Proves, in a real Redis and between connections: the record decides as a list of all attempts does, and a key is under way once.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { redisRecord } from '../../nodes/PartnerSettlement/limits/budget/redis-record';
import { LEASE_MS } from '../../nodes/PartnerSettlement/limits/budget/spending-record';
import { redisConnection } from '../../nodes/redis';
import { redisUrl } from '../../dev/stack/services.cjs';
import { stories, tell } from '../support/spending/story';
import { useRedis } from './support/own-redis';
import type { Order } from '../../nodes/PartnerSettlement/definition/order';
import { withKeys } from '../../nodes/PartnerSettlement/orders/keys';
import type { RunItem } from '../../nodes/PartnerSettlement/run/run-item';
import { waitUntil } from '../../dev/stack/wait-until';

const account = `test-${randomUUID()}`;
const partner = `partner-${randomUUID()}`;
const own = useRedis(account, partner);

const order = (key: string, cost = 1) => ({
	...{ key, kind: 'withdrawal', cost, isGuess: false, by: 'this' },
});

test('whatever is ordered, Redis decides as a list of all attempts does', async () => {
	const told = { refused: 0, taken: 0 };
	await fc.assert(
		fc.asyncProperty(stories, async (story) => {
			const { refused, taken } = await tell(redisRecord(redisUrl, account + randomUUID()), story);
			told.refused += refused;
			told.taken += taken;
		}),
		{ numRuns: 100 },
	);
	expect(told.refused).toBeGreaterThan(5);
	expect(told.taken).toBeGreaterThan(5);
});

test('a window that begins at a moment counts what was sent after it', async () => {
	const record = redisRecord(redisUrl, `${account}-moment`);
	const { now: before } = await record.reserve([], []);
	await record.reserve([order('sent', 6)], []);
	await record.renew(['sent'], 'this', true);
	await record.settle([{ ...order('sent', 6), placedIn: 0 }]);
	const { now: after } = await record.reserve([], []);
	const fullFrom = async (from: number) =>
		(await record.reserve([order('more', 5)], [{ max: 10, from }])).full;
	expect(await fullFrom(before - 1)).toBe(0);
	expect(await fullFrom(after)).toBeUndefined();
});

test('costs and rooms keep every digit', async () => {
	const record = redisRecord(redisUrl, `${account}-digits`);
	const [first, second] = [100_000_000_000_004, 1_000_000_000_000_001];
	const windows = [{ length: 3_600_000, max: first + second }];
	await record.reserve([order('a', first)], windows);
	await record.renew(['a'], 'this', true);
	const { before } = await record.reserve([order('a', first), order('b', second)], windows);
	expect(before).toEqual([first, 0]);
	expect(await record.reserve([order('c')], windows)).toMatchObject({ full: 0 });
	const counted = (await record.read()).orders.map(({ cost }) => cost);
	expect(counted.sort()).toEqual([first, second].sort());
});

test('two processes take no more than there is room for', async () => {
	const records = [redisUrl, own.otherUrl].map((url) => redisRecord(url, `${account}-two`));
	const taken = await Promise.all(
		Array.from({ length: 100 }, async (_, index) => {
			const record = records[index % 2];
			return await record?.reserve([order(String(index))], [{ length: 3_600_000, max: 37 }]);
		}),
	);
	expect(taken.filter((one) => one?.full === undefined)).toHaveLength(37);
	expect(taken.filter((one) => one?.isNew)).toHaveLength(1);
});

test('room ends with its lease, and what was sent stays', async () => {
	const name = `${account}-lease`;
	const record = redisRecord(redisUrl, name);
	const windows = [{ length: 3_600_000, max: 10 }];
	await record.reserve([order('reserved', 6)], windows);
	await record.reserve([order('sent', 4)], windows);
	await record.renew(['sent'], 'this', true);
	expect((await record.reserve([order('more')], windows)).full).toBe(0);
	// It left the window, and its repeat is not sent.
	await record.settle([{ ...order('old', 6), by: undefined, placedAt: Date.now() - 7_200_000 }]);
	await record.reserve([order('old', 6)], []);
	// Their process died. Moves Redis' clock on to the time when their lease is over.
	const { now } = await record.read();
	await own.redis.hset(`partner-settlement:{budget ${name}}:clock`, 'now', now + LEASE_MS + 1);
	expect(await record.renew(['reserved'], 'this', true)).toBe(false);
	// What was sent is not sent again, but counts from its renewal on.
	expect(await record.renew(['sent'], 'this', true)).toBe(false);
	const sent = (await record.read()).orders.find(({ key }) => key === 'sent');
	expect(sent?.at).toBeGreaterThan(now + 2 * LEASE_MS);
	// Its repeat is only reserved until it is sent.
	await record.reserve([order('sent', 4)], windows);
	await own.redis.hset(`partner-settlement:{budget ${name}}:clock`, 'now', now + 3 * LEASE_MS);
	expect(await record.renew(['sent'], 'this', true)).toBe(false);
	expect((await record.reserve([order('more', 6)], windows)).full).toBeUndefined();
	expect((await record.reserve([order('one too much')], windows)).full).toBe(0);
});

describe('keys under way', () => {
	function itemOf(url: string, timeout = 30): RunItem {
		return {
			run: {
				settings: { apiUrl: 'https://api', partnerId: partner, dialect: { documentDelay: 0 } },
				redisUrl: url,
				operation: { effect: 'spend' },
				signal: new AbortController().signal,
			},
			options: { timeout, retries: 0, longestWait: 1 },
			request: { retrySafety: 'unsafe' },
		} as unknown as RunItem;
	}

	const order = (extId: string) => [{ extId } as unknown as Order];
	const keys = async () => await own.redis.keys(`*${partner}*`);

	test('a key is under way once, outlives a crash by two minutes at most, and is gone afterwards', async () => {
		let underWay = 0;
		let most = 0;
		const waited = await Promise.all(
			[redisUrl, own.otherUrl, redisUrl, own.otherUrl].map(
				async (url) =>
					await withKeys(itemOf(url), order('a'), async ({ hadToWait }) => {
						most = Math.max(most, (underWay += 1));
						const [key = ''] = await keys();
						const ms = await own.redis.pttl(key);
						expect(ms).toBeGreaterThan(60_000);
						expect(ms).toBeLessThanOrEqual(120_000);
						underWay -= 1;
						return hadToWait;
					}),
			),
		);
		expect(most).toBe(1);
		// Who comes when all others have ended need not wait.
		expect(waited).toContain(false);
		expect(await keys()).toEqual([]);
	});

	test('who has a key renews it, whatever the wait, and leaves that of another run alone', async () => {
		const renewals = jest.spyOn(global, 'setInterval');
		try {
			await withKeys({ ...itemOf(redisUrl) }, order('d'), async () => {
				const [key = ''] = await keys();
				const [renew] = renewals.mock.calls.at(-1) ?? [];
				await own.redis.pexpire(key, 5_000);
				renew?.();
				await waitUntil(
					'the renewal',
					async () => (await own.redis.pttl(key)) > 60_000 || undefined,
				);
				await own.redis.set(key, 'another run', 'PX', 5_000);
				renew?.();
				// One connection: what it sent before is done.
				await redisConnection(redisUrl).ping();
				expect(await own.redis.pttl(key)).toBeLessThanOrEqual(5_000);
				await own.redis.del(key);
			});
		} finally {
			renewals.mockRestore();
		}
	});

	test("a key that expired and is another run's by now is left to it", async () => {
		await withKeys(itemOf(redisUrl), order('b'), async () => {
			const [key = ''] = await keys();
			await own.redis.set(key, 'another run');
		});
		const [key = ''] = await keys();
		expect(await own.redis.get(key)).toBe('another run');
		const second = await withKeys(
			itemOf(own.otherUrl, 1),
			order('b'),
			async () => await Promise.resolve('sent'),
		);
		expect(second).toMatchObject({ code: 'key_under_way', outcome: 'not_sent' });
	});

	test("a key that became another run's keeps the order from being sent", async () => {
		const sent = await withKeys(itemOf(redisUrl), order('e'), async ({ confirm }) => {
			await confirm();
			const [key = ''] = (await keys()).filter((name) => name.endsWith('e'));
			await own.redis.set(key, 'another run');
			return await confirm().catch((error: unknown) => error);
		});
		expect(sent).toMatchObject({ code: 'key_under_way', outcome: 'not_sent' });
	});
});
