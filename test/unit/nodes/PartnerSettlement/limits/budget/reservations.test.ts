// The window of Keep at Least begins before the balance is read, also for a run that waits for another run's order number.
import type { Order } from '../../../../../../nodes/PartnerSettlement/definition/order';
import { MemoryRecord } from '../../../../../../nodes/PartnerSettlement/limits/budget/memory-record';
import { reservationsOf } from '../../../../../../nodes/PartnerSettlement/limits/budget/reservations';
import type { Window } from '../../../../../../nodes/PartnerSettlement/limits/budget/spending-record';
import type { RunItem } from '../../../../../../nodes/PartnerSettlement/run/run-item';
import { dialectOf } from '../../../../../../partner-api/dialect';
import { orderOf } from '../../../../support/order';

test('a run that waits for a busy number asks with the same window', async () => {
	const atEnd: (() => Promise<unknown>)[] = [];
	const policy = { keepAtLeast: '10' };
	let hasRead = false;
	const run = {
		settings: { apiUrl: 'https://api', partnerId: '1', policy, dialect: dialectOf({}) },
		...{ redisUrl: '', atEnd, hints: new Set(), operation: { resource: 'withdrawal' } },
		client: {
			call: async () => {
				hasRead = true;
				return await Promise.resolve({ currency: 'USDT', available_balance: '100' });
			},
		},
	};
	const options = { timeout: 30, retries: 0, longestWait: 1 };
	const item = { run, options, request: { retrySafety: 'idempotent' } } as unknown as RunItem;
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
	await Promise.all(atEnd.map(async (end) => await end()));
	reserve.mockRestore();
	const window = { max: 90_000_000, from: 1_000_000 - 30_000 - 1 };
	expect(asked).toEqual([[window], [window]]);
});
