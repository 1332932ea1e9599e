import { createHash } from 'node:crypto';

import { Newest } from '../../../partner-api';

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
	private readonly fingerprints: Newest<number>;
	/** The number of the newest. */
	private newest = 0;

	/** @param capacity how many are remembered */
	constructor(capacity: number) {
		this.fingerprints = new Newest(capacity);
	}

	has(fingerprint: string): boolean {
		return this.fingerprints.has(fingerprint);
	}

	add(fingerprint: string): void {
		this.newest += 1;
		this.fingerprints.set(fingerprint, this.newest);
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
			this.fingerprints.set(text.slice(start, start + FINGERPRINT_LENGTH), 0);
		}
		for (const [fingerprint, number] of newer) this.fingerprints.set(fingerprint, number);
	}

	/** All of them in one string, in which every fingerprint can be found. */
	toText(): string {
		return [...this.fingerprints.keys()].join('');
	}
}
