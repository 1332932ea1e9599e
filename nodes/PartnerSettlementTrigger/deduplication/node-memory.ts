import { randomUUID } from 'node:crypto';

import { Newest } from '../../../partner-api';
import { Marks } from './marks';
import { MemoryStore } from './memory-store';
import type { SavedEvents } from './saved-events';
import { SaveTurns } from './save-turns';
import { fingerprintOf, SeenEvents } from './seen-events';

/** How many events of a node are remembered at least. */
export const REMEMBERED_EVENTS = 5_000;

const THIS_PROCESS = randomUUID();

/** What this process knows of one node. */
export class NodeMemory {
	readonly marks = new Marks();
	readonly store: MemoryStore;
	/** Events by the signature of their delivery: a redelivery is the same bytes, and so known before it is parsed. */
	readonly deliveries = new Newest<string>(REMEMBERED_EVENTS);
	private readonly saveTurns = new SaveTurns();
	private readonly seen = new SeenEvents(REMEMBERED_EVENTS);
	private learned = '';
	/** How many events had been seen when they were saved last. */
	private savedCount = 0;

	constructor(private readonly node: string) {
		this.store = new MemoryStore(node, this.seen);
	}

	/** Takes up what an earlier process knew, or another one knows that writes as well. */
	learn({ writer, begun, stored, missing }: SavedEvents): void {
		if (writer === THIS_PROCESS) return;
		const text = begun + missing;
		if (text !== this.learned) {
			this.seen.learn(begun);
			this.store.missing.learn(missing);
		}
		this.learned = text;
		this.store.learnStored(stored);
	}

	/** Whether what is saved says of this event what is known of it. */
	isIn({ begun, stored }: SavedEvents, eventId: string): boolean {
		const event = fingerprintOf(this.node, eventId);
		return begun.includes(event) || (event in stored && !this.seen.has(event));
	}

	/** Whether a run of the event has begun, and that is saved: nothing is left to be done for a duplicate. */
	isDone(eventId: string): boolean {
		const event = fingerprintOf(this.node, eventId);
		return this.seen.cameBy(this.savedCount, event);
	}

	/**
	 * A delivery's run is about to be stored.
	 *
	 * @param save has n8n save the node's events
	 */
	beginDelivery(token: string, save: () => void): void {
		this.saveTurns.begin(token, save);
	}

	/** A delivery has had its answer, or will have none. */
	endDelivery(token: string): void {
		this.saveTurns.end(token);
	}

	/** What n8n is to save for a delivery: by then it has stored its run, and is about to answer. */
	toSavedWith(eventId: string, token: string): SavedEvents {
		// Also where the sender is gone, and will never see the answer.
		void this.store.acknowledge(eventId, token);
		this.saveTurns.end(token);
		return this.toSaved();
	}

	/** What n8n is to save of all this. */
	toSaved(): SavedEvents {
		this.savedCount = this.seen.count;
		return {
			writer: THIS_PROCESS,
			begun: this.seen.toText(),
			stored: this.store.stored(),
			missing: this.store.missing.toText(),
		};
	}
}

const memories = new Map<string, NodeMemory>();

/** @param node what tells the node from every other */
export function nodeMemory(node: string): NodeMemory {
	const existing = memories.get(node);
	if (existing) return existing;
	const memory = new NodeMemory(node);
	memories.set(node, memory);
	return memory;
}
