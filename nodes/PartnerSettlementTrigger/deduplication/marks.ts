import { type MarkLog, SharedLog } from './shared-log';

/** A run that is about to apply an event. */
export interface Mark {
	eventId: string;
	/** The same for a run and its retries, different for every other run. */
	token: string;
}

/** What the marks say of a run and its event. */
export type MarkVerdict =
	/** This run applies the event: it is the first to get here, or a retry of the one that was. */
	| 'applies'
	/** Another run does. */
	| 'stops'
	/** It, or another run, was cut off in the middle of a question, so the log cannot tell any more who applies it. */
	| 'in_doubt';

/**
 * Who applies which event of one node. n8n's list of what a node has processed has but one way to ask: by writing, and
 * what is written looks the same, whoever writes it. So a run that asks and is cut off must not leave the traces of an
 * owner. Hence two steps: the first to reserve an event knows that nobody applies it, and only then signs as its owner.
 * Whoever comes later, a retry of the owner included, asks with doubts that are taken back once the answer is known: one
 * of its own, and one that says of the event that somebody asks. A run that is cut off before it signs loses nothing: the
 * next to come finds the event reserved but not applied. One that finds another's doubt does not end as if that other
 * had applied the event, which may not be so.
 */
export class Marks {
	private readonly log: SharedLog;
	private readonly turns = new Map<string, Promise<unknown>>();

	/** @param rest what lies between two calls of the log: time for other runs to share the next one, by default */
	constructor(rest?: () => Promise<void>) {
		this.log = new SharedLog(rest);
	}

	/**
	 * Marks the event as applied by this run, unless another run has.
	 *
	 * @param log the node's log, by whatever access this run has to it
	 * @throws what the log throws; the run may ask again
	 */
	async mark(mark: Mark, log: MarkLog): Promise<MarkVerdict> {
		const { eventId } = mark;
		const before = this.turns.get(eventId) ?? Promise.resolve();
		const turn = before.catch(() => undefined).then(() => this.take(mark, log));
		this.turns.set(eventId, turn);
		try {
			return await turn;
		} finally {
			if (this.turns.get(eventId) === turn) this.turns.delete(eventId);
		}
	}

	private async take({ eventId, token }: Mark, log: MarkLog): Promise<MarkVerdict> {
		const applied = eventId;
		const reserved = `${eventId} reserved`;
		const owner = `${eventId} ${token}`;
		const doubt = `${owner} in doubt`;
		const asked = `${eventId} in doubt`;
		if ((await this.log.record([reserved], log)).has(reserved)) {
			const fresh = await this.log.record([applied, owner], log);
			// Its reservation may have been forgotten just before the rest. That another run has applied it, only a log
			// says that several processes write, which then promises nothing.
			if (fresh.has(applied) || !fresh.has(owner)) return 'applies';
			await this.log.remove([owner], log);
			return 'stops';
		}
		const fresh = await this.log.record([applied, owner, doubt, asked], log);
		if (!fresh.has(owner) && !fresh.has(doubt)) return 'in_doubt';
		const applies = fresh.has(applied) || !fresh.has(owner);
		const isFirstDoubt = fresh.has(asked);
		const doubts = isFirstDoubt ? [doubt, asked] : [doubt];
		await this.log.remove(applies ? doubts : [owner, ...doubts], log);
		if (applies) return 'applies';
		return isFirstDoubt ? 'stops' : 'in_doubt';
	}
}
