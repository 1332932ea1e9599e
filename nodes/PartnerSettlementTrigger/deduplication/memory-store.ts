import { ABANDONED_CLAIM_MS, type ClaimVerdict, type EventStore, PATIENCE_MS } from './event-store';
import type { SeenEvents } from './seen-events';

/** Longer than any delivery takes, also one that waits for its turn under n8n's concurrency limit. */
const CLAIM_MS = 600_000;

interface OpenClaim {
	token: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
	settled: Promise<void>;
	settle: () => void;
}

/** Claims among the deliveries of one process. What it has seen outlives the process only in n8n's database. */
export class MemoryStore implements EventStore {
	private readonly open = new Map<string, OpenClaim>();

	constructor(
		private readonly seen: SeenEvents,
		private readonly patienceMs = PATIENCE_MS,
		private readonly now = Date.now,
	) {}

	async claim(eventId: string, token: string): Promise<ClaimVerdict> {
		const deadline = this.now() + this.patienceMs;
		for (;;) {
			if (this.seen.has(eventId)) return 'seen';
			const open = this.open.get(eventId);
			if (!open || open.expiresAt <= this.now()) {
				this.openClaim(eventId, token);
				open?.settle();
				return 'claimed';
			}
			if (!(await settlesWithin(open.settled, deadline - this.now()))) return 'busy';
		}
	}

	confirm(eventId: string): Promise<void> {
		this.seen.add(eventId);
		this.close(eventId);
		return Promise.resolve();
	}

	release(eventId: string, token: string): Promise<void> {
		if (this.open.get(eventId)?.token === token) this.close(eventId);
		return Promise.resolve();
	}

	abandon(eventId: string, token: string): Promise<void> {
		const open = this.open.get(eventId);
		if (open?.token === token) open.expiresAt = this.now() + ABANDONED_CLAIM_MS;
		return Promise.resolve();
	}

	private openClaim(eventId: string, token: string): void {
		const { promise, resolve } = deferred();
		const expiresAt = this.now() + CLAIM_MS;
		this.open.set(eventId, { token, expiresAt, settled: promise, settle: resolve });
	}

	private close(eventId: string): void {
		this.open.get(eventId)?.settle();
		this.open.delete(eventId);
	}
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
