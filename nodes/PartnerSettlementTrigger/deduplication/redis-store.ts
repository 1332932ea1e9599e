import { setTimeout as pause } from 'node:timers/promises';

import type { Redis } from 'ioredis';

import { ACKNOWLEDGED_MS, type ClaimVerdict, type EventStore, PATIENCE_MS } from './event-store';
import type { Mark, MarkVerdict } from './marks';
import { ACKNOWLEDGE_SCRIPT, CLAIM_SCRIPT, MARK_SCRIPT, RELEASE_SCRIPT } from './redis-scripts';

/** A process that dies between claim and run holds the event up for so long, in milliseconds. */
const CLAIM_MS = 60_000;
/** How many events of a node are remembered. */
const CAPACITY = 20_000;
const LOOK_EVERY_MS = 100;

/** Claims and marks shared by all of n8n's processes. @throws Error from every method when Redis does not answer */
export class RedisStore implements EventStore {
	/** @param node what tells this node from all others that use the same Redis */
	constructor(
		private readonly redis: Redis,
		private readonly node: string,
		private readonly patienceMs = PATIENCE_MS,
	) {}

	async claim(eventId: string, token: string): Promise<ClaimVerdict> {
		const deadline = Date.now() + this.patienceMs;
		for (;;) {
			const verdict = await this.run(CLAIM_SCRIPT, eventId, token, CLAIM_MS);
			if (verdict === 'claimed' || verdict === 'seen') return verdict;
			if (Date.now() >= deadline) return 'busy';
			await pause(LOOK_EVERY_MS);
		}
	}

	async acknowledge(eventId: string, token: string): Promise<void> {
		await this.run(ACKNOWLEDGE_SCRIPT, eventId, token, ACKNOWLEDGED_MS);
	}

	async release(eventId: string, token: string): Promise<void> {
		await this.run(RELEASE_SCRIPT, eventId, token);
	}

	/** The claim expires by itself. */
	abandon(): Promise<void> {
		return Promise.resolve();
	}

	/** Marks the event as applied by this run, unless another run has. One step for Redis, so there is no doubt. */
	async mark({ eventId, token }: Mark): Promise<MarkVerdict> {
		const passes = (await this.run(MARK_SCRIPT, eventId, token, CAPACITY)) === 'pass';
		return passes ? 'applies' : 'stops';
	}

	private async run(
		script: string,
		eventId: string,
		token: string,
		...rest: number[]
	): Promise<unknown> {
		// The braces keep a node's keys together where a proxy spreads keys over several servers.
		const prefix = `partner-settlement:{${this.node}}`;
		const keys = [`${prefix}:claim:${eventId}`, `${prefix}:runs`, `${prefix}:order`];
		return await this.redis.eval(script, keys.length, ...keys, eventId, token, ...rest);
	}
}
