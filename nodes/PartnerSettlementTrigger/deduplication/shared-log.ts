import { setImmediate as nextTurn } from 'node:timers/promises';

/** A list of entries that outlives the process. It need not bear simultaneous calls. */
export interface MarkLog {
	/** Adds entries, and returns those that were not there before. */
	record(entries: string[]): Promise<string[]>;
	remove(entries: string[]): Promise<void>;
}

/**
 * What lies between two calls: so many turns of the event loop, but no longer than so many times what the last call took,
 * and than a second. A call takes the longer the more the list holds, so the more should share it. A busy process has much
 * to do in these turns, other runs that come to wait among it; an idle one is through with them at once.
 */
const TURNS_BETWEEN_CALLS = 800;
const REST_TO_CALL = 50;
const LONGEST_REST_MS = 1_000;

interface Waiting {
	step: keyof MarkLog;
	entries: string[];
	log: MarkLog;
	resolve: (fresh: Set<string>) => void;
	reject: (error: unknown) => void;
}

/**
 * The log of one node, one call at a time: it is read and written as a whole, so two at once would lose entries. All
 * that wait share the next call, which is not in a hurry. No two of them may be about the same entry.
 */
export class SharedLog {
	private waiting: Waiting[] = [];
	private writing = false;

	/** @param rest what lies between two calls; it is told how many milliseconds the last one took */
	constructor(private readonly rest = letOthersJoin) {}

	/**
	 * @param log the node's log, by whatever access the caller has to it
	 * @returns which of the entries are new; with them may come those of others
	 * @throws what the log throws; whether anything was written is not known then
	 */
	async record(entries: string[], log: MarkLog): Promise<Set<string>> {
		return await this.wait('record', entries, log);
	}

	/** @throws what the log throws; whether anything was written is not known then */
	async remove(entries: string[], log: MarkLog): Promise<void> {
		await this.wait('remove', entries, log);
	}

	private async wait(step: keyof MarkLog, entries: string[], log: MarkLog): Promise<Set<string>> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ step, entries, log, resolve, reject });
			if (!this.writing) void this.writeAll();
		});
	}

	private async writeAll(): Promise<void> {
		this.writing = true;
		while (this.waiting.length > 0) {
			const begin = performance.now();
			const batch = this.waiting;
			this.waiting = [];
			await write(batch.filter(({ step }) => step === 'record'));
			await write(batch.filter(({ step }) => step === 'remove'));
			await this.rest(performance.now() - begin);
		}
		this.writing = false;
	}
}

async function letOthersJoin(callMs: number): Promise<void> {
	const deadline = performance.now() + Math.min(callMs * REST_TO_CALL, LONGEST_REST_MS);
	for (let turn = 0; turn < TURNS_BETWEEN_CALLS; turn += 1) {
		if (performance.now() > deadline) return;
		await nextTurn();
	}
}

/** One call for all of these, which ask for the same step. */
async function write(batch: Waiting[]): Promise<void> {
	const [first] = batch;
	if (!first) return;
	try {
		const entries = batch.flatMap((waiting) => waiting.entries);
		const fresh = new Set((await first.log[first.step](entries)) ?? []);
		for (const { resolve } of batch) resolve(fresh);
	} catch (error) {
		for (const { reject } of batch) reject(error);
	}
}
