import { randomUUID } from 'node:crypto';
import { KnownDeliveries } from '../../../nodes/PartnerSettlementTrigger/deduplication/known-deliveries';
import { NodeMemory } from '../../../nodes/PartnerSettlementTrigger/deduplication/node-memory';

test('a signature tells the event; the oldest are forgotten first', () => {
	const deliveries = new KnownDeliveries(2);
	for (const name of ['a', 'b', 'b', 'c']) deliveries.note(`signature of ${name}`, name);
	expect(['a', 'b', 'c', 'd'].map((name) => deliveries.eventOf(`signature of ${name}`))).toEqual([
		undefined,
		'b',
		'c',
		undefined,
	]);
});

test('an event is done once its run has begun, and that is saved', async () => {
	const memory = new NodeMemory('node');
	const eventId = randomUUID();
	await memory.store.claim(eventId, 'token');
	memory.toSaved();
	await memory.store.acknowledge(eventId, 'token');
	expect(memory.isDone(eventId)).toBe(false);
	memory.store.noteRun(eventId);
	expect(memory.isDone(eventId)).toBe(false);
	memory.toSaved();
	expect(memory.isDone(eventId)).toBe(true);
	expect(memory.isDone(randomUUID())).toBe(false);
});
