import { createHash } from 'node:crypto';
import type { Fault, FaultRule } from '../sandbox/http/faults';

/** What comes to each side, and how many payouts it is. */
const PARTS = { invoices: 20, cards: 10, list: 15, events: 10, agent: 5 };
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as Part[];

export interface Payout {
	/** Counted from 1. */
	order: number;
	part: Part;
	/** USDT. */
	amount: number;
}

export const PAYOUTS: readonly Payout[] = PART_NAMES.flatMap((part) =>
	Array.from({ length: PARTS[part] }, () => part),
).map((part, index) => ({ order: index + 1, part, amount: 10 + index }));

export function payoutsOf(part: Part): Payout[] {
	return PAYOUTS.filter((payout) => payout.part === part);
}

/** The order in the middle of the list: it is paid, and n8n is killed before it gets the response. */
export const DIES_AT = payoutsOf('list')[7]?.order ?? 0;

const KINDS: readonly Fault[] = ['closed_after_commit', 'closed_before', '429', '503'];
const LONGEST = 5;

/**
 * What happens to an attempt of an order. Half of the orders meet a fault, half of these a second one, and so on: after a good
 * attempt there are only good ones.
 *
 * @param attempt counted from 1
 */
export function weather(seed: number, order: number, attempt: number): Fault | undefined {
	if (order === DIES_AT) return attempt === 1 ? 'timeout_after_commit' : undefined;
	const isOver = attempt > 1 && weather(seed, order, attempt - 1) === undefined;
	if (isOver || attempt > LONGEST) return undefined;
	const [chance = 0, kind = 0] = createHash('sha256')
		.update(`${seed}/${order}/${attempt}`)
		.digest();
	return chance < 128 ? KINDS[kind % KINDS.length] : undefined;
}

/** Lookups of an order have a weather of their own: that of no order. */
const LOOKUPS = 1_000;

/**
 * The weather of an order as rules of the sandbox, which strike one after the other.
 *
 * @param mark the text in the request that no other order has
 */
export function rulesFor(seed: number, { order, part }: Payout, mark: string): FaultRule[] {
	const rules: FaultRule[] = [];
	const body = `"${mark}"`;
	const add = (number: number, match: FaultRule['match']) => {
		for (let attempt = 1; ; attempt += 1) {
			const fault = weather(seed, number, attempt);
			if (fault === undefined) return;
			rules.push({ fault, match: { ...match, body } });
		}
	};
	add(order, { orders: true });
	if (isNumbered(part)) add(LOOKUPS + order, { path: '/document_get' });
	return rules;
}

/** Whether the rows of a part have a number, which both sides then use as `ext_id`. */
export function isNumbered(part: Part): boolean {
	return part === 'invoices' || part === 'cards';
}
