import { randomUUID } from 'node:crypto';
import { MemoryStore } from '../../../nodes/PartnerSettlementTrigger/deduplication/memory-store';
import { SeenEvents } from '../../../nodes/PartnerSettlementTrigger/deduplication/seen-events';

const LONG_MS = 60_000;
const DAY_MS = 86_400_000;

class Clock {
	constructor(public time = 1_000_000) {}

	readonly now = (): number => this.time;
}

function newStore(patienceMs = LONG_MS, clock = new Clock()): MemoryStore {
	return new MemoryStore('node', new SeenEvents(10), patienceMs, clock.now);
}

test('one of many at once gets the claim, the others learn that its run is stored', async () => {
	const store = newStore();
	const eventId = randomUUID();
	expect(await store.claim(eventId, 'first')).toBe('claimed');
	const others = ['a', 'b', 'c'].map((token) => store.claim(eventId, token));
	await store.acknowledge(eventId, 'first');
	expect(await Promise.all(others)).toEqual(['seen', 'seen', 'seen']);
	expect(await store.claim(eventId, 'later')).toBe('seen');
});

test('after a start that failed, exactly one of those that wait starts the run', async () => {
	const store = newStore();
	const eventId = randomUUID();
	await store.claim(eventId, 'first');
	const [one, other] = [store.claim(eventId, 'a'), store.claim(eventId, 'b')];
	await store.release(eventId, 'first');
	expect(await one).toBe('claimed');
	await store.acknowledge(eventId, 'a');
	expect(await other).toBe('seen');
});

test('whoever waits in vain is told to come again', async () => {
	const store = newStore(1);
	const eventId = randomUUID();
	await store.claim(eventId, 'first');
	expect(await store.claim(eventId, 'second')).toBe('busy');
});

test('a claim whose sender went away expires, and a redelivery is accepted', async () => {
	const clock = new Clock();
	const store = newStore(0, clock);
	const eventId = randomUUID();
	await store.claim(eventId, 'gone');
	await store.abandon(eventId, 'gone');
	clock.time += 59_000;
	expect(await store.claim(eventId, 'redelivery')).toBe('busy');
	clock.time += 2_000;
	expect(await store.claim(eventId, 'redelivery')).toBe('claimed');
	// The late news of the first delivery does not concern the second's claim.
	await store.release(eventId, 'gone');
	expect(await store.claim(eventId, 'third')).toBe('busy');
});

test('an event is seen for good once its run has begun', async () => {
	const clock = new Clock();
	const store = newStore(0, clock);
	const eventId = randomUUID();
	await store.claim(eventId, 'first');
	await store.acknowledge(eventId, 'first');
	store.noteRun(eventId);
	clock.time += DAY_MS;
	expect(await store.claim(eventId, 'later')).toBe('seen');
});

test('a run that n8n acknowledged and then refused to start does not swallow its event', async () => {
	const clock = new Clock();
	const store = newStore(0, clock);
	const eventId = randomUUID();
	await store.claim(eventId, 'refused');
	await store.acknowledge(eventId, 'refused');
	expect(await store.claim(eventId, 'too soon')).toBe('seen');
	clock.time += 11 * 60_000;
	expect(await store.claim(eventId, 'redelivery')).toBe('claimed');
});

test('whose claim has expired cannot acknowledge that of another', async () => {
	const clock = new Clock();
	const store = newStore(0, clock);
	const eventId = randomUUID();
	await store.claim(eventId, 'slow');
	clock.time += DAY_MS;
	await store.claim(eventId, 'next');
	await store.acknowledge(eventId, 'slow');
	expect(await store.claim(eventId, 'third')).toBe('busy');
});

test('another process learns which runs are stored, and until when that counts', async () => {
	const clock = new Clock();
	const [store, next] = [newStore(0, clock), newStore(0, clock)];
	const [stored, begun, open] = [randomUUID(), randomUUID(), randomUUID()];
	for (const eventId of [stored, begun, open]) await store.claim(eventId, 'first');
	for (const eventId of [stored, begun]) await store.acknowledge(eventId, 'first');
	store.noteRun(begun);
	expect(Object.keys(store.stored())).toHaveLength(1);
	next.learnStored(store.stored());
	expect(await next.claim(stored, 'second')).toBe('seen');
	expect(await next.claim(open, 'second')).toBe('claimed');
	clock.time += DAY_MS;
	expect(await next.claim(stored, 'third')).toBe('claimed');
	expect(store.stored()).toEqual({});
});

test('events do not disturb each other', async () => {
	const store = newStore();
	const verdicts = [randomUUID(), randomUUID()].map((eventId) => store.claim(eventId, 'token'));
	expect(await Promise.all(verdicts)).toEqual(['claimed', 'claimed']);
});
