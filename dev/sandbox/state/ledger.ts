import { randomUUID } from 'node:crypto';
import Big from 'big.js';
import { unprocessable } from '../http/errors';
import { timestamp, type Clock } from './clock';

export interface LedgerLine {
	line_id: string;
	type: 'credit' | 'debit';
	reason: string;
	amount: string;
	currency: 'USDT';
	balance_after: string;
	ext_id: string | null;
	created_at: string;
}

interface Account {
	balance: Big;
	reserved: Big;
	lines: LedgerLine[];
}

/** What a movement is for. */
export interface Purpose {
	reason: string;
	extId: string | null;
}

/** Every digit, at least two of them after the point, never an exponent. */
export function decimalText(value: Big): string {
	const plain = value.toFixed();
	const decimals = plain.split('.')[1]?.length ?? 0;
	return decimals < 2 ? value.toFixed(2) : plain;
}

/** The refusal of a call that the available balance does not cover (section 7, rule 2). */
export function insufficientBalance(): Error {
	return unprocessable('insufficient_balance', 'The available balance is too low for this call');
}

/** The prepaid settlement balances in USDT, in exact decimals. */
export class Ledger {
	private readonly accounts = new Map<number, Account>();

	constructor(private readonly clock: Clock) {}

	open(partnerId: number, balance: string): void {
		this.accounts.set(partnerId, { balance: new Big(0), reserved: new Big(0), lines: [] });
		this.credit(partnerId, balance, { reason: 'deposit', extId: null });
	}

	credit(partnerId: number, amount: string, purpose: Purpose): void {
		this.move(partnerId, 'credit', new Big(amount), purpose);
	}

	/** @throws ApiError 422 `insufficient_balance` */
	requireAvailable(partnerId: number, amount: string): void {
		const { balance, reserved } = this.account(partnerId);
		if (balance.minus(reserved).lt(amount)) throw insufficientBalance();
	}

	/** Takes the amount at once. @throws ApiError 422 `insufficient_balance` */
	debit(partnerId: number, amount: string, purpose: Purpose): void {
		this.requireAvailable(partnerId, amount);
		this.move(partnerId, 'debit', new Big(amount), purpose);
	}

	/** Sets the amount aside for an order under way. @throws ApiError 422 `insufficient_balance` */
	reserve(partnerId: number, amount: string): void {
		this.requireAvailable(partnerId, amount);
		const account = this.account(partnerId);
		account.reserved = account.reserved.plus(amount);
	}

	/** Gives back what was set aside. */
	release(partnerId: number, amount: string): void {
		const account = this.account(partnerId);
		account.reserved = account.reserved.minus(amount);
	}

	/** Takes what was set aside. */
	capture(partnerId: number, amount: string, purpose: Purpose): void {
		this.release(partnerId, amount);
		this.move(partnerId, 'debit', new Big(amount), purpose);
	}

	/** Section 2.1. */
	balance(partnerId: number): Record<string, string> {
		const { balance, reserved } = this.account(partnerId);
		return {
			currency: 'USDT',
			ledger_balance: decimalText(balance),
			reserved: decimalText(reserved),
			available_balance: decimalText(balance.minus(reserved)),
			pending_credit: '0.00',
			as_of: timestamp(this.clock.now()),
		};
	}

	lines(partnerId: number): readonly LedgerLine[] {
		return this.account(partnerId).lines;
	}

	/** The same accounts with nothing but their first deposit. */
	reopened(): Ledger {
		const ledger = new Ledger(this.clock);
		for (const [id, { lines }] of this.accounts) ledger.open(id, lines[0]?.amount ?? '0');
		return ledger;
	}

	/** Moves every line into the past. */
	age(milliseconds: number): void {
		for (const { lines } of this.accounts.values()) {
			for (const line of lines) {
				line.created_at = timestamp(new Date(Date.parse(line.created_at) - milliseconds));
			}
		}
	}

	/** Sets the balance with one line of the ledger. */
	setBalance(partnerId: number, balance: string): void {
		const difference = new Big(balance).minus(this.account(partnerId).balance);
		if (difference.eq(0)) return;
		const type = difference.gt(0) ? 'credit' : 'debit';
		this.move(partnerId, type, difference.abs(), { reason: 'adjustment', extId: null });
	}

	private move(partnerId: number, type: LedgerLine['type'], amount: Big, purpose: Purpose): void {
		const account = this.account(partnerId);
		account.balance =
			type === 'credit' ? account.balance.plus(amount) : account.balance.minus(amount);
		account.lines.push({
			line_id: randomUUID(),
			type,
			reason: purpose.reason,
			amount: decimalText(amount),
			currency: 'USDT',
			balance_after: decimalText(account.balance),
			ext_id: purpose.extId,
			created_at: timestamp(this.clock.now()),
		});
	}

	private account(partnerId: number): Account {
		const account = this.accounts.get(partnerId);
		if (!account) throw new RangeError(`There is no account of partner ${partnerId}`);
		return account;
	}
}
