import { randomUUID } from 'node:crypto';
import {
	fingerprintOf,
	SeenEvents,
} from '../../../nodes/PartnerSettlementTrigger/deduplication/seen-events';

function events(count: number): string[] {
	return Array.from({ length: count }, () => fingerprintOf('node', randomUUID()));
}

test('remembers the newest, forgets the oldest first', () => {
	const seen = new SeenEvents(3);
	const [oldest = '', ...newest] = events(4);
	for (const event of [oldest, ...newest]) seen.add(event);
	expect(seen.has(oldest)).toBe(false);
	expect(newest.map((event) => seen.has(event))).toEqual([true, true, true]);
});

test('an event that comes again takes no further room', () => {
	const seen = new SeenEvents(2);
	const [first = '', second = ''] = events(2);
	for (const event of [first, second, second, second]) seen.add(event);
	expect(seen.has(first)).toBe(true);
});

test('another process learns all 5,000 from the text', () => {
	const seen = new SeenEvents(5_000);
	const [unseen = '', ...known] = events(5_001);
	for (const event of known) seen.add(event);
	const next = new SeenEvents(5_000);
	const text = seen.toText();
	next.learn(text);
	expect(known.every((event) => next.has(event))).toBe(true);
	expect(next.has(unseen)).toBe(false);
	// n8n reads it with every delivery, and stores it with every run.
	expect(text.length).toBeLessThan(60_000);
});

test('an event of another node is another', () => {
	const eventId = randomUUID();
	const nodes = ['instance:a:node', 'instance:b:node', 'other:a:node'];
	expect(new Set(nodes.map((node) => fingerprintOf(node, eventId))).size).toBe(3);
});
