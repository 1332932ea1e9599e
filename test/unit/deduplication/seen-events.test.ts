import { randomUUID } from 'node:crypto';
import { SeenEvents } from '../../../nodes/PartnerSettlementTrigger/deduplication/seen-events';

function events(count: number): string[] {
	return Array.from({ length: count }, () => randomUUID());
}

test('remembers the newest, forgets the oldest first', () => {
	const seen = new SeenEvents('node', 3);
	const [oldest = '', ...newest] = events(4);
	for (const id of [oldest, ...newest]) seen.add(id);
	expect(seen.has(oldest)).toBe(false);
	expect(newest.map((id) => seen.has(id))).toEqual([true, true, true]);
});

test('an event that comes again takes no further room', () => {
	const seen = new SeenEvents('node', 2);
	const [first = '', second = ''] = events(2);
	for (const id of [first, second, second, second]) seen.add(id);
	expect(seen.has(first)).toBe(true);
});

test('another process learns all 5,000 from the text, and the one more', () => {
	const seen = new SeenEvents('node', 5_000);
	const [more = '', unseen = '', ...ids] = events(5_002);
	for (const id of ids) seen.add(id);
	const next = new SeenEvents('node', 5_001);
	const text = seen.toText(more);
	next.learn(text);
	expect([...ids, more].every((id) => next.has(id))).toBe(true);
	expect(next.has(unseen)).toBe(false);
	expect(seen.has(more)).toBe(false);
	expect([seen.isIn(text, more), seen.isIn(text, unseen)]).toEqual([true, false]);
	// n8n reads it with every delivery.
	expect(text.length).toBeLessThan(100_000);
});

test('what another node has seen means nothing', () => {
	const [id = ''] = events(1);
	const other = new SeenEvents('workflow:other', 10);
	other.learn(new SeenEvents('workflow:node', 10).toText(id));
	expect(other.has(id)).toBe(false);
});
