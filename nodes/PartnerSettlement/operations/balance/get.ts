import type { z } from 'zod';

import { compareDecimals, schemas } from '../../../../partner-api';
import type { ItemCall } from '../../catalog/item-call';
import { documented, type Operation } from '../../catalog/operation';

export const balanceGet: Operation = {
	resource: 'balance',
	operation: 'get',
	name: 'Get',
	action: 'Get the USDT balance',
	description: 'Get the prepaid USDT balance: available, reserved and pending',
	section: '4.2',
	endpoint: documented('GET', 'api', '/partner/balance'),
	scope: 'balance:read',
	effect: 'read',
	extId: false,
	fields: [],
	response: schemas.balanceSchema,
	options: ['threshold'],
	run: get,
};

/** The balance, held against the threshold where the operator gives one. */
async function get(item: ItemCall): Promise<unknown> {
	const response = await item.send();
	const { threshold } = item.options;
	if (threshold === undefined) return response;
	return withThreshold(schemas.balanceSchema.parse(response), threshold);
}

export type Balance = z.output<typeof schemas.balanceSchema>;

/** A balance that was held against a threshold. */
interface ComparedBalance extends Balance {
	/** USDT decimal string. */
	threshold: string;
	/** Whether `available_balance` is less than the threshold, to the last digit. */
	is_below_threshold: boolean;
}

/** A balance (section 2.1) with what the threshold makes of it. */
export function withThreshold(balance: Balance, threshold: string): ComparedBalance {
	const isBelow = compareDecimals(balance.available_balance, threshold) < 0;
	return { ...balance, threshold, is_below_threshold: isBelow };
}
