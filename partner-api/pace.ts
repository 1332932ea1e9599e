import { PartnerApiError } from './errors';
import { pause } from './pause';
import { waitFor } from './wait-for';

/** A 429 without Retry-After holds everything up for this long. */
const DEFAULT_HOLD_MS = 1000;
/** Below the rate at which a 429 came, so that the next one is far. */
const CAUTION = 1.25;
/** A 429 that comes again after so few calls says that the pace is far too fast. */
const FEW_CALLS = 20;
const BRAKE = 2;
/** The first 429 may have been somebody else's doing: it does not slow a run down to more than this. */
const LONGEST_FIRST_INTERVAL_MS = 50;
/** By how much each accepted call speeds up again: a single 429 must not slow a long run for good. */
const RECOVERY = 0.998;

/**
 * The pace of all calls of one run: as fast as can be until the API answers 429, then a little slower than the rate at
 * which it did, and slowly faster again. One 429 holds up every call that has not been sent yet.
 */
export class Pace {
	/** Milliseconds between two calls; 0 is no limit. */
	private interval = 0;
	private nextStart = 0;
	private since = performance.now();
	private accepted = 0;
	private slowedAt = 0;
	private queue: Promise<unknown> = Promise.resolve();

	/**
	 * Waits for a call's turn; calls get it in the order in which they ask.
	 *
	 * @param signal cancels the wait
	 * @param timeoutMs how long to wait at the most; a turn that comes later is nobody's
	 * @returns when it came, in milliseconds of `performance.now()`
	 * @throws PartnerApiError `cancelled` or `timeout`, not sent
	 */
	async turn(signal: AbortSignal | undefined, timeoutMs?: number): Promise<number> {
		let isWanted = true;
		const mine = this.queue.then(async () => await this.wait(signal, () => isWanted));
		this.queue = mine.catch(() => undefined);
		try {
			return await waitFor(mine, 'call', { timeoutMs });
		} finally {
			isWanted = false;
		}
	}

	/** The API took a call. */
	noteAccepted(): void {
		this.accepted += 1;
		this.interval *= RECOVERY;
	}

	/**
	 * The API answered 429.
	 *
	 * @param sentAt when the refused call's turn came, as `turn` gave it
	 * @param holdSeconds how long the API asked to be left alone
	 */
	noteRefused(sentAt: number, holdSeconds: number | undefined): void {
		const now = performance.now();
		const hold = holdSeconds === undefined ? DEFAULT_HOLD_MS : holdSeconds * 1000;
		this.nextStart = Math.max(this.nextStart, now + hold);
		// Calls that were under way already when the pace was slowed say nothing new.
		if (sentAt < this.slowedAt) return;
		this.interval = this.slowerInterval(now, hold);
		this.slowedAt = now;
		this.since = now;
		this.accepted = 0;
	}

	private slowerInterval(now: number, hold: number): number {
		if (this.interval > 0) return this.interval * (this.accepted < FEW_CALLS ? BRAKE : CAUTION);
		const observed = Math.max(now - this.since, hold) / Math.max(this.accepted, 1);
		return Math.min(observed, LONGEST_FIRST_INTERVAL_MS) * CAUTION;
	}

	/** Looks again after each wait: a 429 may have come meanwhile. */
	private async wait(signal: AbortSignal | undefined, isWanted: () => boolean): Promise<number> {
		for (;;) {
			if (signal?.aborted) {
				throw new PartnerApiError({ code: 'cancelled', outcome: 'not_sent', phase: 'call' });
			}
			const now = performance.now();
			if (!isWanted()) return now;
			if (now >= this.nextStart) {
				this.nextStart = now + this.interval;
				return now;
			}
			await pause((this.nextStart - now) / 1000, signal, 'not_sent');
		}
	}
}
