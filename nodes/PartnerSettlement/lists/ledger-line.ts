import Big from 'big.js';

import { type Dialect, isDecimal, valueAt } from '../../../partner-api';

/** One line of the ledger. The API document does not show its fields (section 2.10). */
export interface LedgerLine {
	/** USDT, never below zero. */
	amount: Big;
	/** Milliseconds. */
	at: number;
	isDebit: boolean;
}

/**
 * Reads a line of the ledger.
 *
 * @param names of its fields, from API Differences
 * @returns undefined if its amount or its time can't be read
 */
export function readLedgerLine(line: unknown, names: Dialect['ledger']): LedgerLine | undefined {
	const amount = textAt(line, names.amount);
	const at = timeOf(textAt(line, names.at));
	if (!isDecimal(amount) || !Number.isFinite(at)) return undefined;
	const isDebit = names.debit
		? /debit|out|true/i.test(textAt(line, names.debit))
		: amount.startsWith('-');
	return { amount: new Big(amount).abs(), at, isDebit };
}

/** A scalar of a line as text, at a place with dots; empty if there is none. */
function textAt(line: unknown, place: string): string {
	const value = valueAt(line, place);
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The milliseconds of a time in RFC 3339 or in unix seconds (section 1, rule 5). */
function timeOf(text: string): number {
	return /^\d{9,11}$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}
