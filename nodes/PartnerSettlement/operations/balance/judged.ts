import type { z } from 'zod';

import { compareDecimals, type schemas } from '../../../../partner-api';

export type Balance = z.output<typeof schemas.balanceSchema>;

/** What a balance is held against, and what came of it. */
export interface Judged extends Balance {
	/** USDT decimal string. */
	threshold: string;
	/** Whether `available_balance` is less than the threshold, to the last digit. */
	is_below_threshold: boolean;
}

/** A balance (section 2.1) with what the threshold makes of it. */
export function judged(balance: Balance, threshold: string): Judged {
	const isBelow = compareDecimals(balance.available_balance, threshold) < 0;
	return { ...balance, threshold, is_below_threshold: isBelow };
}
