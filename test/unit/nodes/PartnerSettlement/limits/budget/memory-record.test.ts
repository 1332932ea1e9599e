// Proves that a record counts each order once, in each window, whatever becomes of it. Redis and SQLite: test/scale, test/n8n.
import fc from 'fast-check';
import { MemoryRecord } from '../../../../../../nodes/PartnerSettlement/limits/budget/memory-record';
import { stories, tell } from '../../../../../support/spending/story';

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
		{ numRuns: 300 },
	);
	expect(told.refused).toBeGreaterThan(100);
	expect(told.taken).toBeGreaterThan(100);
});
