import type { INodeExecutionData } from 'n8n-workflow';

import { compareDecimals, subtractDecimals } from '../../partner-api';
import type { Balance } from '../PartnerSettlement/operations/balance/get';

/** When to tell, and when to tell again. USDT decimal strings, `rearmAt` never less than `threshold`. */
export interface Thresholds {
	threshold: string;
	rearmAt: string;
}

/** The alert that was given last, for as long as no other is due. */
export interface Alert {
	/** Whose balance it was. */
	account: string;
	/** The threshold it was given for: USDT decimal string. */
	threshold: string;
	/** RFC 3339: the first time the balance was seen below. */
	since: string;
}

/**
 * One step of the watch: gives a new alert when the balance is less than the threshold and no alert stands for it.
 *
 * An alert stands until the balance has reached `rearmAt`, and only for the account and the threshold it was given for:
 * with another threshold the question is a new one.
 *
 * @param fresh the alert that is given where a new one is due
 * @param available USDT decimal string
 * @returns the alert that stands from now on: `last` or `fresh`; undefined: the next balance below gives one
 */
export function step(
	last: Alert | undefined,
	fresh: Alert,
	available: string,
	rearmAt: string,
): Alert | undefined {
	const { account, threshold } = fresh;
	const isSame = last?.account === account && compareDecimals(last.threshold, threshold) === 0;
	const alert = isSame ? last : undefined;
	if (compareDecimals(available, threshold) < 0) return alert ?? fresh;
	return compareDecimals(available, rearmAt) >= 0 ? undefined : alert;
}

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
	const isBelow = compareDecimals(balance.available_balance, threshold) < 0;
	return {
		json: {
			// First, where the editor's table shows it.
			is_below_threshold: isBelow,
			threshold,
			...balance,
			rearm_at: rearmAt,
			below_by: isBelow ? subtractDecimals(threshold, balance.available_balance) : '0',
			below_since: isBelow ? (since ?? null) : null,
		},
	};
}
