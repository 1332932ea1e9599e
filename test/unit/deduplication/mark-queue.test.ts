import { randomUUID } from 'node:crypto';
import {
	type MarkLog,
	MarkQueue,
} from '../../../nodes/PartnerSettlementTrigger/deduplication/mark-queue';

/** As n8n's helper: it reads all, and later writes all, so that two calls at once would lose entries. */
class SlowLog implements MarkLog {
	entries: string[] = [];
	calls = 0;

	async record(entries: string[]): Promise<string[]> {
		this.calls += 1;
		const before = new Set(this.entries);
		await new Promise(setImmediate);
		const fresh = entries.filter((entry) => !before.has(entry));
		this.entries = [...before, ...fresh];
		return fresh;
	}

	async remove(entries: string[]): Promise<void> {
		const before = this.entries;
		await new Promise(setImmediate);
		this.entries = before.filter((entry) => !entries.includes(entry));
	}
}

test('many marks at once are few commits, and none is lost', async () => {
	const [queue, log] = [new MarkQueue(), new SlowLog()];
	const marks = Array.from({ length: 50 }, () => ({ eventId: randomUUID(), token: randomUUID() }));
	const verdicts = await Promise.all(marks.map((mark) => queue.mark(mark, log)));
	expect(verdicts).toEqual(marks.map(() => true));
	expect(log.calls).toBe(2);
	expect(marks.every(({ eventId }) => log.entries.includes(eventId))).toBe(true);
});

test('of two runs of an event one applies it, at once or one after the other', async () => {
	const [queue, log] = [new MarkQueue(), new SlowLog()];
	const eventId = randomUUID();
	const runs = ['a', 'b', 'c'].map((token) => queue.mark({ eventId, token }, log));
	expect(await Promise.all(runs)).toEqual([true, false, false]);
	expect(await queue.mark({ eventId, token: 'd' }, log)).toBe(false);
});

test('a retry of the run that applied the event passes, one of a refused run never does', async () => {
	const [queue, log] = [new MarkQueue(), new SlowLog()];
	const eventId = randomUUID();
	await queue.mark({ eventId, token: 'owner' }, log);
	expect(await queue.mark({ eventId, token: 'refused' }, log)).toBe(false);
	const again = new MarkQueue();
	expect(await again.mark({ eventId, token: 'refused' }, log)).toBe(false);
	expect(await again.mark({ eventId, token: 'owner' }, log)).toBe(true);
});

test('a commit that fails fails its marks, and the next ones are tried', async () => {
	const [queue, log] = [new MarkQueue(), new SlowLog()];
	const broken: MarkLog = {
		record: () => Promise.reject(new Error('no database')),
		remove: () => Promise.resolve(),
	};
	const mark = { eventId: randomUUID(), token: 'a' };
	const failing = queue.mark(mark, broken);
	const next = queue.mark(mark, log);
	await expect(failing).rejects.toThrow('no database');
	expect(await next).toBe(true);
});
