import { setImmediate as nextTurn } from 'node:timers/promises';

/** The maximum number of items that have begun and are not done: most of them wait for their results. */
const MAX_UNDER_WAY = 1000;

/**
 * How many items of one run are worked on at once: a semaphore. Orders go one by one, and the operator may want fewer
 * reads. The rate limiter can't do that: it is for all runs of a partner, and depends on the API. An item that only waits
 * releases the semaphore. When it comes back, it goes before items that have not begun.
 */
export class Concurrency {
	private readonly returning: (() => void)[] = [];
	private readonly coming: (() => void)[] = [];
	private last = Promise.resolve();

	constructor(private free: number) {}

	/**
	 * Works on every job, and removes each from the list first: there may be very many.
	 *
	 * @param jobs is emptied
	 */
	async forEach<T>(jobs: T[], work: (job: T) => Promise<void>): Promise<void> {
		jobs.reverse();
		const worker = async (): Promise<void> => {
			for (let job = jobs.at(-1); job !== undefined; job = jobs.at(-1)) {
				// Unlike pop(), it frees the memory of the list.
				jobs.length -= 1;
				await this.acquire(this.coming);
				try {
					await work(job);
				} finally {
					this.release();
				}
			}
		};
		await Promise.all(Array.from({ length: Math.min(jobs.length, MAX_UNDER_WAY) }, worker));
	}

	/** Releases the semaphore during work that only waits. */
	async whileWaiting<T>(work: () => Promise<T>): Promise<T> {
		this.release();
		try {
			return await work();
		} finally {
			await this.acquire(this.returning);
		}
	}

	/**
	 * Only one item is read, or fails, in each turn of the event loop. n8n takes half a millisecond or more for an
	 * expression: responses that came in together would delay each other's next calls.
	 */
	async turn(): Promise<void> {
		this.last = this.last.then(async () => await nextTurn());
		await this.last;
	}

	private async acquire(queue: (() => void)[]): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		await new Promise<void>((resolve) => queue.push(resolve));
	}

	private release(): void {
		const next = this.returning.shift() ?? this.coming.shift();
		if (next) next();
		else this.free += 1;
	}
}
