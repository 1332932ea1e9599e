import Big from 'big.js';

import {
	decimalString,
	InputError,
	type JsonObject,
	type JsonValue,
	stringifyJson,
	sumDecimals,
	timesPrice,
} from '../../../partner-api';
import type { CallOptions } from '../catalog/item-call';
import { isAbsent } from '../catalog/fields';
import { textOf } from '../catalog/request-rules';
import { asError, type Job } from './item';
import type { Order } from './order';
import { priceOf } from './prices';

/** Keeps the sum of a run's items. All decimals are exact. */
export class SpendingGuard {
	private total = new Big(0);

	/**
	 * Counts an item in, unless it goes beyond a limit.
	 *
	 * @param cost USDT decimal string; undefined where nobody knows
	 * @throws InputError when it goes beyond a limit, or its cost is not known
	 */
	admit(
		cost: string | undefined,
		{
			maximumPerItem: perItem,
			maximumPerRun: perRun,
		}: Pick<CallOptions, 'maximumPerItem' | 'maximumPerRun'>,
	): void {
		if (cost === undefined) {
			throw new InputError(
				'What this item costs is not known, so the spending limits cannot be kept',
				'Its price could not be learned. Set Price (USDT) beside the limits, or take the limits out. In a batch, one price is for orders of the same thing.',
			);
		}
		if (new Big(cost).lt(0)) throw new InputError(`What this item costs is less than 0: ${cost}`);
		if (perItem !== undefined && new Big(cost).gt(perItem)) {
			throw new InputError(`${cost} USDT is more than Maximum per Item (${perItem} USDT)`);
		}
		const total = this.total.plus(cost);
		if (perRun !== undefined && total.gt(perRun)) {
			throw new InputError(
				`With this item the run would spend ${total.toFixed()} USDT, more than Maximum per Run (${perRun} USDT)`,
			);
		}
		this.total = total;
	}
}

/** Gives the items that go beyond the limits an error. */
export async function refuseExpensive(jobs: readonly Job[]): Promise<void> {
	const guard = new SpendingGuard();
	for (const job of jobs) {
		const { item, error } = job;
		if (!item || error !== undefined) continue;
		const { maximumPerItem, maximumPerRun } = item.options;
		if (maximumPerItem === undefined && maximumPerRun === undefined) continue;
		try {
			guard.admit(costOf(item.orders, await priceOf(item)), item.options);
		} catch (refusal) {
			job.error = asError(refusal);
		}
	}
}

/**
 * What orders cost together: the amount that is moved, else the price of what is bought, so many times.
 *
 * @param price of one: USDT decimal string
 * @returns USDT decimal string; undefined where that of one of them is not known, or one price cannot be for all
 */
export function costOf(orders: readonly Order[], price: string | undefined): string | undefined {
	const unpriced = orders.filter(({ fields }) => movedAmount(fields) === undefined);
	if (new Set(unpriced.map(thingOf)).size > 1) return undefined;
	const costs: string[] = [];
	for (const { fields } of orders) {
		const amount = movedAmount(fields) ?? price;
		if (amount === undefined) return undefined;
		costs.push(timesPrice(decimalString(amount, 'Amount'), textOf(fields.quantity ?? 1)));
	}
	return sumDecimals(costs);
}

function movedAmount(fields: JsonObject): JsonValue | undefined {
	return isInOtherCurrency(fields) ? undefined : fields.amount;
}

/** Whether the amount of an order or a record is not in USDT, such as the face value of a gift card. */
export function isInOtherCurrency(fields: JsonObject): boolean {
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
