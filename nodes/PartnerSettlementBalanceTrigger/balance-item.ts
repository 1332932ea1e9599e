import type { INodeExecutionData } from 'n8n-workflow';

import { subtractDecimals } from '../../partner-api';
import { type Balance, judged } from '../PartnerSettlement/operations/balance/judged';
import type { Marks } from './watch';

/**
 * A balance as the trigger's item.
 *
 * @param since RFC 3339: the first time the balance was seen below, where it is
 */
export function balanceItem(balance: Balance, marks: Marks, since?: string): INodeExecutionData {
	const item = judged(balance, marks.threshold);
	const isBelow = item.is_below_threshold;
	return {
		json: {
			...item,
			rearm_at: marks.rearmAt,
			below_by: isBelow ? subtractDecimals(marks.threshold, balance.available_balance) : '0',
			below_since: isBelow ? (since ?? null) : null,
		},
	};
}
