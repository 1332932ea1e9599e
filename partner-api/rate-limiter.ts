import Queue from 'yocto-queue';

import { PartnerApiError } from './errors';
import { Newest } from './newest';
import type { PartnerSettings } from './settings';
import { waitFor } from './wait-for';

/** How long a call waits before it is sent. */
interface WaitLimits {
	/** Milliseconds; no 429 holds it up for longer. */
	maxHoldMs: number;
	/** Milliseconds for the whole wait; absent: as long as it takes. */
	timeoutMs?: number;
	/** Cancels the wait. */
	signal?: AbortSignal;
}

interface Waiting {
	maxHoldMs: number;
	/** Lets it go alone, where the hold is longer than that. */
	alone?: NodeJS.Timeout;
	send: () => void;
	/** It was sent, or nobody waits for it any more. */
	isOver: boolean;
}

/** A 429 without Retry-After. Doubled with each further one; each accepted call takes one doubling back. */
const FIRST_BACKOFF_MS = 10;
const MAX_BACKOFF_MS = 1_000;

/** So many calls may be under way at first. Wherever that is too few, two accepted calls make room for one more. */
const FIRST_WINDOW = 4;
const WINDOW_GROWTH = 0.5;
/** A full window lets one call out after this, so that slow answers to one run do not stop the others. */
const FULL_WINDOW_MS = 50;

const INTERVAL_MS = 1_000;
/** When nobody called for longer, apart from a hold, the 429s before that say nothing of a rate. */
const MAX_IDLE_MS = 2_000;
/** A larger share of 429s in an interval means that there is a limit. */
const MAX_REFUSED_SHARE = 0.05;
/** How far the rate stays below the one that was accepted. */
const CAUTION = 1.05;
/** Some 429s come at every rate, so slowing down further would be in vain. */
const MAX_SPACING_MS = 500;
/** Of the first clean interval; it doubles with each further one, up to the largest. */
const SPEED_UP = 0.03;
const MAX_SPEED_UP = 0.25;
/** After so many clean intervals in a row there is no limit any more. */
const CLEAN_INTERVALS = 8;

const MAX_PARTNERS = 100;

/**
 * The rate limit of one partner, found out from the API's answers and shared by all runs of this process:
 * - hold: after a 429 nobody sends before the moment that Retry-After names, else for a short backoff. A call that may not
 *   wait so long goes by itself, and ends the hold if it is accepted;
 * - window: so many calls are under way at most. A 429 halves it, so one call goes first after an outage;
 * - spacing: an interval with many 429s sets the time between two calls, and each interval without any shortens it.
 */
export class RateLimiter {
	private readonly waiting = new Queue<Waiting>();
	private timer?: NodeJS.Timeout;

	/** Moments are milliseconds of `performance.now()`. */
	private heldUntil = -Infinity;
	private lastRefused = -Infinity;
	private backoffs = 0;

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
	async run<T>(call: () => Promise<T>, limits: WaitLimits): Promise<T> {
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

	/** Milliseconds for which a 429 still holds all calls up; 0 or less for none. */
	private holdLeft(): number {
		return this.heldUntil - performance.now();
	}

	private async wait({ maxHoldMs, timeoutMs, signal }: WaitLimits): Promise<void> {
		const mine: Waiting = { maxHoldMs, send: () => undefined, isOver: false };
		const sent = new Promise<void>((resolve) => (mine.send = resolve));
		this.waiting.enqueue(mine);
		this.boundHold(mine);
		if (this.waiting.size === 1) this.sendWaiting();
		try {
			await waitFor(sent, 'call', { timeoutMs, signal });
		} catch (error) {
			if (mine.isOver) this.noteDone();
			mine.isOver = true;
			this.sendWaiting();
			throw error;
		} finally {
			clearTimeout(mine.alone);
		}
	}

	/** The API asks for more than this call may wait, so the call waits by itself. */
	private boundHold(waiting: Waiting): void {
		if (waiting.isOver || this.holdLeft() <= waiting.maxHoldMs) return;
		waiting.alone ??= setTimeout(() => {
			this.send(waiting);
		}, waiting.maxHoldMs);
	}

	private send(waiting: Waiting): void {
		if (waiting.isOver) return;
		waiting.isOver = true;
		this.noteSent();
		waiting.send();
	}

	/** Lets those go that may, and looks again when the next one may. */
	private sendWaiting(): void {
		clearTimeout(this.timer);
		for (let first = this.waiting.peek(); first; first = this.waiting.peek()) {
			const delay = first.isOver ? 0 : this.delay();
			if (delay > 0) {
				this.timer = setTimeout(() => {
					this.sendWaiting();
				}, delay);
				return;
			}
			this.waiting.dequeue();
			this.send(first);
		}
	}

	/** Milliseconds until the next call may go; 0 or less for now. */
	private delay(): number {
		this.endInterval();
		const isFull = this.underWay >= this.window;
		const gap = isFull ? Math.max(this.spacing, FULL_WINDOW_MS) : this.spacing;
		return Math.max(this.holdLeft(), this.lastSent + gap - performance.now());
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
		// 429s before the first accepted call are an outage: they say nothing of a rate.
		if (this.interval.accepted === 0) this.beginInterval();
		this.interval.accepted += 1;
		this.backoffs = Math.max(0, this.backoffs - 1);
		if (this.underWay >= this.window) this.window += WINDOW_GROWTH;
	}

	/** Whatever else the API answers, it took the call. */
	private noteFailure({ isRateLimit, details }: PartnerApiError, maxHoldMs: number): void {
		if (details.status === undefined) return;
		if (!isRateLimit) {
			this.noteAccepted();
			return;
		}
		const backoff = (FIRST_BACKOFF_MS + 2 * this.spacing) * 2 ** this.backoffs;
		const jitter = 0.75 + Math.random() / 2;
		const asked = Math.min((details.retryAfterSeconds ?? 0) * 1000, maxHoldMs);
		const hold = Math.max(asked, Math.min(backoff, MAX_BACKOFF_MS) * jitter);
		this.lastRefused = performance.now();
		this.heldUntil = Math.max(this.heldUntil, this.lastRefused + hold);
		for (const waiting of this.waiting) this.boundHold(waiting);
		this.backoffs += 1;
		this.window = Math.max(1, Math.min(this.window, this.underWay) / 2);
		this.interval.refused += 1;
	}

	private beginInterval(): void {
		this.interval = { start: performance.now(), accepted: 0, refused: 0 };
	}

	/** Learns from an interval that is over. */
	private endInterval(): void {
		const { start, accepted } = this.interval;
		const length = performance.now() - start;
		if (length < INTERVAL_MS) return;
		const sinceHold = -this.holdLeft();
		const refused = Math.min(length, sinceHold) > MAX_IDLE_MS ? 0 : this.interval.refused;
		const answers = accepted + refused;
		if (refused > answers * MAX_REFUSED_SHARE) {
			this.clean = 0;
			if (accepted > 0) {
				const spacing = this.spacing > 0 ? this.spacing * answers : length;
				this.spacing = Math.min((spacing * CAUTION) / accepted, MAX_SPACING_MS);
			}
		} else {
			this.spacing /= 1 + Math.min(SPEED_UP * 2 ** this.clean, MAX_SPEED_UP);
			this.clean = refused > 0 ? 0 : this.clean + Math.floor(length / INTERVAL_MS);
			if (this.clean >= CLEAN_INTERVALS) this.spacing = 0;
		}
		this.beginInterval();
	}
}

const limiters = new Newest<RateLimiter>(MAX_PARTNERS);

/** The limiter of a partner, the same for all its keys and for each run of this process. */
export function rateLimiterOf({ apiUrl, partnerId }: PartnerSettings): RateLimiter {
	const key = `${partnerId} ${apiUrl}`;
	const limiter = limiters.get(key) ?? new RateLimiter();
	limiters.set(key, limiter);
	return limiter;
}
