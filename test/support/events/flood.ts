import pMap from 'p-map';
import { waitUntil } from '../../../dev/stack/wait-until';
import { deliverUntilAccepted, signedEvent, type SignedEvent } from './deliveries';

export function newEvents(secret: string, count: number): SignedEvent[] {
	return Array.from({ length: count }, () => signedEvent(secret));
}

/** Delivers each event to all of these addresses until it is accepted, and counts the events that are. */
export class Flood {
	/** The number of responses by status; undefined: no response. */
	readonly answers = new Map<number | undefined, number>();
	readonly done: Promise<unknown>;
	private accepted = 0;

	constructor(
		readonly events: SignedEvent[],
		urls: string[],
		senders: number,
	) {
		const tell = (status: number | undefined): void => {
			this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
		};
		const deliverToAll = async (event: SignedEvent): Promise<void> => {
			await Promise.all(urls.map((url) => deliverUntilAccepted(url, event, tell)));
			this.accepted += 1;
		};
		this.done = pMap(events, deliverToAll, { concurrency: senders });
	}

	async reaches(share: number): Promise<void> {
		const isReached = () => this.accepted >= this.events.length * share || undefined;
		await waitUntil(`${share} of the flood`, isReached, { timeoutMs: 120_000 });
	}
}
