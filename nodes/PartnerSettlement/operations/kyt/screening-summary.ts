import { schemas, sumDecimals } from '../../../../partner-api';
import type { RunSummary } from '../../catalog/run-summary';

const COMPLETED = 'completed';
const ERROR = 'error';

/** What the screenings of a run came to. An address that several items name counts once. */
export class ScreeningSummary implements RunSummary {
	private items = 0;
	private screened = 0;
	private cached = 0;
	private hits = 0;
	/** The price of each check by its id: a repeat is the same check, and paid once. */
	private readonly prices = new Map<string, string>();
	/** How many ended otherwise than completed, by status. */
	private readonly unresolved = new Map<string, number>();

	noteAnswer(answer: unknown, items: number): void {
		const { id, status, cached, price_usdt, sanctions_hit } = schemas.kytCheckSchema.parse(answer);
		this.items += items;
		this.screened += 1;
		if (cached) this.cached += 1;
		if (sanctions_hit) this.hits += 1;
		this.prices.set(String(id), price_usdt);
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
			`Paid: ${sumDecimals(this.prices.values())} USDT.`,
			`Sanctions hits: ${String(this.hits)}.`,
			`Unresolved: ${String(sum)}${kinds && ` (${kinds})`}.`,
		].join(' ');
	}

	private noteUnresolved(status: string): void {
		this.unresolved.set(status, (this.unresolved.get(status) ?? 0) + 1);
	}
}
