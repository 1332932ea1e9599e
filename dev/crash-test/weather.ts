import { createHash } from 'node:crypto';
import { addressFromLabel } from '../sandbox/addresses';
import type { Fault, FaultRule } from '../sandbox/http/faults';

/** The parts of the test, with the number of payouts of each side. */
const PARTS = { invoices: 20, cards: 10, list: 15, events: 10, agent: 5 };
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as Part[];

/** The order in the middle of the list: it is paid, and n8n is killed before it gets the response. */
export const DIES_AT = 38;

const KINDS: readonly Fault[] = ['closed_after_commit', 'closed_before', '429', '503'];
const LONGEST = 5;

/** Whether the rows of a part have a number, which both sides then use as `ext_id`. */
const isNumbered = (part: Part) => part === 'invoices' || part === 'cards';

/** The payouts of a side as rows of a table: the same for both, except the numbers and the recipients. */
export function rowsOf(side: string, cardId: string) {
	const parts = PART_NAMES.flatMap((part) => Array.from({ length: PARTS[part] }, () => part));
	return parts.map((part, index) => {
		const order = index + 1;
		const number = `invoice-${order}-${side}`;
		const recipient = addressFromLabel('tron_usdt', `${order}-${side}`);
		const paid = { amount: String(10 + index), to_address: recipient, card_id: cardId };
		/** No other order has the mark in its requests. */
		return { order, part, number, mark: isNumbered(part) ? number : recipient, ...paid };
	});
}

export type Row = ReturnType<typeof rowsOf>[number];

/**
 * What happens to an attempt of an order. Half of the orders meet a fault, half of these a second one, and so on: after a good
 * attempt there are only good ones.
 *
 * @param attempt counted from 1
 */
function weather(seed: number, order: number, attempt: number): Fault | undefined {
	if (order === DIES_AT) return attempt === 1 ? 'timeout_after_commit' : undefined;
	const isOver = attempt > 1 && weather(seed, order, attempt - 1) === undefined;
	if (isOver || attempt > LONGEST) return undefined;
	const digest = createHash('sha256').update(`${seed}/${order}/${attempt}`).digest();
	return digest.readUInt8(0) < 128 ? KINDS[digest.readUInt8(1) % KINDS.length] : undefined;
}

/**
 * The weather of a row as fault rules of the sandbox, which strike one after another. Lookups have their own weather.
 */
export function rulesFor(seed: number, { order, mark }: Row): FaultRule[] {
	const rules = (from: number, match: FaultRule['match']) =>
		Array.from({ length: LONGEST }, (_, index) => weather(seed, from, index + 1)).flatMap(
			(fault) => (fault ? [{ fault, match: { ...match, body: `"${mark}"` } }] : []),
		);
	return [...rules(order, { orders: true }), ...rules(order + 1_000, { path: '/document_get' })];
}
