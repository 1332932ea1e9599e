import Big from 'big.js';

import {
	type Answer,
	decimalString,
	InputError,
	isDecimal,
	type JsonObject,
	type JsonValue,
	stringifyJson,
	textOf,
} from '../../../partner-api';
import type { CallOptions } from '../definition/item-call';
import { isAbsent } from '../definition/fields';
import { asError, type Job } from '../run/run-item';
import type { Order } from '../definition/order';
import { priceOf } from './prices';
import { costOfOtherCalls, noteCall } from './tool-orders';

/**
 * Gives the items that go beyond the limits an error. Where the run does, it is every one that was to be sent. An AI agent
 * calls its tool once for each order: all calls of the execution are one run.
 */
export async function refuseExpensive(jobs: readonly Job[]): Promise<void> {
	let total = new Big(0);
	let perRun: string | undefined;
	const tool = jobs.find(({ item }) => item?.run.isTool)?.item?.run;
	/** What a tool is about to order, by the idempotency key. */
	const costs = new Map<string, string>();
	for (const job of jobs) {
		const { item, error } = job;
		if (!item || error !== undefined) continue;
		const { maximumPerItem, maximumPerRun } = item.options;
		if (maximumPerItem === undefined && maximumPerRun === undefined) continue;
		try {
			const price = await priceOf(item);
			const { withdrawalFee: fee } = item.run.settings;
			const cost = checkedCost(costOf(item.orders, price, fee), item.options);
			total = total.plus(cost);
			for (const order of tool ? item.orders : []) {
				costs.set(order.extId ?? '', costOf([order], price, fee) ?? cost);
			}
			// An expression may give another one for each item: the lowest counts.
			const isLower = perRun === undefined || new Big(maximumPerRun ?? perRun).lt(perRun);
			if (isLower) perRun = maximumPerRun;
		} catch (refusal) {
			job.error = asError(refusal);
		}
	}
	if (tool) total = total.plus(costOfOtherCalls(tool, costs));
	if (perRun === undefined || total.lte(perRun)) {
		// Nothing is waited for since the sum: two calls at once must not take the same money.
		if (tool) noteCall(tool, costs);
		return;
	}
	const spender = tool ? 'All calls of this execution together' : 'The items together';
	for (const job of jobs) {
		job.error ??= new InputError(
			`${spender} would spend ${total.toFixed()} USDT, more than Maximum per Run (${perRun} USDT)`,
		);
	}
}

/**
 * Checks what an item costs.
 *
 * @param cost USDT decimal string; undefined where nobody knows
 * @throws InputError when it goes beyond Maximum per Item, or is not known
 */
function checkedCost(cost: string | undefined, { maximumPerItem: max }: CallOptions): string {
	if (cost === undefined) {
		throw new InputError(
			'The cost of this item is unknown, so the spending limits cannot be kept',
			'Enter Price (USDT) or remove the limits. In a batch, one price counts for every order, so order only one product. For an AI agent, the price must come from the API.',
		);
	}
	if (new Big(cost).lt(0)) throw new InputError(`The cost of this item is less than 0: ${cost}`);
	if (max !== undefined && new Big(cost).gt(max)) {
		throw new InputError(`${cost} USDT is more than Maximum per Item (${max} USDT)`);
	}
	return cost;
}

/**
 * What orders cost together: the amount that is moved, else the price of what is bought, so many times.
 *
 * @param price of one: USDT decimal string
 * @param fee of a withdrawal: USDT decimal string
 * @returns USDT decimal string; undefined where that of one of them is not known, or one price cannot be for all
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

/** Section 4.3: nothing else is paid to an address. */
export function isWithdrawal(fields: JsonObject): boolean {
	return fields.to_address !== undefined;
}

/** For a withdrawal, if nobody knows its fee (section 8): what comes on top. */
export function openFee({ fields }: Order, fee: string | undefined): string {
	return isWithdrawal(fields) && fee === undefined ? ' plus the fee' : '';
}

/** The fee of an order, by its record (section 2.2), else as the credential tells it. */
export function feeOf(answer: Answer | undefined, fee: string | undefined): string | undefined {
	return decimalIn(answer?.field('fee')) ?? fee;
}

/**
 * What an order cost, by its record: the debit, else a screening's price, else the amount that was sent, else that of the
 * record (sections 2.2, 2.3 and 2.6).
 *
 * @param fee of a withdrawal whose record shows none: USDT decimal string
 * @returns USDT decimal string; undefined where the record does not tell
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

/** A debit may be a negative sum (section 1, rule 4). */
function decimalIn(amount = ''): string | undefined {
	const text = amount.replace(/^-/, '');
	return isDecimal(text) ? text : undefined;
}

/** Beside the ID of something that is bought, an amount is no price. */
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

/** What is bought: one price is for orders of the same thing. */
function thingOf({ fields, payload }: Order): string {
	const isOfThing = (name: string) =>
		(name.endsWith('_id') && name !== 'ext_id') || name === 'amount' || isOfCurrency(name);
	const body = Object.fromEntries(Object.entries(fields).filter(([name]) => isOfThing(name)));
	return stringifyJson({ op: payload.op, body });
}
