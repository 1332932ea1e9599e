/**
 * A random story of orders: reserved, sent, answered, lost, refused, or left behind by a process that dies. It is told
 * to a record, and to a plain list of attempts that is read from the beginning each time. Both must decide alike.
 */
import assert from 'node:assert/strict';

import fc from 'fast-check';

import {
	KEPT_MS,
	LEASE_MS,
	type SpendingRecord,
} from '../../../nodes/PartnerSettlement/limits/budget/spending-record';

const DAY_MS = 24 * 3600 * 1000;
const WINDOWS = [
	{ length: DAY_MS, max: 100 },
	{ length: 30 * DAY_MS, max: 250 },
];

type Step =
	| {
			do: 'order';
			keys: number[];
			cost: number;
			end: 'done' | 'refused' | 'lost' | 'unsent' | 'dies';
	  }
	| { do: 'find'; key: number; cost: number; age: number }
	| { do: 'wait'; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({
		do: fc.constant('order' as const),
		keys: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
		cost: fc.integer({ min: 1, max: 60 }),
		end: fc.constantFrom('done', 'refused', 'lost', 'unsent', 'dies'),
	}),
	fc.record({
		do: fc.constant('find' as const),
		key: fc.nat(7),
		cost: fc.integer({ min: 0, max: 60 }),
		// The API's clock may be ahead.
		age: fc.integer({ min: -20 * DAY_MS, max: 40 * DAY_MS }),
	}),
	fc.record({
		do: fc.constant('wait' as const),
		ms: fc.constantFrom(1, LEASE_MS + 1, DAY_MS / 2, DAY_MS + 1, 20 * DAY_MS),
	}),
);
export const stories = fc.array(step, { maxLength: 25 });

/** The API may not recognize a repeat of an order with an odd number. */
const isGuess = (key: number) => key % 2 === 1;

/** What an order's earlier attempts count for together. */
function had(key: number, kept: readonly Attempt[]): number {
	const costs = kept.map(({ cost }) => cost);
	return isGuess(key) ? costs.reduce((sum, more) => sum + more, 0) : Math.max(0, ...costs);
}

interface Attempt {
	cost: number;
	at: number;
	/** When the reservation ends, as long as the order is only reserved. */
	until?: number;
	/** The end of the lease of a run that sent the order and died. */
	lease?: number;
}

/** What may have been debited, derived only from what happened. */
class Attempts {
	readonly of = new Map<number, Attempt[]>();

	/** Forgets attempts that have left every window: if such an order is sent again, it counts as new. */
	forget(before: number): void {
		for (const [key, all] of this.of)
			this.of.set(
				key,
				all.filter(({ at }) => at >= before),
			);
	}

	spent(from: number, now: number): number {
		let sum = 0;
		for (const [key, all] of this.of) {
			const counted = all.filter(({ until = Infinity }) => until > now);
			const isIn = counted.some(({ at, until }) => at > from || until !== undefined);
			const costs = counted.map(({ cost }) => cost);
			if (!isIn || costs.length === 0) continue;
			sum += isGuess(key) ? costs.reduce((left, right) => left + right) : Math.max(...costs);
		}
		return sum;
	}
}

/** @param clock the clock that the story moves; absent if the record's clock cannot be moved */
export async function tell(
	record: SpendingRecord,
	story: readonly Step[],
	clock?: { now: number },
): Promise<{ refused: number; taken: number }> {
	const attempts = new Attempts();
	const told = { refused: 0, taken: 0 };
	const { since } = await record.read();
	// If a run's row is lost, for example in a failover of Redis, its order counts all the same.
	await record.settle([{ key: '8', kind: 'card', cost: 9, placedIn: 0, by: 'this' }]);
	attempts.of.set(8, [{ cost: 9, at: since }]);
	for (const one of story) {
		if (one.do === 'wait') {
			if (clock) clock.now += one.ms;
			continue;
		}
		const { now } = await record.read();
		attempts.forget(now - KEPT_MS);
		if (one.do === 'find') {
			const { key, cost } = one;
			const before = attempts.of.get(key) ?? [];
			// Another run holds this order and counts it.
			if (before.some(({ until = 0, lease = 0 }) => Math.max(until, lease) > now)) continue;
			const kept = before.filter(({ until }) => until === undefined);
			const at =
				kept.length > 0 ? Math.max(...kept.map((other) => other.at)) : Math.min(now, now - one.age);
			const most = Math.max(cost, had(key, kept));
			// An order that costs nothing is not in the record, so the record has no time for it.
			attempts.of.set(key, most > 0 ? [{ cost: most, at }] : []);
			const placedAt = now - one.age;
			await record.settle([{ key: String(key), kind: 'card', cost, placedAt }]);
			continue;
		}
		const { cost, end } = one;
		const keys = one.keys.filter((key) => {
			const known = attempts.of.get(key) ?? [];
			return !known.some(({ until = 0 }) => until > now);
		});
		const before = new Map(keys.map((key) => [key, attempts.of.get(key) ?? []]));
		const until = now + LEASE_MS;
		for (const [key, known] of before) attempts.of.set(key, [...known, { cost, at: now, until }]);
		const fits = WINDOWS.every(({ length, max }) => attempts.spent(now - length, now) <= max);
		const wanted = keys.map((key) => {
			return { key: String(key), kind: 'card', cost, isGuess: isGuess(key), by: 'this' };
		});
		const { full } = await record.reserve(wanted, WINDOWS);
		const day = WINDOWS.map(({ length }) => attempts.spent(now - length, now)).join();
		assert.equal(full === undefined, fits, `${JSON.stringify(one)}: ${day}`);
		told[fits ? 'taken' : 'refused'] += 1;
		if (!fits) {
			for (const [key, known] of before) attempts.of.set(key, known);
			continue;
		}
		const isSent = end !== 'unsent' && !(end === 'dies' && cost % 2 === 0);
		const texts = keys.map(String);
		if (isSent) assert.equal(await record.renew(texts, 'this', true), true);
		for (const [key, known] of before) {
			const kept = known
				.filter((other) => other.until === undefined)
				.map((other) => ({ cost: other.cost, at: other.at }));
			const earlier = had(key, kept);
			const isOpen = end === 'lost' || end === 'dies';
			const sentAt = isOpen ? until : now;
			const at = isSent ? sentAt : Math.max(since, ...kept.map((other) => other.at));
			const room = isGuess(key) ? earlier + cost : Math.max(earlier, cost);
			// An order has only one time, that of its last attempt.
			const moved = kept.map((other) => ({ ...other, at }));
			const left = {
				done: [{ cost, at }],
				refused: [],
				lost: [...moved, { cost, at }],
				unsent: kept,
				dies: isSent ? [...moved, { cost, at, lease: until }] : [...kept, { cost, at: now, until }],
			};
			attempts.of.set(key, left[end]);
			if (end === 'dies') continue;
			const counts = { done: cost, refused: 0, lost: room, unsent: earlier };
			await record.settle([
				{
					key: String(key),
					kind: 'card',
					cost: counts[end],
					...(isSent && { placedIn: at - now }),
					by: 'this',
				},
			]);
		}
	}
	return told;
}
