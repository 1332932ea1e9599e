import Big from 'big.js';

import { InputError } from './errors';

/** What one item may cost, in USDT decimal strings; absent where there is no limit. */
export interface SpendingLimits {
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
	admit(cost: string | undefined, { perItem, perRun }: SpendingLimits): void {
		if (perItem === undefined && perRun === undefined) return;
		if (cost === undefined) {
			throw new InputError(
				'What this item costs is not known, so the spending limits cannot be kept',
				'Set Price (USDT) under Options, for instance from the offer, or take the limits out.',
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

/**
 * The price of several, as a USDT decimal string.
 *
 * @param quantity a whole number, or its digits
 */
export function timesPrice(price: string, quantity: number | string): string {
	return new Big(price).times(quantity).toFixed();
}
