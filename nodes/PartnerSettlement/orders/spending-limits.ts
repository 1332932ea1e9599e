import Big from 'big.js';

import {
	attempt,
	decimalString,
	InputError,
	type LocalErrorCode,
	PartnerApiError,
	schemas,
	scopesCover,
	sumDecimals,
	timesPrice,
} from '../../../partner-api';
import { STOPS_WHEN_SHORT } from '../catalog/operation';
import { textOf } from '../catalog/request-rules';
import { balanceGet } from '../operations/balance/get';
import type { RunContext } from '../run/context';
import { asError, type Job, type RunItem } from './item';
import type { Order } from './order';

/** What one item may cost, in USDT decimal strings; absent where there is no limit. */
interface Limits {
	perItem?: string;
	perRun?: string;
}

/** Keeps the sum of a run's items. All decimals are exact. */
export class SpendingGuard {
	private total = new Big(0);

	/**
	 * Counts an item in, unless it goes beyond a limit.
	 *
	 * @param cost USDT decimal string; undefined where nobody knows
	 * @throws InputError when it goes beyond a limit, or its cost is not known and there is one
	 */
	admit(cost: string | undefined, { perItem, perRun }: Limits): void {
		if (perItem === undefined && perRun === undefined) return;
		if (cost === undefined) {
			throw new InputError(
				'What this item costs is not known, so the spending limits cannot be kept',
				'The catalog shows no price for it, or could not be read. Set Price (USDT) beside the limits, or take the limits out.',
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

/** Gives the items that go beyond the limits an error. An order that comes twice is paid once. */
export function refuseExpensive(jobs: readonly Job[]): void {
	const guard = new SpendingGuard();
	const counted = new Set<string>();
	for (const job of jobs) {
		const { item, error } = job;
		if (!item || error !== undefined) continue;
		const { maximumPerItem: perItem, maximumPerRun: perRun } = item.options;
		if (perItem === undefined && perRun === undefined) continue;
		const fresh = item.orders.filter(({ extId }, place) => {
			const isFirst = item.orders.findIndex((one) => one.extId === extId) === place;
			return extId === undefined || (isFirst && !counted.has(extId));
		});
		if (fresh.length === 0) continue;
		try {
			guard.admit(costOf(fresh, item.price), { perItem, perRun });
			for (const { extId } of fresh) if (extId !== undefined) counted.add(extId);
		} catch (refusal) {
			job.error = asError(refusal);
		}
	}
}

/**
 * What orders cost together: the amount that is moved, else the price of what is bought, so many times.
 *
 * @param price of one: USDT decimal string
 * @returns USDT decimal string; undefined where that of one of them is not known
 */
export function costOf(orders: readonly Order[], price: string | undefined): string | undefined {
	const costs: string[] = [];
	for (const { fields } of orders) {
		const { amount = price, quantity = 1 } = fields;
		if (amount === undefined) return undefined;
		costs.push(timesPrice(decimalString(amount, 'Amount'), textOf(quantity)));
	}
	return sumDecimals(costs);
}

const SHORT = 'insufficient_balance';
/** The code of what was not sent because of it. */
export const STOPPED: LocalErrorCode = 'stopped_spending';

/** Keeps a run from spending on once the balance did not cover an item. */
export class SpendingStop {
	private isShort = false;

	/** @returns why the item is not to be sent; undefined where it may be */
	refusalOf({ options, run }: RunItem): PartnerApiError | undefined {
		const stops = options.stopWhenShort ?? STOPS_WHEN_SHORT[run.operation.effect];
		if (!this.isShort || !stops) return undefined;
		return new PartnerApiError({ code: STOPPED, outcome: 'not_sent', phase: 'call' });
	}

	/** Takes note of a failure. */
	note(error: unknown): void {
		if (error instanceof PartnerApiError && error.code === SHORT) this.isShort = true;
	}
}

/**
 * What is left, for the text of an error that says that it is too little (section 7).
 *
 * @returns USDT decimal string; undefined where the token may not ask, or asking fails
 */
export async function availableBalance(
	run: RunContext,
	error: PartnerApiError,
): Promise<string | undefined> {
	if (error.code !== SHORT) return undefined;
	return await (run.available ??= askForBalance(run));
}

async function askForBalance({ client }: RunContext): Promise<string | undefined> {
	const { scope, endpoint } = balanceGet;
	const { method, base, path } = endpoint;
	const token = await attempt(client.token());
	const granted = token instanceof PartnerApiError ? [] : (token.scopes ?? []);
	if (!scope || !scopesCover(granted, scope)) return undefined;
	const response = await attempt(client.call({ method, base, path, retrySafety: 'safe' }));
	return schemas.balanceSchema.safeParse(response).data?.available_balance;
}
