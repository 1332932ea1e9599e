import { LRUCache } from 'lru-cache';

import { localFailure, PartnerApiError } from '../errors';
import type { PartnerSettings } from '../settings';
import { waitFor, type WaitLimits } from './wait';

/** After a 429 without Retry-After; doubled with each further one until a call is accepted. */
const FIRST_BACKOFF_MS = 10;
const MAX_BACKOFF_MS = 1_000;
/** The longest hold, because other runs may want to wait for a shorter time. Whoever waits longer then asks again. */
const MAX_HOLD_MS = 30_000;

/** The maximum number of calls in progress at first. */
const FIRST_WINDOW = 12;
/** If a call succeeds while the window is full, the window grows by this factor. */
const WINDOW_GROWTH = 1.025;
/** A full window lets one call out after this time: slow responses to one run must not stop the others. */
const FULL_WINDOW_MS = 50;

const MAX_PARTNERS = 100;

/**
 * The rate limit of one partner, learned from the API's responses and shared by all runs of this process. Each run
 * decides by itself how many items it works on, because an item is more than its calls. The limiter has two parts:
 * - hold: after a 429, no call is sent before the time in Retry-After, or for a short backoff;
 * - window: the maximum number of calls in progress. Each 429 halves it, down to one, so a single call goes first after
 *   an outage.
 */
export class RateLimiter {
	/** Each sends a call, in the order in which they came. */
	private readonly waiting = new Set<() => void>();
	private timer?: NodeJS.Timeout;
	/** A moment of `performance.now()`. */
	private heldUntil = -Infinity;
	private lastSent = -Infinity;
	/** The number of 429s since a call was accepted. */
	private refusedInARow = 0;
	private window = FIRST_WINDOW;
	private underWay = 0;

	/**
	 * Makes a call when the rate limit allows it; calls go in the order in which they come.
	 *
	 * @param call is made once
	 * @param limits of its wait; `maxHoldMs` caps the hold that Retry-After asks for, but not the short backoff
	 * @returns the result of the call
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
			await waitFor(sent, limits, (code) => localFailure(code, 'not_sent', { phase: 'call' }));
		} catch (error) {
			if (this.waiting.delete(send)) this.sendWaiting();
			else this.noteDone();
			throw error;
		}
	}

	/** Sends the calls that may go now, and sets a timer for the next one. */
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
		const asked = Math.min((details.retryAfterSeconds ?? 0) * 1000, maxHoldMs, MAX_HOLD_MS);
		this.heldUntil = Math.max(this.heldUntil, performance.now() + Math.max(asked, backoff));
		this.refusedInARow += 1;
		this.window = Math.max(1, this.window / 2);
	}
}

const limiters = new LRUCache<string, RateLimiter>({ max: MAX_PARTNERS });

/**
 * The limiter of a partner at an API, the same for all its keys and for each run of this process. A credential with another
 * URL has another one: its server must not hold this API's calls.
 */
export function rateLimiterOf({ apiUrl, baseUrl, partnerId }: PartnerSettings): RateLimiter {
	const key = `${partnerId} ${apiUrl} ${baseUrl}`;
	const limiter = limiters.get(key) ?? new RateLimiter();
	limiters.set(key, limiter);
	return limiter;
}
