import type { INodeExecutionData } from 'n8n-workflow';

import { subtractDecimals } from '../../partner-api';
import { type Balance, judged } from '../PartnerSettlement/operations/balance/judged';
import type { Thresholds } from './watch';

/** Fields of section 2.1 that an answer may lack: an amount that is not known is not 0. */
const NOT_KNOWN = {
	currency: null,
	ledger_balance: null,
	reserved: null,
	pending_credit: null,
	as_of: null,
};

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
			...NOT_KNOWN,
			...item,
			rearm_at: rearmAt,
			below_by: isBelow ? subtractDecimals(threshold, balance.available_balance) : '0',
			below_since: isBelow ? (since ?? null) : null,
		},
	};
}
