import Big from 'big.js';

import {
	type Answer,
	decimalString,
	InputError,
	isAbsent,
	isDecimal,
	type JsonObject,
	type JsonValue,
	stringifyJson,
	textOf,
} from '../../../partner-api';
import { asError, type Job, type RunItem } from '../run/run-item';
import type { Order } from '../definition/order';
import { priceOf, whyUnknown } from './prices';
import { costOfOtherCalls, mayBeOrderedByTool, noteCall } from './tool-orders';

/**
 * Gives each item that exceeds a limit an error. If the whole run exceeds its limit, every item that was to be sent gets
 * one. An AI agent calls its tool once for each order, so all calls of the execution count as one run. Also notes the
 * orders that an earlier call may have placed.
 */
export async function markExpensive(jobs: readonly Job[]): Promise<void> {
	let total = new Big(0);
	let perRun: string | undefined;
	let plusFee = '';
	const tool = jobs.find(({ item }) => item?.run.isTool)?.item?.run;
	/** The orders of a tool's call, by the idempotency key. */
	const costs = new Map<string, string>();
	for (const job of jobs) {
		const { item, error } = job;
		// Must come before this call itself is noted.
		job.mayBeOrderedByTool = item?.orders.some(({ extId }) => mayBeOrderedByTool(item.run, extId));
		if (!item || error !== undefined) continue;
		const { maximumPerItem, maximumPerRun } = item.options;
		if (maximumPerItem === undefined && maximumPerRun === undefined) continue;
		try {
			const price = await priceOf(item);
			const { withdrawalFee: fee } = item.run.settings;
			const cost = checkedCost(costOf(item.orders, price, fee), item, await whyUnknown(item));
			total = total.plus(cost);
			plusFee ||= openFee(item.orders, fee);
			for (const order of tool ? item.orders : []) {
				costs.set(order.extId ?? '', costOf([order], price, fee) ?? cost);
			}
			// An expression may give another limit for each item: the lowest counts.
			const isLower = perRun === undefined || new Big(maximumPerRun ?? perRun).lt(perRun);
			if (isLower) perRun = maximumPerRun;
		} catch (refusal) {
			job.error = asError(refusal);
		}
	}
	if (tool) total = total.plus(costOfOtherCalls(tool, costs));
	if (perRun === undefined || total.lte(perRun)) {
		// No `await` since the sum: two simultaneous calls must not take the same money.
		if (tool) noteCall(tool, costs);
		return;
	}
	const spender = tool ? 'All calls of this execution together' : 'The items together';
	for (const job of jobs) {
		job.error ??= new InputError(
			`${spender} would spend ${total.toFixed()} USDT${plusFee}, more than Maximum per Run (${perRun} USDT)`,
		);
	}
}

/**
 * Checks the cost of an item.
 *
 * @param cost USDT decimal string; undefined if unknown
 * @param why it is unknown
 * @throws InputError if it exceeds Maximum per Item, or is unknown
 */
function checkedCost(
	cost: string | undefined,
	{ options, orders, run }: RunItem,
	why: string,
): string {
	const { maximumPerItem: max } = options;
	if (cost === undefined) {
		throw new InputError(
			`The cost of this item is unknown${why}, so the spending limits can't be checked`,
			'Enter Price (USDT), remove the limits, or retry if the price could not be read. In a batch, one price counts for every order, so order only one product. For an AI agent, the price must come from the API.',
		);
	}
	if (new Big(cost).lt(0)) throw new InputError(`The cost of this item is less than 0: ${cost}`);
	if (max !== undefined && new Big(cost).gt(max)) {
		const plusFee = openFee(orders, run.settings.withdrawalFee);
		throw new InputError(`${cost} USDT${plusFee} is more than Maximum per Item (${max} USDT)`);
	}
	return cost;
}

/**
 * The total cost of orders: the amount that is moved, otherwise the price of the goods times their quantity.
 *
 * @param price of one: USDT decimal string
 * @param fee of a withdrawal: USDT decimal string
 * @returns USDT decimal string; undefined if the cost of one is unknown, or one price cannot apply to all
 */
export function costOf(
	orders: readonly Order[],
	price: string | undefined,
	fee = '0',
): string | undefined {
	const unpriced = orders.filter(({ fields }) => movedAmount(fields) === undefined);
	if (new Set(unpriced.map(thingOf)).size > 1) return undefined;
	let sum = new Big(0);
	for (const { fields } of orders) {
		const amount = movedAmount(fields) ?? price;
		if (amount === undefined) return undefined;
		const one = new Big(decimalString(amount, 'Amount'));
		sum = sum.plus(one.times(textOf(fields.quantity ?? 1)));
		if (isWithdrawal(fields)) sum = sum.plus(fee);
	}
	return sum.toFixed();
}

/** Section 4.3: only withdrawals pay to an address. */
export function isWithdrawal(fields: JsonObject): boolean {
	return fields.to_address !== undefined;
}

/** For withdrawals with an unknown fee (section 8): the words for the fee on top. */
export function openFee(orders: readonly Order[], fee: string | undefined): string {
	const isOpen = fee === undefined && orders.some(({ fields }) => isWithdrawal(fields));
	return isOpen ? ' plus the fee' : '';
}

/** The fee of an order, from its record (section 2.2), otherwise from the credential. */
export function feeOf(answer: Answer | undefined, fee: string | undefined): string | undefined {
	const isInUsdt = (answer?.field('fee_currency') ?? 'USDT').toUpperCase() === 'USDT';
	return (isInUsdt ? decimalIn(answer?.field('fee')) : undefined) ?? fee;
}

/**
 * The cost of an order, from its record: the debit, otherwise a screening's price, the amount that was sent, or the
 * record's amount (sections 2.2, 2.3 and 2.6).
 *
 * @param fee of a withdrawal whose record shows none: USDT decimal string
 * @returns USDT decimal string; undefined if the record does not show it
 */
export function costShown(
	answer: Answer | undefined,
	order: Order,
	fee?: string,
): string | undefined {
	const currency = answer?.field('debit_currency') ?? answer?.field('currency') ?? 'USDT';
	const debited = currency.toUpperCase() === 'USDT' ? answer?.field('debit_amount') : undefined;
	const isForeign = answer !== undefined && isInOtherCurrency(answer.record);
	return (
		decimalIn(debited) ??
		decimalIn(answer?.field('price_usdt')) ??
		costOf([order], undefined, feeOf(answer, fee)) ??
		(isForeign ? undefined : decimalIn(answer?.field('amount')))
	);
}

/** A debit may be a negative amount (section 1, rule 4). */
function decimalIn(amount = ''): string | undefined {
	const text = amount.replace(/^-/, '');
	return isDecimal(text) ? text : undefined;
}

/** If an order names an offer, a plan or a product, its amount is not its price. */
function movedAmount(fields: JsonObject): JsonValue | undefined {
	const isBought = Object.keys(fields).some((name) => /(?:offer|plan|product)_id$/.test(name));
	return isBought || isInOtherCurrency(fields) ? undefined : fields.amount;
}

/** Whether the amount of an order or a record is not in USDT, such as the face value of a gift card. */
function isInOtherCurrency(fields: JsonObject): boolean {
	return Object.entries(fields).some(
		([name, value]) =>
			isOfCurrency(name) && !isAbsent(value) && textOf(value).toUpperCase() !== 'USDT',
	);
}

function isOfCurrency(name: string): boolean {
	return /currency/i.test(name);
}

/** The thing that is bought: one price applies to orders of the same thing. */
function thingOf({ fields, payload }: Order): string {
	const isOfThing = (name: string) =>
		(name.endsWith('_id') && name !== 'ext_id') || name === 'amount' || isOfCurrency(name);
	const body = Object.fromEntries(Object.entries(fields).filter(([name]) => isOfThing(name)));
	return stringifyJson({ op: payload.op, body });
}
