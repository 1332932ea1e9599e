// The window of Keep at Least begins at a moment: it gets longer while a run waits for an order number of another run.
import type { Order } from '../../../../../../nodes/PartnerSettlement/definition/order';
import { MemoryRecord } from '../../../../../../nodes/PartnerSettlement/limits/budget/memory-record';
import { reservationsOf } from '../../../../../../nodes/PartnerSettlement/limits/budget/reservations';
import type { RunItem } from '../../../../../../nodes/PartnerSettlement/run/run-item';
import { dialectOf } from '../../../../../../partner-api/dialect';
import { orderOf } from '../../../../support/order';

test('a run that waits for a busy number asks with a longer window', async () => {
	const atEnd: (() => Promise<unknown>)[] = [];
	const policy = { keepAtLeast: '10' };
	const run = {
		settings: { apiUrl: 'https://api', partnerId: '1', policy, dialect: dialectOf({}) },
		...{ redisUrl: '', atEnd, hints: new Set(), operation: { resource: 'withdrawal' } },
		client: {
			call: async () => await Promise.resolve({ currency: 'USDT', available_balance: '100' }),
		},
	};
	const options = { timeout: 30, retries: 0, longestWait: 1 };
	const item = { run, options, request: { retrySafety: 'idempotent' } } as unknown as RunItem;
	const lengths: (number | undefined)[] = [];
	const reserve = jest.spyOn(MemoryRecord.prototype, 'reserve');
	reserve.mockImplementation(async (_, windows) => {
		lengths.push(windows[0]?.length);
		const isBusy = lengths.length === 1;
		return await Promise.resolve({ isBusy, before: [0], rooms: [1], isNew: false });
	});
	const orders: Order[] = [orderOf()];
	const reservations = await reservationsOf(item.run);
	expect(await reservations.reserve([{ item, orders, costs: ['1'] }])).toBeUndefined();
	await Promise.all(atEnd.map(async (end) => await end()));
	reserve.mockRestore();
	const [first = 0, second = 0] = lengths;
	expect(second - first).toBeGreaterThanOrEqual(999);
});
