import type { INodeExecutionData } from 'n8n-workflow';

import { subtractDecimals } from '../../partner-api';
import { type Balance, judged } from '../PartnerSettlement/operations/balance/judged';
import type { Thresholds } from './watch';

/**
 * A balance as the trigger's item.
 *
 * @param since RFC 3339: the first time the balance was seen below, where it is
 */
export function balanceItem(
	balance: Balance,
	{ threshold, rearmAt }: Thresholds,
	since?: string,
): INodeExecutionData {
	const item = judged(balance, threshold);
	const isBelow = item.is_below_threshold;
	return {
		json: {
			...item,
			rearm_at: rearmAt,
			below_by: isBelow ? subtractDecimals(threshold, balance.available_balance) : '0',
			below_since: isBelow ? (since ?? null) : null,
		},
	};
}
