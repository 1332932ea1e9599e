import { LRUCache } from 'lru-cache';

import { PartnerApiError } from '../errors';
import type { PartnerSettings } from '../settings';
import { waitFor, type WaitLimits } from './wait';

/** After a 429 without Retry-After. Doubled with each further one until a call is accepted. */
const FIRST_BACKOFF_MS = 10;
const MAX_BACKOFF_MS = 1_000;

/** So many calls may be under way at first. */
const FIRST_WINDOW = 12;
/** Where the window was too small for it, an accepted call widens it by this factor. */
const WINDOW_GROWTH = 1.025;
/** A full window lets one call out after this time: slow responses to one run must not stop the others. */
const FULL_WINDOW_MS = 50;

const MAX_PARTNERS = 100;

/**
 * The rate limit of one partner, learned from the API's responses and shared by all runs of this process. How many items
 * a run works on is the run's own matter: an item is more than its calls. What is known:
 * - hold: after a 429 nobody sends before the moment that Retry-After names, else for a short backoff;
 * - window: so many calls are under way at most. A 429 halves it, so one call goes first after an outage.
 */
export class RateLimiter {
	/** Each sends a call, in the order in which they came. */
	private readonly waiting = new Set<() => void>();
	private timer?: NodeJS.Timeout;
	/** A moment of `performance.now()`. */
	private heldUntil = -Infinity;
	private lastSent = -Infinity;
	/** How many 429s came since a call was accepted. */
	private refusedInARow = 0;
	private window = FIRST_WINDOW;
	private underWay = 0;

	/**
	 * Makes a call when the rate limit allows it; calls are made in the order in which they come.
	 *
	 * @param call is made once
	 * @param limits of its wait; a 429 to it holds nobody up for longer than `maxHoldMs`
	 * @returns what the call does
	 * @throws what the call throws; PartnerApiError `cancelled` or `timeout`, not sent
	 */
	async run<T>(call: () => Promise<T>, limits: WaitLimits & { maxHoldMs: number }): Promise<T> {
		await this.turn(limits);
		try {
			const result = await call();
			this.noteAccepted();
			return result;
		} catch (error) {
			if (error instanceof PartnerApiError) this.noteFailure(error, limits.maxHoldMs);
			throw error;
		} finally {
			this.noteDone();
		}
	}

	private async turn(limits: WaitLimits): Promise<void> {
		let send = (): void => undefined;
		const sent = new Promise<void>((resolve) => (send = resolve));
		this.waiting.add(send);
		this.sendWaiting();
		if (!this.waiting.has(send) && limits.signal?.aborted !== true) return;
		try {
			await waitFor(sent, 'call', limits);
		} catch (error) {
			if (this.waiting.delete(send)) this.sendWaiting();
			else this.noteDone();
			throw error;
		}
	}

	/** Sends the calls that may go now, and comes again when the next one may. */
	private sendWaiting(): void {
		clearTimeout(this.timer);
		for (const send of this.waiting) {
			const roomAt = this.isFull() ? this.lastSent + FULL_WINDOW_MS : -Infinity;
			const delay = Math.max(this.heldUntil, roomAt) - performance.now();
			if (delay > 0) {
				this.timer = setTimeout(() => this.sendWaiting(), delay);
				return;
			}
			this.waiting.delete(send);
			this.underWay += 1;
			this.lastSent = performance.now();
			send();
		}
	}

	private isFull(): boolean {
		return this.underWay + 1 > this.window;
	}

	private noteDone(): void {
		this.underWay -= 1;
		this.sendWaiting();
	}

	private noteAccepted(): void {
		this.refusedInARow = 0;
		if (this.isFull()) this.window *= WINDOW_GROWTH;
	}

	private noteFailure({ isRateLimit, details }: PartnerApiError, maxHoldMs: number): void {
		if (!isRateLimit) {
			// Any other response means that the API took the call.
			if (details.status !== undefined) this.noteAccepted();
			return;
		}
		const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** this.refusedInARow, MAX_BACKOFF_MS);
		const asked = Math.min((details.retryAfterSeconds ?? 0) * 1000, maxHoldMs);
		this.heldUntil = Math.max(this.heldUntil, performance.now() + Math.max(asked, backoff));
		this.refusedInARow += 1;
		this.window = Math.max(1, this.window / 2);
	}
}

const limiters = new LRUCache<string, RateLimiter>({ max: MAX_PARTNERS });

/** The limiter of a partner, the same for all its keys and for each run of this process. */
export function rateLimiterOf({ apiUrl, partnerId }: PartnerSettings): RateLimiter {
	const key = `${partnerId} ${apiUrl}`;
	const limiter = limiters.get(key) ?? new RateLimiter();
	limiters.set(key, limiter);
	return limiter;
}
