import Big from 'big.js';

import {
	isDecimal,
	isJsonObject,
	type JsonValue,
	sumDecimals,
	timesPrice,
} from '../../../partner-api';
import { textOf } from './request-rules';
import type { Ordered, RunSummary } from './responses';

/** By how much the clocks of the API and of this machine may differ. */
const CLOCKS_DIFFER_MS = 60_000;

/** What the orders of a run came to. An order that a lookup found counts, too. */
export class OrderSummary implements RunSummary {
	private count = 0;
	/** All of them may have been ordered before this run. */
	private mayBeRepeats = true;
	/** When the latest of them was made: milliseconds since 1970; infinite where a response does not say. */
	private latest = 0;
	private readonly startedAt = Date.now();
	/** What each order costs, as far as anybody knows: USDT decimal strings. */
	private readonly costs: (() => Promise<string | undefined>)[] = [];

	/** @param noun what one of them is called, e.g. "gift card" */
	constructor(
		private readonly noun: string,
		private readonly verb: 'ordered' | 'placed' = 'ordered',
	) {}

	noteResponse(response: unknown, _items: number, ordered: Ordered): void {
		if (ordered.count === 0) return;
		this.count += ordered.count;
		this.mayBeRepeats &&= ordered.mayBeRepeat;
		const createdAt = isJsonObject(response) ? Date.parse(textOf(response.created_at)) : NaN;
		this.latest = Number.isNaN(createdAt) ? Infinity : Math.max(this.latest, createdAt);
		const shown = amountIn(response, ordered);
		this.costs.push(shown === undefined ? ordered.catalogPrice : () => Promise.resolve(shown));
	}

	noteFailure(): void {
		// Its error says what became of it.
	}

	async text(): Promise<string> {
		if (this.count === 0) return '';
		const costs = await Promise.all(this.costs.map(async (cost) => await cost()));
		const known = costs.filter((cost) => cost !== undefined);
		const unknown = costs.length - known.length;
		const sum = known.length === 0 ? '' : `, ${exactSum(known)} USDT`;
		const ofSome = ` of ${String(unknown)} order${unknown === 1 ? '' : 's'}`;
		const open = unknown === 0 ? '' : `; the price${sum && ofSome} is not known`;
		const things = `${String(this.count)} ${this.noun}${this.count === 1 ? '' : 's'}`;
		const isBefore = this.mayBeRepeats && this.latest < this.startedAt - CLOCKS_DIFFER_MS;
		if (isBefore)
			return `Nothing was paid now. Ordered before: ${things}${sum}${open}${this.time()}.`;
		const once = this.mayBeRepeats ? ` One ext_id is paid once, however often this runs.` : '';
		return `${things} ${this.verb}${sum}${open}${this.mayBeRepeats ? this.time() : ''}.${once}`;
	}

	private time(): string {
		return Number.isFinite(this.latest) ? ` (made at ${new Date(this.latest).toISOString()})` : '';
	}
}

/**
 * What an order costs by its response (sections 2.2 and 2.3; other shapes are not shown). What the API debits goes first;
 * what a card is credited with may be another amount than what is sent.
 */
function amountIn(response: unknown, { amount, count }: Ordered): string | undefined {
	const record = isJsonObject(response) ? response : {};
	const { currency, debit_currency: debited = currency } = record;
	const price = usdt(record.price_usdt) ?? usdt(record.price, currency);
	return (
		usdt(record.debit_amount, debited) ??
		amount ??
		usdt(record.amount, currency) ??
		(price === undefined ? undefined : timesPrice(price, count))
	);
}

/** @returns undefined for an amount in another currency, such as the face value of a gift card */
function usdt(amount: JsonValue | undefined, currency?: JsonValue): string | undefined {
	const text = textOf(amount);
	const isOther = typeof currency === 'string' && currency.toUpperCase() !== 'USDT';
	return isOther || !isDecimal(text) ? undefined : text;
}

/** With as many decimals as the longest has: 5.00 and 5.00 are 10.00. */
function exactSum(amounts: readonly string[]): string {
	const decimals = amounts.map((amount) => amount.split('.')[1]?.length ?? 0);
	return new Big(sumDecimals(amounts)).toFixed(Math.max(...decimals));
}
