import { alignedTable } from '../scripts/docs/table';
import type { Order } from '../sandbox/state/orders';
import { PART_NAMES } from './weather';

/** What became of a payout. */
export interface Ended {
	part: string;
	metFault: boolean;
	/** How many times it was paid. */
	payments: number;
	/** What the workflows last said about it: paid, failed or unknown. */
	said: unknown;
}

const COLUMNS: Record<string, (ended: Ended) => boolean> = {
	ordered: () => true,
	'met a fault': ({ metFault }) => metFault,
	paid: ({ payments }) => payments > 0,
	'paid twice': ({ payments }) => payments > 1,
	'reported wrongly': ({ payments, said }) =>
		said !== 'unknown' && (payments > 0 ? said !== 'paid' : said === 'paid'),
	'left unknown': ({ said }) => said === 'unknown',
};

type Booked = Pick<Order, 'status' | 'extId' | 'facts'>;

/** How many times the API has paid the order with this mark. No order of the other side has the same mark. */
export function paymentsOf(books: readonly Booked[], mark: string): number {
	const paid = books.filter(({ status }) => status === 'completed');
	return paid.filter(({ extId, facts }) => [extId, facts.to_address].includes(mark)).length;
}

/** The counts of a side by part, as ranges if its runs differ. */
export function tableOf(runs: readonly (readonly Ended[])[]): string {
	const rows = [...PART_NAMES, 'all'].map((name) => {
		const ofPart = runs.map((run) => run.filter(({ part }) => [part, 'all'].includes(name)));
		const cells = Object.values(COLUMNS).map((isCounted) => {
			const values = ofPart.map((run) => run.filter(isCounted).length);
			return [...new Set([Math.min(...values), Math.max(...values)])].join(' to ');
		});
		return [name, ...cells];
	});
	return alignedTable(['', ...Object.keys(COLUMNS)], rows);
}
