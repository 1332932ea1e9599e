import { createHash } from 'node:crypto';

/**
 * 48 bits in base64url: short, because n8n loads all of them with each delivery. That a new event has the name of one of
 * 5,000 others is as likely as 1 in 56,000,000,000.
 */
const FINGERPRINT_LENGTH = 8;

/** An event's short name; of another node, or of a copy, it is another, so that what those have seen means nothing here. */
export function fingerprintOf(node: string, eventId: string): string {
	const hash = createHash('sha256').update(`${node}\n${eventId}`).digest('base64url');
	return hash.slice(0, FINGERPRINT_LENGTH);
}

/** The newest events of one node, by their fingerprints; the oldest are forgotten first. */
export class SeenEvents {
	/** Each with its number, in the order in which they came. */
	private readonly fingerprints = new Map<string, number>();
	/** The number of the newest. */
	private newest = 0;

	/** @param capacity how many are remembered */
	constructor(private readonly capacity: number) {}

	has(fingerprint: string): boolean {
		return this.fingerprints.has(fingerprint);
	}

	add(fingerprint: string): void {
		this.newest += 1;
		this.put(fingerprint, this.newest);
	}

	private put(fingerprint: string, number: number): void {
		this.fingerprints.delete(fingerprint);
		this.fingerprints.set(fingerprint, number);
		if (this.fingerprints.size <= this.capacity) return;
		const [oldest] = this.fingerprints.keys();
		if (oldest !== undefined) this.fingerprints.delete(oldest);
	}

	/** Goes up with each that comes, but not with what is learned. */
	get count(): number {
		return this.newest;
	}

	/** Whether it was learned, or came before the count was more than this. */
	cameBy(count: number, fingerprint: string): boolean {
		return (this.fingerprints.get(fingerprint) ?? Number.POSITIVE_INFINITY) <= count;
	}

	/** Takes up what `toText` gave: older than all it has. */
	learn(text: string): void {
		const newer = [...this.fingerprints];
		this.fingerprints.clear();
		for (let start = 0; start < text.length; start += FINGERPRINT_LENGTH) {
			this.put(text.slice(start, start + FINGERPRINT_LENGTH), 0);
		}
		for (const [fingerprint, number] of newer) this.put(fingerprint, number);
	}

	/** All of them in one string, in which every fingerprint can be found. */
	toText(): string {
		return [...this.fingerprints.keys()].join('');
	}
}
