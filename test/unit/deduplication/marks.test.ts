import { randomUUID } from 'node:crypto';
import {
	Marks,
	type MarkVerdict,
} from '../../../nodes/PartnerSettlementTrigger/deduplication/marks';
import type { MarkLog } from '../../../nodes/PartnerSettlementTrigger/deduplication/shared-log';

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

test('many marks at once are few calls, and none is lost', async () => {
	const [marks, log] = [new Marks(), new SlowLog()];
	const runs = Array.from({ length: 50 }, () => ({ eventId: randomUUID(), token: randomUUID() }));
	const verdicts = await Promise.all(runs.map((run) => marks.mark(run, log)));
	expect(verdicts).toEqual(runs.map(() => 'applies'));
	expect(log.calls).toBeLessThanOrEqual(4);
	expect(runs.every(({ eventId }) => log.entries.includes(eventId))).toBe(true);
});

test('of two runs of an event one applies it, at once or one after the other', async () => {
	const [marks, log] = [new Marks(), new SlowLog()];
	const eventId = randomUUID();
	const runs = ['a', 'b', 'c'].map((token) => marks.mark({ eventId, token }, log));
	expect(await Promise.all(runs)).toEqual(['applies', 'stops', 'stops']);
	expect(await marks.mark({ eventId, token: 'd' }, log)).toBe('stops');
});

test('a retry of the run that applied the event passes, one of a refused run never does', async () => {
	const log = new SlowLog();
	const eventId = randomUUID();
	await new Marks().mark({ eventId, token: 'owner' }, log);
	for (let times = 1; times <= 3; times += 1) {
		const marks = new Marks();
		expect(await marks.mark({ eventId, token: 'refused' }, log)).toBe('stops');
		expect(await marks.mark({ eventId, token: 'owner' }, log)).toBe('applies');
	}
	// Three entries for each event: what refused runs wrote is gone.
	expect(log.entries).toHaveLength(3);
});

test('a call that fails fails its marks, and the next ones are tried', async () => {
	const [marks, log] = [new Marks(), new SlowLog()];
	const broken: MarkLog = {
		record: () => Promise.reject(new Error('no database')),
		remove: () => Promise.resolve(),
	};
	const mark = { eventId: randomUUID(), token: 'a' };
	const failing = marks.mark(mark, broken);
	const next = marks.mark(mark, log);
	await expect(failing).rejects.toThrow('no database');
	expect(await next).toBe('applies');
});

test('a refused run that could not take back what it wrote does not pass when it is retried', async () => {
	const [marks, log] = [new Marks(), new SlowLog()];
	const eventId = randomUUID();
	await marks.mark({ eventId, token: 'owner' }, log);
	const stuck: MarkLog = {
		record: (entries) => log.record(entries),
		remove: () => Promise.reject(new Error('no database')),
	};
	const refused = { eventId, token: 'refused' };
	await expect(marks.mark(refused, stuck)).rejects.toThrow('no database');
	expect(await marks.mark(refused, log)).toBe('in_doubt');
	expect(await new Marks().mark(refused, log)).toBe('in_doubt');
	expect(await marks.mark({ eventId, token: 'owner' }, log)).toBe('applies');
});

describe('whenever n8n is killed', () => {
	const EVENT = 'event';

	/** A run or its retry, and at which of its calls n8n dies, before or after the database has written. */
	interface Attempt {
		token: string;
		dies?: { atCall: number; written: boolean };
	}

	class Killed extends Error {}

	/** Nobody else asks. */
	const noRest = (): Promise<void> => Promise.resolve();

	/** What n8n keeps, seen by one process that dies as planned. */
	function mortalLog(entries: Set<string>, { dies }: Attempt): MarkLog {
		let calls = 0;
		const call = <T>(write: () => T): Promise<T> => {
			calls += 1;
			const death = calls === dies?.atCall ? dies : undefined;
			if (death?.written === false) return Promise.reject(new Killed());
			const result = write();
			return death ? Promise.reject(new Killed()) : Promise.resolve(result);
		};
		return {
			record: (added) =>
				call(() => {
					const fresh = added.filter((entry) => !entries.has(entry));
					for (const entry of fresh) entries.add(entry);
					return fresh;
				}),
			remove: (removed) =>
				call(() => {
					for (const entry of removed) entries.delete(entry);
				}),
		};
	}

	async function verdicts(attempts: Attempt[]): Promise<(MarkVerdict | 'killed')[]> {
		const entries = new Set<string>();
		const all: (MarkVerdict | 'killed')[] = [];
		for (const attempt of attempts) {
			const run = { eventId: EVENT, token: attempt.token };
			const verdict = await new Marks(noRest)
				.mark(run, mortalLog(entries, attempt))
				.catch((error: unknown) => {
					if (error instanceof Killed) return 'killed' as const;
					throw error;
				});
			all.push(verdict);
		}
		return all;
	}

	const deaths = [1, 2, 3].flatMap((atCall) =>
		[false, true].map((written) => ({ dies: { atCall, written } })),
	);
	const attempts: Attempt[] = ['a', 'b'].flatMap((token) =>
		[{}, ...deaths].map((death) => ({ token, ...death })),
	);

	/** Every way in which two runs of an event and their retries can follow each other and be cut off. */
	function* histories(length: number): Generator<Attempt[]> {
		if (length === 0) {
			yield [];
			return;
		}
		for (const earlier of histories(length - 1)) {
			for (const attempt of attempts) yield [...earlier, attempt];
		}
	}

	test('never do two runs of an event apply it', async () => {
		for (const history of histories(4)) {
			const [first, last] = [history[0], history.at(-1)];
			// Which of the two comes first is a matter of names, and one that is killed applies nothing.
			if (first?.token === 'b' || last?.dies) continue;
			const given = await verdicts(history);
			const owners = history.filter((_, index) => given[index] === 'applies');
			if (new Set(owners.map(({ token }) => token)).size > 1) {
				throw new Error(`Applied by two: ${JSON.stringify({ history, given })}`);
			}
		}
	});

	test('however often: a run ends silently only where the other applies the event', async () => {
		for (const history of histories(3)) {
			const given = await verdicts([...history, { token: 'a' }, { token: 'b' }]);
			if (given[3] !== 'stops' || given.includes('applies')) continue;
			throw new Error(`Applied by none: ${JSON.stringify({ history, given })}`);
		}
	});

	test('an event whose run was killed once before it was applied is applied by the next', async () => {
		for (const death of deaths) {
			for (const token of ['a', 'b']) {
				const given = await verdicts([{ token: 'a', ...death }, { token }, { token: 'a' }]);
				expect(given.filter((verdict) => verdict === 'applies').length).toBeGreaterThan(0);
				// Silently ended only where the other run passes on.
				if (given[1] === 'stops') expect(given[2]).toBe('applies');
			}
		}
	});
});
