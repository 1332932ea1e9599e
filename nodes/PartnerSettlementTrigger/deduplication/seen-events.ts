import { createHash } from 'node:crypto';

/** 96 bits in base64url: short, because n8n loads all of them with the workflow, and still never the same for two. */
const FINGERPRINT_LENGTH = 16;

/** The newest events of one node, as fingerprints; the oldest are forgotten first. */
export class SeenEvents {
	private readonly fingerprints = new Set<string>();

	/**
	 * @param node what the fingerprints are made with, so that those of another node, or of a copy, mean nothing here
	 * @param capacity how many are remembered
	 */
	constructor(
		private readonly node: string,
		private readonly capacity: number,
	) {}

	has(eventId: string): boolean {
		return this.fingerprints.has(this.fingerprint(eventId));
	}

	add(eventId: string): void {
		this.remember(this.fingerprint(eventId));
	}

	/** Takes up what `toText` gave. */
	learn(text: string): void {
		for (let start = 0; start < text.length; start += FINGERPRINT_LENGTH) {
			this.remember(text.slice(start, start + FINGERPRINT_LENGTH));
		}
	}

	/** Whether a text of `toText` has this event. */
	isIn(text: string, eventId: string): boolean {
		return text.includes(this.fingerprint(eventId));
	}

	/** All of them and one more, in one string. */
	toText(eventId: string): string {
		return [...this.fingerprints, this.fingerprint(eventId)].join('');
	}

	private remember(fingerprint: string): void {
		this.fingerprints.add(fingerprint);
		if (this.fingerprints.size <= this.capacity) return;
		const [oldest] = this.fingerprints;
		if (oldest !== undefined) this.fingerprints.delete(oldest);
	}

	private fingerprint(eventId: string): string {
		const hash = createHash('sha256').update(`${this.node}\n${eventId}`).digest('base64url');
		return hash.slice(0, FINGERPRINT_LENGTH);
	}
}
