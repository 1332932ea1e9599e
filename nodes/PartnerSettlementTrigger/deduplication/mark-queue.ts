/** A run that is about to apply an event. */
export interface Mark {
	eventId: string;
	/** The same for a run and its retries, different for every other run. */
	token: string;
}

/** A list of entries that outlives the process. It need not bear simultaneous calls. */
export interface MarkLog {
	/** Adds entries, and returns those that were not there before. */
	record(entries: string[]): Promise<string[]>;
	remove(entries: string[]): Promise<void>;
}

interface Waiting {
	mark: Mark;
	log: MarkLog;
	resolve: (passes: boolean) => void;
	reject: (error: unknown) => void;
}

/**
 * Marks of one node, one commit at a time: the log is read and written as a whole, so two at once would lose marks.
 * All marks that wait share the next commit.
 */
export class MarkQueue {
	private waiting: Waiting[] = [];
	private committing = false;

	/**
	 * Whether this run applies the event: it is the first to get here, or a retry of the one that was.
	 *
	 * @param log the node's log, by whatever access this run has to it
	 * @throws what the log throws; nothing is known then
	 */
	async mark(mark: Mark, log: MarkLog): Promise<boolean> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ mark, log, resolve, reject });
			if (!this.committing) void this.commitAll();
		});
	}

	private async commitAll(): Promise<void> {
		this.committing = true;
		for (;;) {
			const batch = this.takeBatch();
			const [first] = batch;
			if (!first) break;
			await commit(batch, first.log);
		}
		this.committing = false;
	}

	/** Of two marks of one event the second belongs into the next commit, where it meets the first one's. */
	private takeBatch(): Waiting[] {
		const batch = new Map<string, Waiting>();
		const later: Waiting[] = [];
		for (const entry of this.waiting) {
			if (batch.has(entry.mark.eventId)) later.push(entry);
			else batch.set(entry.mark.eventId, entry);
		}
		this.waiting = later;
		return [...batch.values()];
	}
}

async function commit(batch: Waiting[], log: MarkLog): Promise<void> {
	try {
		const entries = batch.flatMap(({ mark }) => [mark.eventId, runEntry(mark)]);
		const fresh = new Set(await log.record(entries));
		const isOwner = ({ mark }: Waiting): boolean =>
			fresh.has(mark.eventId) || !fresh.has(runEntry(mark));
		const refused = batch.filter((waiting) => !isOwner(waiting));
		// Or a retry of the refused run would pass for the owner.
		if (refused.length > 0) await log.remove(refused.map(({ mark }) => runEntry(mark)));
		for (const waiting of batch) waiting.resolve(isOwner(waiting));
	} catch (error) {
		for (const { reject } of batch) reject(error);
	}
}

function runEntry({ eventId, token }: Mark): string {
	return `${eventId} ${token}`;
}
