import { randomUUID } from 'node:crypto';
import { NodeMemory } from '../../../nodes/PartnerSettlementTrigger/deduplication/node-memory';

const MINUTE_MS = 60_000;

let now = 1_000_000;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => {
	jest.restoreAllMocks();
});

/** A delivery that n8n stores a run for and answers; returns what n8n has saved of the node then. */
async function deliver(memory: NodeMemory, eventId: string, hasBegun: boolean) {
	await memory.store.claim(eventId, eventId);
	memory.beginDelivery(eventId, () => undefined);
	const saved = memory.toSavedWith(eventId, eventId);
	await memory.store.acknowledge(eventId, eventId);
	memory.endDelivery(eventId);
	if (hasBegun) memory.store.noteRun(eventId);
	return { ...saved, writer: 'an earlier process' };
}

/** Another process that knows only what is saved. */
function restarted(saved: ReturnType<NodeMemory['toSaved']>): NodeMemory {
	const memory = new NodeMemory('node');
	memory.learn(saved);
	return memory;
}

test('after a restart all events are seen, the last one for as long as its run may take to begin', async () => {
	const [first, last] = [randomUUID(), randomUUID()];
	const memory = new NodeMemory('node');
	await deliver(memory, first, true);
	const next = restarted(await deliver(memory, last, true));
	expect([first, last].map((eventId) => next.store.has(eventId))).toEqual([true, true]);
	now += 11 * MINUTE_MS;
	// Whether the last one's run ever began, only n8n's database knows.
	expect([first, last].map((eventId) => next.store.has(eventId))).toEqual([true, false]);
});

test('of deliveries at once, the last to be saved has all those that were saved before it', async () => {
	const events = [randomUUID(), randomUUID(), randomUUID()];
	const memory = new NodeMemory('node');
	for (const eventId of events) await memory.store.claim(eventId, eventId);
	const saves = events.map((eventId) => memory.toSavedWith(eventId, eventId));
	const next = restarted({ ...(saves.at(-1) ?? memory.toSaved()), writer: 'an earlier process' });
	expect(events.map((eventId) => next.store.has(eventId))).toEqual([true, true, true]);
});

test('a sender that is gone before its event is saved leaves nothing behind', async () => {
	const eventId = randomUUID();
	const memory = new NodeMemory('node');
	await memory.store.claim(eventId, eventId);
	memory.beginDelivery(eventId, () => undefined);
	await memory.store.abandon(eventId, eventId);
	memory.endDelivery(eventId);
	expect(Object.keys(memory.toSavedWith(eventId, eventId).stored)).toHaveLength(1);
	now += 2 * MINUTE_MS;
	expect(memory.store.has(eventId)).toBe(true);
	memory.store.noteRun(eventId);
	for (let count = 0; count < 5_000; count += 1) memory.store.noteRun(randomUUID());
	expect(memory.toSaved().stored).toEqual({});
});

test('a duplicate of the last event is reason to save that its run has begun', async () => {
	const eventId = randomUUID();
	const memory = new NodeMemory('node');
	const saved = await deliver(memory, eventId, true);
	expect(memory.isIn(saved, eventId)).toBe(false);
	expect(memory.isIn(memory.toSaved(), eventId)).toBe(true);
});

test('nothing is left to be done for a duplicate once its run has begun and that is saved', async () => {
	const eventId = randomUUID();
	const memory = new NodeMemory('node');
	await deliver(memory, eventId, true);
	expect(memory.isDone(eventId)).toBe(false);
	const saved = memory.toSaved();
	expect(memory.isDone(eventId)).toBe(true);
	expect(restarted({ ...saved, writer: 'an earlier process' }).isDone(eventId)).toBe(true);
	expect(memory.isDone(randomUUID())).toBe(false);
});

test('that a run was stored once is not forgotten, for where nothing else would know of it', async () => {
	const events = [randomUUID(), randomUUID()];
	const memory = new NodeMemory('node');
	for (const eventId of events) await deliver(memory, eventId, false);
	now += 11 * MINUTE_MS;
	const next = restarted(await deliver(memory, randomUUID(), false));
	now += 11 * MINUTE_MS;
	for (const process of [memory, next]) {
		expect(events.map((eventId) => process.store.has(eventId))).toEqual([false, false]);
		expect(events.map((eventId) => process.store.wasStored(eventId))).toEqual([true, true]);
	}
	expect(next.store.wasStored(randomUUID())).toBe(false);
});

describe('that a run was stored is known as long as it matters', () => {
	test('where its run has begun in another process', async () => {
		const eventId = randomUUID();
		const memory = new NodeMemory('node');
		await deliver(memory, eventId, false);
		now += 11 * MINUTE_MS;
		expect(memory.store.wasStored(eventId)).toBe(true);
	});

	test('where it was the last before a restart', async () => {
		const eventId = randomUUID();
		const saved = await deliver(new NodeMemory('node'), eventId, true);
		const next = restarted(saved);
		expect(next.store.wasStored(eventId)).toBe(true);
		now += 11 * MINUTE_MS;
		next.learn(saved);
		expect(next.store.wasStored(eventId)).toBe(true);
	});

	test('where the event is claimed once more, behind a claim that is still open', async () => {
		const [eventId, open] = [randomUUID(), randomUUID()];
		const memory = new NodeMemory('node');
		await memory.store.claim(open, open);
		await deliver(memory, eventId, false);
		now += 9.9 * MINUTE_MS;
		await memory.store.abandon(open, open);
		now += 0.2 * MINUTE_MS;
		expect(await memory.store.claim(eventId, 'another token')).toBe('claimed');
		expect(memory.store.wasStored(eventId)).toBe(true);
	});

	test('where very many were stored at once', async () => {
		const events = Array.from({ length: 1_500 }, () => randomUUID());
		const memory = new NodeMemory('node');
		for (const eventId of events) {
			await memory.store.claim(eventId, eventId);
			await memory.store.acknowledge(eventId, eventId);
		}
		const next = restarted({ ...memory.toSaved(), writer: 'an earlier process' });
		expect(events.filter((eventId) => !next.store.wasStored(eventId))).toEqual([]);
	});
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
