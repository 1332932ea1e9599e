import { schemas, sumDecimals } from '../../../../partner-api';
import type { RunSummary } from '../../catalog/run-summary';

const COMPLETED = 'completed';
const FAILED = 'failed';
const ERROR = 'error';
const NOTHING = '0';

interface Outcome {
	status: string;
	/** USDT decimal string. */
	price: string;
}

/** What the screenings of a run came to. An address that several items name counts once. */
export class ScreeningSummary implements RunSummary {
	private items = 0;
	private screened = 0;
	private cached = 0;
	private hits = 0;
	/** What each check came to, by its id: a repeat is the same check, and paid once. */
	private readonly checks = new Map<number | string, Outcome>();
	/** What checks came to, once each: of very many, most came to the same. */
	private readonly outcomes = new Map<string, Outcome>();
	/** How many ended otherwise than completed, by status. */
	private readonly unresolved = new Map<string, number>();

	noteAnswer(answer: unknown, items: number): void {
		const { id, status, cached, price_usdt, sanctions_hit } = schemas.kytCheckSchema.parse(answer);
		this.items += items;
		this.screened += 1;
		if (cached) this.cached += 1;
		if (sanctions_hit) this.hits += 1;
		this.checks.set(id, this.outcome(status, price_usdt));
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
			`Paid: ${this.priceOf((status) => status === COMPLETED)} USDT.`,
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
		const checks = [...this.checks.values()].filter(({ status }) => counts(status));
		return sumDecimals(checks.map(({ price }) => price));
	}

	private outcome(status: string, price: string): Outcome {
		const name = `${status} ${price}`;
		const known = this.outcomes.get(name) ?? { status, price };
		this.outcomes.set(name, known);
		return known;
	}

	private noteUnresolved(status: string): void {
		this.unresolved.set(status, (this.unresolved.get(status) ?? 0) + 1);
	}
}
