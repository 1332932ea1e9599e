import Big from 'big.js';

import { type Answer, textOf } from '../../../partner-api';
import type { Age, Order } from '../definition/order';
import { priceOf } from '../limits/prices';
import { costOf, costShown, feeOf, isWithdrawal } from '../limits/spending-limits';
import type { RunItem } from '../run/run-item';

type Cost = () => Promise<string | undefined>;

/** The orders of a run that are done: new ones, those that existed already, and those that may be either. */
export class OrderSummary {
	private readonly counts = { new: 0, there: 0, open: 0 };
	/** The cost of each order, as far as it is known: USDT decimal strings. */
	private readonly costs = { new: [] as Cost[], there: [] as Cost[], open: [] as Cost[] };

	/** The fees of withdrawals among them; undefined for an unknown one. */
	private readonly fees: Record<Age, (string | undefined)[]> = { new: [], there: [], open: [] };

	/** @param noun the word for one of them, e.g. "gift card" */
	constructor(private readonly noun: string) {}

	/** Notes an order that is done. */
	noteDone(item: RunItem, order: Order, answer: Answer | undefined, age: Age): void {
		this.counts[age] += this.noun === 'order' ? 1 : Number(textOf(order.fields.quantity ?? 1));
		const shown = costShown(answer, order, item.run.settings.withdrawalFee);
		const fee = feeOf(answer, item.run.settings.withdrawalFee);
		if (isWithdrawal(order.fields) && answer?.field('debit_amount') === undefined)
			this.fees[age].push(fee);
		this.costs[age].push(async () => shown ?? costOf([order], await priceOf(item), fee));
	}

	/** For the operator; empty if there is nothing to say. */
	async text(): Promise<string> {
		const verb = this.noun === 'order' ? 'placed' : 'ordered';
		const texts = [
			await this.textOf('new', `${verb}$.`),
			await this.textOf('there', `${verb} earlier$: not ${verb} again.`),
			await this.textOf('open', `${verb} now or in an earlier run$: each is paid only once.`),
		];
		return texts.filter(Boolean).join(' ');
	}

	/** @param text its dollar sign is replaced with the sum */
	private async textOf(age: Age, text: string): Promise<string> {
		if (this.counts[age] === 0) return '';
		const costs: (string | undefined)[] = [];
		for (const cost of this.costs[age]) costs.push(await cost());
		const known = costs.filter((cost) => cost !== undefined);
		const unknown = costs.length - known.length;
		const sum = known.length === 0 ? '' : `, ${exactSum(known)} USDT${this.feeText(age)}`;
		const ofSome = ` of ${String(unknown)} order${unknown === 1 ? '' : 's'}`;
		const open = unknown === 0 ? '' : `; the price${sum && ofSome} is not known`;
		return `${this.things(age)} ${text.replace('$', () => sum + open)}`;
	}

	private feeText(age: Age): string {
		const fees = this.fees[age].filter((fee) => fee !== undefined);
		if (fees.length < this.fees[age].length) return ' plus the fee';
		return fees.length === 0 ? '' : ` including fees of ${exactSum(fees)}`;
	}

	private things(age: Age): string {
		const count = this.counts[age];
		return `${String(count)} ${this.noun}${count === 1 ? '' : 's'}`;
	}
}

/** With the decimals of the longest amount: 5.00 and 5.00 are 10.00. */
function exactSum(amounts: readonly string[]): string {
	const decimals = amounts.map((amount) => amount.split('.')[1]?.length ?? 0);
	const most = decimals.reduce((left, right) => Math.max(left, right), 0);
	const sum = amounts.reduce((total, amount) => total.plus(amount), new Big(0));
	return sum.toFixed(most);
}
