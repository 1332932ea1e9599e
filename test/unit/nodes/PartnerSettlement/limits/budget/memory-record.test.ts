// Proves that a record counts each order once, in each window, whatever becomes of it. Redis and SQLite: test/scale, test/n8n.
import fc from 'fast-check';
import { MemoryRecord } from '../../../../../../nodes/PartnerSettlement/limits/budget/memory-record';
import { roomsOfTwoKinds, stories, tell } from '../../../../../support/spending/story';

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
	await record.settle([{ ...end, cost: 0, isSent: false, by: 'other' }]);
	expect(await record.renew(['a'], 'one', true)).toBe(true);
	await record.settle([{ ...end, cost: 100, isSent: true, by: 'one' }]);
	await record.settle([{ ...end, cost: 0, isSent: false, by: 'other' }]);
	await record.settle([{ ...end, cost: 3, isSent: false }]);
	await record.settle([{ ...end, cost: 0, isSent: false }]);
	expect(await counted()).toEqual([100]);
});

test('orders of two kinds under one number add up', async () => {
	expect(await roomsOfTwoKinds(new MemoryRecord())).toEqual([5, 8, 13]);
});
