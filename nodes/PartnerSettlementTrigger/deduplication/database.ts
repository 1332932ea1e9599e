import { type IExecuteFunctions, sleep } from 'n8n-workflow';

/** Two entries for each of the last 5,000 events, and room for those of runs under way. */
const MAX_ENTRIES = 2 * 5_000 + 1_000;
const OPTIONS = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;

/**
 * What lies between two calls, in milliseconds. Each call reads and writes the whole list, so in a flood many runs
 * should share one. The first run after a pause does not wait.
 */
const BETWEEN_CALLS_MS = 250;

interface Question {
	eventId: string;
	/** What is recorded to tell this run from others. */
	own: string;
	/** Aborted when the run is stopped. */
	signal: AbortSignal | undefined;
	resolve: (applies: boolean) => void;
	reject: (error: unknown) => void;
}

/** The runs that wait for their turn, by node. A node has an entry while its questions are being asked. */
const queues = new Map<string, Question[]>();

/**
 * The applied events of a node, in n8n's database. n8n keeps a list of entries that a node has processed. One call
 * tells which entries are new, and records them. The list does not bear simultaneous calls, so they take turns.
 */
export class DatabaseStore {
	/** @param node `nodeKey` */
	constructor(
		private readonly helpers: IExecuteFunctions['helpers'],
		private readonly node: string,
	) {}

	/**
	 * Whether this run applies the event: the first run that asks does, and its retries.
	 *
	 * @throws what the database throws; whether it has recorded the run is not known then
	 */
	async apply(eventId: string, token: string, signal?: AbortSignal): Promise<boolean> {
		return await new Promise((resolve, reject) => {
			const question = { eventId, own: `${eventId} ${token}`, signal, resolve, reject };
			const queue = queues.get(this.node);
			if (queue) queue.push(question);
			else void this.processQueue([question]);
		});
	}

	private async processQueue(queue: Question[]): Promise<void> {
		queues.set(this.node, queue);
		while (queue.length > 0) {
			await this.askAll(queue.splice(0));
			await sleep(BETWEEN_CALLS_MS);
		}
		queues.delete(this.node);
	}

	private async askAll(questions: Question[]): Promise<void> {
		const turn = questions.filter(({ signal }) => signal?.aborted !== true);
		for (const { signal, reject } of questions) if (signal?.aborted) reject(signal.reason);
		if (turn.length === 0) return;
		try {
			const entries = new Set(turn.flatMap(({ eventId, own }) => [eventId, own]));
			const recorded = await this.helpers.checkProcessedAndRecord([...entries], 'node', OPTIONS);
			const isNew = new Set(recorded.new.map(String));
			// A run that finds the event recorded, but not itself, is not the one that applies it. Of several in one turn, only the first finds it to delete.
			const duplicates = turn.filter(
				({ eventId, own }) => !isNew.delete(eventId) && isNew.has(own),
			);
			await this.forget(duplicates.map(({ own }) => own));
			for (const question of turn) question.resolve(!duplicates.includes(question));
		} catch (error) {
			for (const { reject } of turn) reject(error);
		}
	}

	/**
	 * A duplicate that asks again, because a person retries it once more, must not find its own entry: it would take itself
	 * for the run that applies the event.
	 */
	private async forget(entries: string[]): Promise<void> {
		if (entries.length === 0) return;
		// If it fails: the duplicate ends well all the same, and n8n offers no Retry for that.
		await this.helpers.removeProcessed(entries, 'node', OPTIONS).catch(() => undefined);
	}
}
