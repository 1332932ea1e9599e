import { LRUCache } from 'lru-cache';

import { PartnerApiError } from './errors';
import type { PartnerSettings } from './settings';
import { waitFor, type WaitLimits } from './wait';

/** How long a call waits before it is sent. */
interface CallLimits extends WaitLimits {
	/** No 429 holds it up for longer. */
	maxHoldMs: number;
}

interface Waiting {
	maxHoldMs: number;
	/** Lets it go by itself, where the hold is longer than that. */
	alone?: NodeJS.Timeout;
	send: () => void;
}

/** After a 429 without Retry-After. Doubled with each further one until a call is accepted. */
const FIRST_BACKOFF_MS = 10;
const MAX_BACKOFF_MS = 1_000;

/** So many calls may be under way at first. Wherever that is too few, two accepted calls make room for one more. */
const FIRST_WINDOW = 12;
const WINDOW_GROWTH = 0.5;
/** A full window lets one call out after this time: slow responses to one run must not stop the others. */
const FULL_WINDOW_MS = 50;

const INTERVAL_MS = 1_000;
/** A larger share of 429s in an interval means that there is a limit. */
const MAX_REFUSED_SHARE = 0.05;
/** One 429 among few responses is no share: an interval with a 429 goes on until it has one of these. */
const ENOUGH_RESPONSES = 20;
const ENOUGH_REFUSED = 3;
/** Where some 429s come at every rate, slowing down further would be in vain. */
const MAX_SPACING_MS = 500;
/** After an interval within the limit. */
const SPEED_UP = 1.08;
/** After so many intervals in a row without a 429, or so long without a call, there is no limit any more. */
const CLEAN_INTERVALS = 6;
const MAX_IDLE_MS = 5_000;

const MAX_PARTNERS = 100;

/**
 * The rate limit of one partner, learned from the API's responses and shared by all runs of this process:
 * - hold: after a 429 nobody sends before the moment that Retry-After names, else for a short backoff. A call that may not
 *   wait so long goes by itself, and ends the hold if it is accepted;
 * - window: so many calls are under way at most. A 429 halves it, so one call goes first after an outage;
 * - spacing: an interval with many 429s sets the time between two calls, and each interval with few shortens it.
 */
export class RateLimiter {
	/** In the order in which they came. */
	private readonly waiting = new Set<Waiting>();
	private timer?: NodeJS.Timeout;

	/** Moments are milliseconds of `performance.now()`. */
	private heldUntil = -Infinity;
	private lastRefused = -Infinity;
	/** How many 429s came since a call was accepted. */
	private refusedInARow = 0;

	private window = FIRST_WINDOW;
	private underWay = 0;

	/** Milliseconds; 0 is no limit. */
	private spacing = 0;
	private lastSent = -Infinity;

	private interval = { start: performance.now(), accepted: 0, refused: 0 };
	/** How many intervals without a 429 came in a row. */
	private clean = 0;

	/**
	 * Makes a call when the rate limit allows it; calls are made in the order in which they come.
	 *
	 * @param call is made once
	 * @returns what the call does
	 * @throws what the call throws; PartnerApiError `cancelled` or `timeout`, not sent
	 */
	async run<T>(call: () => Promise<T>, limits: CallLimits): Promise<T> {
		if (limits.signal?.aborted) {
			throw new PartnerApiError({ code: 'cancelled', outcome: 'not_sent', phase: 'call' });
		}
		if (this.waiting.size > 0 || this.delay() > 0) await this.wait(limits);
		else this.noteSent();
		const sentAt = performance.now();
		try {
			const result = await call();
			if (sentAt > this.lastRefused) this.heldUntil = -Infinity;
			this.noteAccepted();
			return result;
		} catch (error) {
			if (error instanceof PartnerApiError) this.noteFailure(error, limits.maxHoldMs);
			throw error;
		} finally {
			this.noteDone();
		}
	}

	private async wait(limits: CallLimits): Promise<void> {
		const mine: Waiting = { maxHoldMs: limits.maxHoldMs, send: () => undefined };
		const sent = new Promise<void>((resolve) => (mine.send = resolve));
		this.waiting.add(mine);
		this.limitHold(mine);
		if (this.waiting.size === 1) this.sendWaiting();
		try {
			await waitFor(sent, 'call', limits);
		} catch (error) {
			if (this.waiting.delete(mine)) this.sendWaiting();
			else this.noteDone();
			throw error;
		} finally {
			clearTimeout(mine.alone);
		}
	}

	/** A call that may not wait for the end of the hold is sent alone after its longest wait. */
	private limitHold(waiting: Waiting): void {
		if (this.heldUntil - performance.now() <= waiting.maxHoldMs) return;
		waiting.alone ??= setTimeout(() => this.send(waiting), waiting.maxHoldMs);
	}

	private send(waiting: Waiting): void {
		if (!this.waiting.delete(waiting)) return;
		this.noteSent();
		waiting.send();
	}

	/** Sends the calls that may go now, and comes again when the next one may. */
	private sendWaiting(): void {
		clearTimeout(this.timer);
		for (const next of this.waiting) {
			const delay = this.delay();
			if (delay > 0) {
				this.timer = setTimeout(() => this.sendWaiting(), delay);
				return;
			}
			this.send(next);
		}
	}

	/** Milliseconds until the next call may go; 0 or less for now. */
	private delay(): number {
		this.endInterval();
		const isFull = this.underWay >= this.window;
		const gap = isFull ? Math.max(this.spacing, FULL_WINDOW_MS) : this.spacing;
		return Math.max(this.heldUntil, this.lastSent + gap) - performance.now();
	}

	private noteSent(): void {
		this.underWay += 1;
		this.lastSent = performance.now();
	}

	private noteDone(): void {
		this.underWay -= 1;
		this.sendWaiting();
	}

	private noteAccepted(): void {
		// 429s before the first accepted call are an outage and say nothing of a rate.
		if (this.interval.accepted === 0) this.beginInterval();
		this.interval.accepted += 1;
		this.refusedInARow = 0;
		if (this.underWay >= this.window) this.window += WINDOW_GROWTH;
	}

	private noteFailure({ isRateLimit, details }: PartnerApiError, maxHoldMs: number): void {
		// A response other than 429 means that the API took the call.
		if (!isRateLimit && details.status !== undefined) this.noteAccepted();
		if (!isRateLimit) return;
		const backoff = FIRST_BACKOFF_MS * 2 ** this.refusedInARow;
		const jittered = Math.min(backoff, MAX_BACKOFF_MS) * (0.75 + Math.random() / 2);
		const asked = Math.min((details.retryAfterSeconds ?? 0) * 1000, maxHoldMs);
		this.lastRefused = performance.now();
		this.heldUntil = Math.max(this.heldUntil, this.lastRefused + Math.max(asked, jittered));
		for (const waiting of this.waiting) this.limitHold(waiting);
		this.refusedInARow += 1;
		this.window = Math.max(1, this.window / 2);
		this.interval.refused += 1;
	}

	private beginInterval(): void {
		this.interval = { start: performance.now(), accepted: 0, refused: 0 };
	}

	/** Learns from an interval that is over. */
	private endInterval(): void {
		const now = performance.now();
		if (this.underWay === 0 && now - Math.max(this.lastSent, this.heldUntil) > MAX_IDLE_MS) {
			this.spacing = 0;
			this.beginInterval();
		}
		const { start, accepted, refused } = this.interval;
		const length = now - start;
		const responses = accepted + refused;
		const tells = refused === 0 || refused >= ENOUGH_REFUSED || responses >= ENOUGH_RESPONSES;
		if (length < INTERVAL_MS || !tells) return;
		const share = refused / responses;
		this.clean = refused > 0 ? 0 : this.clean + 1;
		if (share > MAX_REFUSED_SHARE) {
			const spacing = this.spacing > 0 ? this.spacing / (1 - share) : length / accepted;
			if (accepted > 0) this.spacing = Math.min(spacing, MAX_SPACING_MS);
		} else {
			this.spacing = this.clean < CLEAN_INTERVALS ? this.spacing / SPEED_UP : 0;
		}
		this.beginInterval();
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
