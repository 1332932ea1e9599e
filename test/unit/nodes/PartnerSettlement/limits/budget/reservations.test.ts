// The window of Keep at Least begins before the balance is read, also for a run that waits for another run's order number. The
// record in memory counts each order once, in each window.
import type { Order } from '../../../../../../nodes/PartnerSettlement/definition/order';
import { MemoryRecord } from '../../../../../../nodes/PartnerSettlement/limits/budget/memory-record';
import { reservationsOf } from '../../../../../../nodes/PartnerSettlement/limits/budget/reservations';
import {
	LEASE_MS,
	type Window,
} from '../../../../../../nodes/PartnerSettlement/limits/budget/spending-record';
import type { RunItem } from '../../../../../../nodes/PartnerSettlement/run/run-item';
import { dialectOf } from '../../../../../../partner-api/dialect';
import { orderOf } from '../../../../support/order';
import fc from 'fast-check';
import { stories, tell } from '../../../../../support/spending/story';

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** An item whose orders count. */
function itemOf(onRead: () => void) {
	const atEnd: (() => Promise<unknown>)[] = [];
	const policy = { keepAtLeast: '10' };
	const run = {
		settings: { apiUrl: 'https://api', partnerId: '1', policy, dialect: dialectOf({}) },
		...{ redisUrl: '', atEnd, hints: new Set() },
		operation: { resource: 'batch', endpoint: { path: '/batch' } },
		client: {
			call: async () => {
				onRead();
				return await Promise.resolve({ currency: 'USDT', available_balance: '100' });
			},
		},
	};
	const options = { timeout: 30, retries: 0, longestWait: 1 };
	const item = { run, options, request: { retrySafety: 'idempotent' } } as unknown as RunItem;
	return { item, end: async () => await Promise.all(atEnd.map(async (end) => await end())) };
}

test('a run renews the room of all its orders', async () => {
	jest.useFakeTimers();
	const taken = { before: [0, 0], rooms: [1, 1], isNew: false, now: 1 };
	jest.spyOn(MemoryRecord.prototype, 'reserve').mockResolvedValue(taken);
	jest.spyOn(MemoryRecord.prototype, 'settle').mockResolvedValue();
	const renew = jest.spyOn(MemoryRecord.prototype, 'renew').mockResolvedValue(true);
	const { item, end } = itemOf(() => undefined);
	const orders = ['sent', 'waiting'].map((extId) => orderOf({ extId }));
	const reservations = await reservationsOf(item.run);
	expect(await reservations.reserve([{ item, orders, costs: ['1', '1'] }])).toBeUndefined();
	await reservations.open(orders.slice(0, 1));
	renew.mockClear();
	jest.advanceTimersByTime(LEASE_MS / 2);
	const by = expect.any(String) as string;
	expect(renew.mock.calls).toEqual([[['/batch sent', '/batch waiting'], by, false]]);
	await end();
});

test('a run that waits for a busy number asks with the same window', async () => {
	let hasRead = false;
	const { item, end } = itemOf(() => (hasRead = true));
	const asked: (readonly Window[])[] = [];
	const reserve = jest.spyOn(MemoryRecord.prototype, 'reserve');
	reserve.mockImplementation(async (_, windows) => {
		if (hasRead) asked.push(windows);
		const now = hasRead ? 2_000_000 : 1_000_000;
		const isBusy = asked.length === 1;
		return await Promise.resolve({ isBusy, before: [0], rooms: [1], isNew: false, now });
	});
	const orders: Order[] = [orderOf()];
	const reservations = await reservationsOf(item.run);
	expect(await reservations.reserve([{ item, orders, costs: ['1'] }])).toBeUndefined();
	await end();
	const [wanted] = reserve.mock.lastCall ?? [];
	expect(wanted).toMatchObject([{ key: '/batch o-1', kind: 'withdrawal', isGuess: false }]);
	const window = { max: 90_000_000, from: 1_000_000 - 30_000 - 1 };
	expect(asked).toEqual([[window], [window]]);
});

describe('the record in memory', () => {
	test('whatever is ordered, the record decides as a list of all attempts does', async () => {
		const clock = { now: Date.parse('2026-11-28') };
		jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
		const told = { refused: 0, taken: 0 };
		await fc.assert(
			fc.asyncProperty(stories, async (story) => {
				const { refused, taken } = await tell(new MemoryRecord(), story, clock);
				told.refused += refused;
				told.taken += taken;
			}),
			{ numRuns: 1_500 },
		);
		expect(told.refused).toBeGreaterThan(100);
		expect(told.taken).toBeGreaterThan(100);
	});

	test('an order that was sent counts from its last renewal on, but is not sent again after its lease', async () => {
		const clock = jest.spyOn(Date, 'now');
		const record = new MemoryRecord();
		const one = { key: 'a', kind: 'withdrawal', cost: 1, isGuess: false, by: 'this' };
		for (const [hour, isReserved] of [true, true, false].entries()) {
			const time = 1e12 + hour * 3_600_000;
			clock.mockReturnValue(time);
			if (isReserved) await record.reserve([one], []);
			expect(await record.renew(['a'], 'this', isReserved)).toBe(isReserved);
			expect((await record.read()).orders).toMatchObject([{ at: time + LEASE_MS }]);
		}
		await record.reserve([one, { ...one, key: 'unsent' }], []);
		clock.mockReturnValue(1e12 + 4 * 3_600_000);
		expect(await record.renew(['a'], 'this', true)).toBe(false);
		expect(await record.renew(['unsent'], 'this', true)).toBe(false);
	});

	test('no run takes, renews or ends the room of another, and what is found never lowers a count', async () => {
		const record = new MemoryRecord();
		const windows = [{ length: 3_600_000, max: 1_000 }];
		const wanted = (by: string, cost: number) => {
			return [{ key: 'a', kind: 'withdrawal', cost, isGuess: false, by }];
		};
		const end = { key: 'a', kind: 'withdrawal' };
		const counted = async () => (await record.read()).orders.map(({ cost }) => cost);
		await record.reserve(wanted('one', 100), windows);
		expect((await record.reserve(wanted('other', 1), windows)).isBusy).toBe(true);
		expect(await record.renew(['a'], 'other', true)).toBe(false);
		await record.settle([{ ...end, cost: 0, by: 'other' }]);
		expect(await record.renew(['a'], 'one', true)).toBe(true);
		await record.settle([{ ...end, cost: 100, placedIn: 0, by: 'one' }]);
		await record.settle([{ ...end, cost: 0, by: 'other' }]);
		await record.settle([{ ...end, cost: 3 }]);
		await record.settle([{ ...end, cost: 0 }]);
		expect(await counted()).toEqual([100]);
	});
});
