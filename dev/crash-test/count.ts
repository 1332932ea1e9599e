import { alignedTable } from '../scripts/docs/table';
import { type Part, PART_NAMES, type Payout } from './weather';

/** The last word that a side's workflows have of an order. */
export type Said = 'paid' | 'failed' | 'unknown';

/** An order in the books of the API. */
interface Booked {
	partnerId: number;
	status: string;
	extId: string;
	facts: Record<string, unknown>;
}

export type Counts = Record<string, number>;

/** How often each order was paid, by its mark: it stands in the `ext_id` or is the address. */
export function paymentsOf(
	books: readonly Booked[],
	partnerId: string,
	marks: ReadonlyMap<number, string>,
): Map<number, number> {
	const paid = books.filter(
		(one) => String(one.partnerId) === partnerId && one.status === 'completed',
	);
	const isOf = (mark: string) => (one: Booked) =>
		one.extId === mark || one.facts.to_address === mark;
	return new Map([...marks].map(([order, mark]) => [order, paid.filter(isOf(mark)).length]));
}

/** Whether the last word of an order is not true, or is missing though it was paid. */
export function isToldWrongly(payments: number, said: Said | undefined): boolean {
	if (said === 'unknown') return false;
	return payments > 0 ? said !== 'paid' : said === 'paid';
}

/** What became of the payouts of one side. */
export function count(
	payouts: readonly Payout[],
	payments: ReadonlyMap<number, number>,
	said: ReadonlyMap<number, Said>,
): Counts {
	const times = ({ order }: Payout) => payments.get(order) ?? 0;
	const twice = payouts.filter((payout) => times(payout) > 1);
	const wrong = payouts.filter((payout) => isToldWrongly(times(payout), said.get(payout.order)));
	const inPart = (part: Part, of: readonly Payout[]) => of.filter((one) => one.part === part);
	const tooMuch = twice.map((payout) => payout.amount * (times(payout) - 1));
	return {
		ordered: payouts.length,
		paid: payouts.filter((payout) => times(payout) > 0).length,
		'**paid twice**': twice.length,
		'**told wrongly**': wrong.length,
		'outcome left unknown': [...said.values()].filter((word) => word === 'unknown').length,
		'USDT paid too much': tooMuch.reduce((sum, amount) => sum + amount, 0),
		...Object.fromEntries(
			PART_NAMES.flatMap((part) => [
				[`${part}: paid twice`, inPart(part, twice).length],
				[`${part}: told wrongly`, inPart(part, wrong).length],
			]),
		),
	};
}

/** The counts of both sides, each as the range of all runs. */
export function countsTable(ours: readonly Counts[], theirs: readonly Counts[]): string {
	const range = (runs: readonly Counts[], name: string) => {
		const values = runs.map((run) => run[name] ?? 0);
		const [least, most] = [Math.min(...values), Math.max(...values)];
		return least === most ? String(least) : `${least} to ${most}`;
	};
	const names = Object.keys(ours[0] ?? {});
	const rows = names.map((name) => [name, range(ours, name), range(theirs, name)]);
	return alignedTable(['', 'this package', 'HTTP Request'], rows);
}
