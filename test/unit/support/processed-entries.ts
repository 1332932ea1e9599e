import type { IExecuteFunctions } from 'n8n-workflow';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/**
 * n8n's list of the entries that one node has processed, as n8n's DeduplicationHelper keeps it. The list is read and
 * written as a whole, so simultaneous calls lose entries. An entry that is in one call twice is new twice.
 */
export class ProcessedEntries {
	calls = 0;
	mostAtOnce = 0;
	failsNext = false;
	/** The next call is carried out, and its response is lost. */
	losesNext = false;
	cannotRemove = false;
	private atOnce = 0;
	private stored: readonly string[] = [];

	/** @param step each read or write waits for this; it never ends for a process that was killed */
	constructor(private readonly step: () => Promise<void> = () => Promise.resolve()) {}

	get size(): number {
		return this.stored.length;
	}

	/**
	 * Whether the event was already recorded when this entry of a run was. If it was not, the event's entry is right
	 * before the run's.
	 */
	isDuplicate(eventId: string, own: string): boolean {
		const at = this.stored.indexOf(own);
		return at !== -1 && this.stored[at - 1] !== eventId;
	}

	/** @param step replaces the list's own step, for the runs of one process */
	helpers(step = this.step): Helpers {
		return {
			checkProcessedAndRecord: async (items, _scope, { maxEntries = Infinity }) => {
				const given = items.map(String);
				return await this.call(step, (stored) => {
					const known = new Set(stored);
					const fresh = given.filter((item) => !known.has(item));
					const kept = [...stored, ...fresh];
					const value = kept.slice(Math.max(kept.length - maxEntries, 0));
					return { value, result: { new: fresh, processed: [] } };
				});
			},
			removeProcessed: async (items) => {
				if (this.cannotRemove) throw new Error('no database');
				const gone = new Set(items.map(String));
				await this.call(step, (stored) => ({
					value: stored.filter((entry) => !gone.has(entry)),
					result: undefined,
				}));
			},
		};
	}

	private async call<T>(
		step: () => Promise<void>,
		change: (stored: readonly string[]) => { value: string[]; result: T },
	): Promise<T> {
		this.calls += 1;
		this.atOnce += 1;
		this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
		const stored = this.stored;
		await step();
		this.atOnce -= 1;
		if (this.failsNext) {
			this.failsNext = false;
			throw new Error('no database');
		}
		const { value, result } = change(stored);
		this.stored = value;
		await step();
		if (this.losesNext) {
			this.losesNext = false;
			throw new Error('connection lost');
		}
		return result;
	}
}
