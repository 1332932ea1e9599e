import type { INodeExecutionData } from 'n8n-workflow';

import { compareDecimals, subtractDecimals } from '../../partner-api';
import { type Balance, withThreshold } from '../PartnerSettlement/operations/balance/get';

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

/** A balance that was read. */
export interface Reading {
	account: string;
	/** USDT decimal string. */
	available: string;
	/** RFC 3339. */
	at: string;
}

/** What a reading of the balance leads to. */
export interface Step {
	fires: boolean;
	/** The alert that stands from now on; undefined: the next balance below fires. */
	alert: Alert | undefined;
}

/**
 * One step of the watch: fires when the balance is less than the threshold and no alert stands for it.
 *
 * An alert stands until the balance has reached `rearmAt`, and only for the account and the threshold it was given for:
 * with another threshold the question is a new one.
 */
export function step(last: Alert | undefined, reading: Reading, thresholds: Thresholds): Step {
	const { account, available, at } = reading;
	const { threshold, rearmAt } = thresholds;
	const isSame = last?.account === account && compareDecimals(last.threshold, threshold) === 0;
	const alert = isSame ? last : undefined;
	if (compareDecimals(available, threshold) < 0) {
		return alert
			? { fires: false, alert }
			: { fires: true, alert: { account, threshold, since: at } };
	}
	const isRearmed = compareDecimals(available, rearmAt) >= 0;
	return { fires: false, alert: isRearmed ? undefined : alert };
}

/** Fields of section 2.1 that a response may lack: an amount that is not known is not 0. */
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
	const compared = withThreshold(balance, threshold);
	const isBelow = compared.is_below_threshold;
	return {
		json: {
			...NOT_KNOWN,
			...compared,
			rearm_at: rearmAt,
			below_by: isBelow ? subtractDecimals(threshold, balance.available_balance) : '0',
			below_since: isBelow ? (since ?? null) : null,
		},
	};
}
