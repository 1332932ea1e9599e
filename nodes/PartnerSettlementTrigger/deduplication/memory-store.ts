import {
	ABANDONED_CLAIM_MS,
	ACKNOWLEDGED_MS,
	type ClaimVerdict,
	type EventStore,
	PATIENCE_MS,
} from './event-store';
import { fingerprintOf, SeenEvents } from './seen-events';

/** Longer than a delivery takes. One that waits for its turn under n8n's concurrency limit is given up by its sender first. */
const CLAIM_MS = 600_000;

/** How many n8n has to write each time when it saves the node's events. */
const MOST_STORED = 1_000;
const MOST_MISSING = 5_000;

interface OpenClaim {
	token: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
	/** The run is stored, but has not begun. */
	isAcknowledged: boolean;
	settled: Promise<void>;
	settle: () => void;
}

/** Claims among the deliveries of one process. What it has seen outlives the process only in n8n's database. */
export class MemoryStore implements EventStore {
	/** By fingerprint, in the order in which they were made. */
	private readonly open = new Map<string, OpenClaim>();
	/** Events whose run was stored, but has not begun in time: whether it still will is not known. */
	readonly missing = new SeenEvents(MOST_MISSING);

	constructor(
		private readonly node: string,
		private readonly seen: SeenEvents,
		private readonly patienceMs = PATIENCE_MS,
		private readonly now = Date.now,
	) {}

	async claim(eventId: string, token: string): Promise<ClaimVerdict> {
		const deadline = this.now() + this.patienceMs;
		const event = this.fingerprint(eventId);
		for (;;) {
			if (this.has(eventId)) return 'seen';
			const claim = this.unexpired(event);
			if (!claim) {
				this.open.get(event)?.settle();
				this.openClaim(event, token, this.now() + CLAIM_MS);
				return 'claimed';
			}
			if (!(await settlesWithin(claim.settled, deadline - this.now()))) return 'busy';
		}
	}

	/** Whether a run of the event has begun, or is stored and should begin any moment. */
	has(eventId: string): boolean {
		const event = this.fingerprint(eventId);
		return this.seen.has(event) || this.unexpired(event)?.isAcknowledged === true;
	}

	acknowledge(eventId: string, token: string): Promise<void> {
		const claim = this.open.get(this.fingerprint(eventId));
		if (claim?.token === token) acknowledged(claim, this.now() + ACKNOWLEDGED_MS);
		return Promise.resolve();
	}

	/** A run of it has begun, and knows whether it applies the event: from now on it is seen. */
	noteRun(eventId: string): void {
		const event = this.fingerprint(eventId);
		this.seen.add(event);
		this.close(event);
	}

	release(eventId: string, token: string): Promise<void> {
		const event = this.fingerprint(eventId);
		if (this.open.get(event)?.token === token) this.close(event);
		return Promise.resolve();
	}

	abandon(eventId: string, token: string): Promise<void> {
		const claim = this.open.get(this.fingerprint(eventId));
		if (claim?.token !== token || claim.isAcknowledged) return Promise.resolve();
		claim.expiresAt = this.now() + ABANDONED_CLAIM_MS;
		return Promise.resolve();
	}

	/** Whether a run of the event was ever stored, whatever became of it. */
	wasStored(eventId: string): boolean {
		const event = this.fingerprint(eventId);
		// Also one whose time to begin is over, and which nobody has cleared away yet.
		const isAcknowledged = this.open.get(event)?.isAcknowledged === true;
		return isAcknowledged || this.seen.has(event) || this.missing.has(event);
	}

	/** The newest events whose run is stored but has not begun: until when they pass for seen, by fingerprint. */
	stored(): Record<string, number> {
		this.forgetExpired();
		const stored = [...this.open].filter(
			([event, { isAcknowledged }]) => isAcknowledged && this.unexpired(event),
		);
		const newest = stored.slice(-MOST_STORED);
		// The others are only known to have been stored once.
		for (const [event] of stored.slice(0, -MOST_STORED)) this.missing.add(event);
		return Object.fromEntries(newest.map(([event, { expiresAt }]) => [event, expiresAt]));
	}

	/** Takes up what `stored` gave in another process. */
	learnStored(stored: Readonly<Record<string, number>>): void {
		for (const [event, expiresAt] of Object.entries(stored)) {
			if (this.seen.has(event) || this.open.has(event)) continue;
			if (expiresAt <= this.now()) this.missing.add(event);
			else acknowledged(this.openClaim(event, '', expiresAt), expiresAt);
		}
	}

	private fingerprint(eventId: string): string {
		return fingerprintOf(this.node, eventId);
	}

	private unexpired(event: string): OpenClaim | undefined {
		const claim = this.open.get(event);
		return claim && claim.expiresAt > this.now() ? claim : undefined;
	}

	private openClaim(event: string, token: string, expiresAt: number): OpenClaim {
		this.forgetExpired();
		const { promise, resolve } = deferred();
		const claim = { token, expiresAt, isAcknowledged: false, settled: promise, settle: resolve };
		if (this.open.get(event)?.isAcknowledged === true) this.missing.add(event);
		// Deleted first, so that it stands last.
		this.open.delete(event);
		this.open.set(event, claim);
		return claim;
	}

	/** The oldest ones: those of senders that went away and never came again. */
	private forgetExpired(): void {
		for (const event of this.open.keys()) {
			const claim = this.open.get(event);
			if (this.unexpired(event)) return;
			if (claim?.isAcknowledged === true) this.missing.add(event);
			this.close(event);
		}
	}

	private close(event: string): void {
		this.open.get(event)?.settle();
		this.open.delete(event);
	}
}

function acknowledged(claim: OpenClaim, until: number): void {
	claim.isAcknowledged = true;
	claim.expiresAt = until;
	claim.settle();
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
	let resolve = (): void => undefined;
	const promise = new Promise<void>((settle) => {
		resolve = settle;
	});
	return { promise, resolve };
}

async function settlesWithin(settled: Promise<void>, milliseconds: number): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<false>((resolve) => {
		timer = setTimeout(() => resolve(false), Math.max(milliseconds, 0));
	});
	try {
		return await Promise.race([settled.then(() => true), timeout]);
	} finally {
		clearTimeout(timer);
	}
}
