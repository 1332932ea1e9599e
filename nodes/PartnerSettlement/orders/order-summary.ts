import Big from 'big.js';

import { isDecimal, type JsonObject, type JsonValue, textOf } from '../../../partner-api';
import { recordIn } from '../definition/envelope';
import { scalarText } from '../definition/fields';
import type { RunItem } from './item';
import { cameToNothing, type Order } from './order';
import { priceOf } from './prices';
import { costOf, isInOtherCurrency } from './spending-limits';

/** A clock that is off by less than this is no reason to call an order older than the run. */
const CLOCK_LEEWAY_MS = 60_000;

/** New: this run placed it. There: an earlier one had. Open: nobody can tell. */
type Age = 'new' | 'there' | 'open';

/** What the orders of a run came to: what is new, and what was there already. */
export class OrderSummary {
	private readonly startedAt = Date.now();
	private readonly counts = { new: 0, there: 0, open: 0, failed: 0 };
	/** What each order costs, as far as anybody knows: USDT decimal strings. */
	private readonly costs = { new: [] as Cost[], there: [] as Cost[], open: [] as Cost[] };

	/** @param noun what one of them is called, e.g. "gift card" */
	constructor(private readonly noun: string) {}

	/**
	 * Takes note of an order that is done.
	 *
	 * @param isOld an earlier run had ordered it
	 */
	noteDone(item: RunItem, order: Order, record: unknown, isOld = false): void {
		const age = isOld ? 'there' : this.ageOf(item, order, record);
		const kind = cameToNothing(record, order) ? 'failed' : age;
		this.counts[kind] += Number(textOf(order.fields.quantity ?? 1));
		if (kind === 'failed') return;
		const shown = costIn(record, order);
		this.costs[kind].push(async () => shown ?? costOf([order], await priceOf(item)));
	}

	/** The API shows the existing order to a repeat, and does not say that it is one. */
	private ageOf({ request }: RunItem, { mayExist }: Order, record: unknown): Age {
		// An unsafe call is made only where a lookup has found none.
		if (!mayExist || request.retrySafety === 'unsafe') return 'new';
		const createdAt = Date.parse(scalarText(recordIn(record)?.created_at) ?? '');
		// A time may be in whole seconds.
		if (createdAt >= Math.floor(this.startedAt / 1000) * 1000) return 'new';
		return createdAt < this.startedAt - CLOCK_LEEWAY_MS ? 'there' : 'open';
	}

	/** For the operator; empty where there is nothing to tell. */
	async text(): Promise<string> {
		const verb = this.noun === 'order' ? 'placed' : 'ordered';
		const texts = [
			await this.textOf('new', `${verb}$.`),
			await this.textOf('there', `there already$: not ${verb} again.`),
			await this.textOf('open', `${verb} now or before$: an order number is paid once.`),
			this.counts.failed > 0 &&
				`${this.things('failed')} failed: nothing was bought. To try again, take another order number.`,
		];
		return texts.filter(Boolean).join(' ');
	}

	/** @param text the sum stands at its dollar sign */
	private async textOf(age: Age, text: string): Promise<string> {
		if (this.counts[age] === 0) return '';
		const costs: (string | undefined)[] = [];
		for (const cost of this.costs[age]) costs.push(await cost());
		const known = costs.filter((cost) => cost !== undefined);
		const unknown = costs.length - known.length;
		const sum = known.length === 0 ? '' : `, ${exactSum(known)} USDT`;
		const ofSome = ` of ${String(unknown)} order${unknown === 1 ? '' : 's'}`;
		const open = unknown === 0 ? '' : `; the price${sum && ofSome} is not known`;
		return `${this.things(age)} ${text.replace('$', () => sum + open)}`;
	}

	private things(kind: keyof typeof this.counts): string {
		const count = this.counts[kind];
		return `${String(count)} ${this.noun}${count === 1 ? '' : 's'}`;
	}
}

type Cost = () => Promise<string | undefined>;

/** What an order costs: what its record says was debited, else the amount sent, else the record's (sections 2.3 and 2.2). */
function costIn(given: unknown, order: Order): string | undefined {
	const record = recordIn(given) ?? {};
	const debitedIn = { currency: record.debit_currency ?? record.currency ?? null };
	return (
		usdt(record.debit_amount, debitedIn) ??
		costOf([order], undefined) ??
		usdt(record.amount, record)
	);
}

/** @param fields beside the amount: they name its currency */
function usdt(amount: JsonValue | undefined, fields: JsonObject): string | undefined {
	// What was debited may be a negative sum (section 1, rule 4).
	const text = textOf(amount).replace(/^-/, '');
	return isInOtherCurrency(fields) || !isDecimal(text) ? undefined : text;
}

/** With as many decimals as the longest has: 5.00 and 5.00 are 10.00. */
function exactSum(amounts: readonly string[]): string {
	const decimals = amounts.map((amount) => amount.split('.')[1]?.length ?? 0);
	const most = decimals.reduce((left, right) => Math.max(left, right), 0);
	const sum = amounts.reduce((total, amount) => total.plus(amount), new Big(0));
	return sum.toFixed(most);
}
