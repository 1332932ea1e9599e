import { createHash } from 'node:crypto';

/** 60 bits in base64url: short, because n8n loads all of them with the workflow, and still never the same for two. */
const FINGERPRINT_LENGTH = 10;

/** An event's short name; of another node, or of a copy, it is another, so that what those have seen means nothing here. */
export function fingerprintOf(node: string, eventId: string): string {
	const hash = createHash('sha256').update(`${node}\n${eventId}`).digest('base64url');
	return hash.slice(0, FINGERPRINT_LENGTH);
}

/** The newest events of one node, by their fingerprints; the oldest are forgotten first. */
export class SeenEvents {
	private readonly fingerprints = new Set<string>();

	/** @param capacity how many are remembered */
	constructor(private readonly capacity: number) {}

	has(fingerprint: string): boolean {
		return this.fingerprints.has(fingerprint);
	}

	add(fingerprint: string): void {
		this.fingerprints.delete(fingerprint);
		this.fingerprints.add(fingerprint);
		if (this.fingerprints.size <= this.capacity) return;
		const [oldest] = this.fingerprints;
		if (oldest !== undefined) this.fingerprints.delete(oldest);
	}

	/** Takes up what `toText` gave: older than all it has. */
	learn(text: string): void {
		const newer = [...this.fingerprints];
		this.fingerprints.clear();
		for (let start = 0; start < text.length; start += FINGERPRINT_LENGTH) {
			this.add(text.slice(start, start + FINGERPRINT_LENGTH));
		}
		for (const fingerprint of newer) this.add(fingerprint);
	}

	/** All of them in one string, in which every fingerprint can be found. */
	toText(): string {
		return [...this.fingerprints].join('');
	}
}
