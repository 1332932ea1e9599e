import Big from 'big.js';

import {
	isDecimal,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	sumDecimals,
} from '../../../partner-api';
import { textOf } from '../catalog/request-rules';
import type { RunItem } from './item';
import { cameToNothing, type Order } from './order';
import { priceOf } from './prices';
import { costOf, isInOtherCurrency } from './spending-limits';

const SECOND = [1, 'second'] as const;
const UNITS = [[86_400, 'day'], [3600, 'hour'], [60, 'minute'], SECOND] as const;

/** What the orders of a run came to. An order that a lookup found counts, too. */
export class OrderSummary {
	private count = 0;
	/** How many came to nothing. */
	private failed = 0;
	/** Some of them may have been ordered before this run. */
	private mayBeRepeats = false;
	/** When they were made: milliseconds since 1970; NaN where a response does not say. */
	private readonly times: number[] = [];
	/** What each order costs, as far as anybody knows: USDT decimal strings. */
	private readonly costs: (() => Promise<string | undefined>)[] = [];

	/** @param noun what one of them is called, e.g. "gift card" */
	constructor(private readonly noun: string) {}

	/** Takes note of an order that is done. */
	noteDone(item: RunItem, order: Order, record: unknown): void {
		const count = Number(textOf(order.fields.quantity ?? 1));
		if (cameToNothing(record)) {
			this.failed += count;
			return;
		}
		this.count += count;
		this.mayBeRepeats ||= order.sentBefore;
		this.times.push(isJsonObject(record) ? Date.parse(textOf(record.created_at)) : NaN);
		const shown = costIn(record, order);
		this.costs.push(async () => shown ?? costOf([order], await priceOf(item)));
	}

	/** For the operator; empty where there is nothing to tell. */
	async text(): Promise<string> {
		const failed =
			this.failed === 0
				? ''
				: `${this.things(this.failed)} failed: nothing was bought. To try again, take another order number.`;
		return [this.count === 0 ? '' : await this.orderedText(), failed].filter(Boolean).join(' ');
	}

	private async orderedText(): Promise<string> {
		const costs = await Promise.all(this.costs.map(async (cost) => await cost()));
		const known = costs.filter((cost) => cost !== undefined);
		const unknown = costs.length - known.length;
		const sum = known.length === 0 ? '' : `, ${exactSum(known)} USDT`;
		const ofSome = ` of ${String(unknown)} order${unknown === 1 ? '' : 's'}`;
		const open = unknown === 0 ? '' : `; the price${sum && ofSome} is not known`;
		const things = this.things(this.count);
		const verb = this.noun === 'order' ? 'placed' : 'ordered';
		if (!this.mayBeRepeats) return `${things} ${verb}${sum}${open}.`;
		return `${things}${sum}, ${verb} ${this.when()}${open}. An order number is paid once, however often this runs.`;
	}

	private things(count: number): string {
		return `${String(count)} ${this.noun}${count === 1 ? '' : 's'}`;
	}

	private when(): string {
		if (this.times.some(Number.isNaN)) return 'now or before';
		const sorted = this.times.sort((left, right) => left - right);
		const [first, last] = [agoText(sorted[0] ?? NaN), agoText(sorted.at(-1) ?? NaN)];
		return first === last ? first : `${first} to ${last}`;
	}
}

/** @param time milliseconds since 1970 */
function agoText(time: number): string {
	const seconds = Math.round((Date.now() - time) / 1000);
	const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? SECOND;
	return new Intl.RelativeTimeFormat('en').format(-Math.floor(seconds / size), unit);
}

/** What an order costs: what its record says was debited (section 2.3), else the amount sent, else the record's (2.2). */
function costIn(given: unknown, order: Order): string | undefined {
	const record = isJsonObject(given) ? given : {};
	const debitedIn = { currency: record.debit_currency ?? record.currency ?? null };
	return (
		usdt(record.debit_amount, debitedIn) ??
		costOf([order], undefined) ??
		usdt(record.amount, record)
	);
}

/** @param fields beside the amount: they name its currency */
function usdt(amount: JsonValue | undefined, fields: JsonObject): string | undefined {
	const text = textOf(amount);
	return isInOtherCurrency(fields) || !isDecimal(text) ? undefined : text;
}

/** With as many decimals as the longest has: 5.00 and 5.00 are 10.00. */
function exactSum(amounts: readonly string[]): string {
	const decimals = amounts.map((amount) => amount.split('.')[1]?.length ?? 0);
	const most = decimals.reduce((left, right) => Math.max(left, right), 0);
	return new Big(sumDecimals(amounts)).toFixed(most);
}
