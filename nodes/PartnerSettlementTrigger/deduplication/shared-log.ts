import { setTimeout as pause } from 'node:timers/promises';

/** A list of entries that outlives the process. It need not bear simultaneous calls. */
export interface MarkLog {
	/** Adds entries, and returns those that were not there before. */
	record(entries: string[]): Promise<string[]>;
	remove(entries: string[]): Promise<void>;
}

/** A rest between two calls is no longer than so many times what the last one took, and than so many milliseconds. */
const REST_TO_CALL = 50;
const LONGEST_REST_MS = 500;
/** It ends when so many wait: a run that waits is one that a crash leaves to be retried by hand. */
const ENOUGH = 40;
const LOOK_EVERY_MS = 20;
/** A process that is at work for less of the time than this has nothing else to do. */
const BUSY = 0.5;

/** A call of the log that is over. */
interface EndedCall {
	/** How long it took, in milliseconds. */
	tookMs: number;
	/** How many shared it. */
	sharedBy: number;
	/** How many wait for the next one, by now. */
	waiting: () => number;
}

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

	/** @param rest what lies between two calls */
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
			await this.rest({
				tookMs: performance.now() - begin,
				sharedBy: batch.length,
				waiting: () => this.waiting.length,
			});
		}
		this.writing = false;
	}
}

/**
 * A call takes the longer the more the list holds, so the more should share it. In a flood others come while one rests;
 * when it is over, or never was one, nobody is kept waiting.
 */
async function letOthersJoin({ tookMs, sharedBy, waiting }: EndedCall): Promise<void> {
	if (sharedBy === 1) return;
	const end = performance.now() + Math.min(tookMs * REST_TO_CALL, LONGEST_REST_MS);
	while (performance.now() < end && waiting() < ENOUGH) {
		const before = performance.eventLoopUtilization();
		await pause(LOOK_EVERY_MS);
		if (performance.eventLoopUtilization(before).utilization < BUSY) return;
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
