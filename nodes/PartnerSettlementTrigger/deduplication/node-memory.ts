import { Marks } from './marks';
import { MemoryStore } from './memory-store';
import { SeenEvents } from './seen-events';

/** How many events of a node are remembered at least. */
export const REMEMBERED_EVENTS = 5_000;

/** What this process knows of one node. */
export interface NodeMemory {
	seen: SeenEvents;
	store: MemoryStore;
	marks: Marks;
	/** Whether it has taken up what an earlier process knew. */
	isInformed: boolean;
}

const memories = new Map<string, NodeMemory>();

/** @param node what tells the node from every other */
export function nodeMemory(node: string): NodeMemory {
	const existing = memories.get(node);
	if (existing) return existing;
	const seen = new SeenEvents(node, REMEMBERED_EVENTS);
	const memory = {
		seen,
		store: new MemoryStore(seen),
		marks: new Marks(),
		isInformed: false,
	};
	memories.set(node, memory);
	return memory;
}
