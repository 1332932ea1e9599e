import { outcomeAddress } from '../../../dev/sandbox/magic';
import { START } from '../../../dev/stack/single-node-workflow';
import type { Operator } from './operator';

/** An item that asks for a payout. */
export function payoutItem(invoice: string): Record<string, unknown> {
	return { invoice, amount: '25.00', wallet: outcomeAddress('tron_usdt', 'clear') };
}

/** Finds the withdrawal in the node creator, adds it behind a node and fills it from the item. */
export async function addPayout(operator: Operator, before = START): Promise<void> {
	await operator.addBehind(before, {
		search: 'payout',
		node: 'Partner Settlement',
		action: 'Withdraw USDT (payout)',
	});
	await operator.map('amount', 'Amount');
	await operator.map('wallet', 'To Address');
}
