import { schemas, sumDecimals, timesPrice } from '../../../../partner-api';
import { choice, flag, text } from '../../catalog/fields';
import type { Simplified } from '../../catalog/operation';
import type { RunSummary } from '../../catalog/responses';
import { DETECT } from '../../catalog/screened-address';

/** The states of a screening that the document names (section 3.1). */
export const PROCESSING = 'processing';
export const COMPLETED = 'completed';
export const FAILED = 'failed';

/** What a screening is ordered with (section 4.7). */
export const screeningFields = [
	choice(
		'network',
		{
			[DETECT]: 'Detect from Address',
			tron_usdt: 'TRON (USDT)',
			eth: 'Ethereum',
			btc: 'Bitcoin',
		},
		{ required: true, description: 'The network that the address is of' },
	),
	text('address', {
		required: true,
		placeholder: 'e.g. T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
		description: 'The address to screen',
	}),
	flag('refresh', {
		description: 'Whether to order a new screening although a finished one is on file',
	}),
];

/** What comes out of a record (section 2.6) unless the whole response is wanted: what a decision takes. */
export const SIMPLIFIED_CHECK: Simplified = {
	shape: schemas.kytCheckSchema,
	fields: [
		...['id', 'status', 'network', 'address', 'price_usdt', 'cached', 'risk_score', 'severity'],
		...['sanctions_hit', 'dominant_risk_category', 'ext_id', 'error_code'],
	],
};

const ERROR = 'error';
const NOTHING = '0';

/** What so many checks came to. */
interface Tally {
	status: string;
	/** USDT decimal string. */
	price: string;
	checks: number;
}

/**
 * What the screenings of a run came to. One call serves all items that ask for the same, so none is counted twice. What
 * this run paid is not known: the response to a retry does not tell itself from that of a new check.
 */
export class ScreeningSummary implements RunSummary {
	private items = 0;
	private screened = 0;
	private cached = 0;
	private hits = 0;
	private readonly tallies = new Map<string, Tally>();
	/** How many ended otherwise than completed, by status. */
	private readonly unresolved = new Map<string, number>();

	noteResponse(response: unknown, items: number): void {
		const { status, cached, price_usdt, sanctions_hit } = schemas.kytCheckSchema.parse(response);
		this.items += items;
		this.screened += 1;
		if (cached) this.cached += 1;
		if (sanctions_hit) this.hits += 1;
		this.noteCheck(status, price_usdt);
		if (status !== COMPLETED) this.noteUnresolved(status);
	}

	noteFailure(items: number): void {
		this.items += items;
		this.noteUnresolved(ERROR);
	}

	text(): string {
		const open = [...this.unresolved];
		const sum = open.reduce((total, [, count]) => total + count, 0);
		const kinds = open.map(([status, count]) => `${status} ${String(count)}`).join(', ');
		return [
			`Addresses screened: ${String(this.screened)}, for ${String(this.items)} items.`,
			`From cache: ${String(this.cached)}.`,
			`Price of the completed checks: ${this.priceOf((status) => status === COMPLETED)} USDT (Retry costs nothing more).`,
			this.reserved(),
			`Sanctions hits: ${String(this.hits)}.`,
			`Unresolved: ${String(sum)}${kinds && ` (${kinds})`}.`,
		]
			.filter(Boolean)
			.join(' ');
	}

	/** An order reserves its price (section 4.7, rule 1). What is neither completed nor failed may still be paid. */
	private reserved(): string {
		const price = this.priceOf((status) => status !== COMPLETED && status !== FAILED);
		return price === NOTHING ? '' : `Reserved: ${price} USDT.`;
	}

	private priceOf(counts: (status: string) => boolean): string {
		const tallies = [...this.tallies.values()].filter(({ status }) => counts(status));
		return sumDecimals(tallies.map(({ price, checks }) => timesPrice(price, checks)));
	}

	private noteCheck(status: string, price: string): void {
		const name = `${status} ${price}`;
		const tally = this.tallies.get(name) ?? { status, price, checks: 0 };
		tally.checks += 1;
		this.tallies.set(name, tally);
	}

	private noteUnresolved(status: string): void {
		this.unresolved.set(status, (this.unresolved.get(status) ?? 0) + 1);
	}
}
