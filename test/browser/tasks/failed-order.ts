// The error panel says what became of an order that failed, and what to do.
import { outcomeAddress } from '../../../sandbox/magic';
import { START } from '../../../stack/single-node-workflow';
import { task } from '../support/task';

const PAYOUT = {
	invoice: 'INV-1043',
	amount: '25.00',
	wallet: outcomeAddress('tron_usdt', 'clear'),
};

task(
	'Understand an order that failed',
	{ balance: '10.00', items: [PAYOUT] },
	async ({ operator, ordersOfPartner }) => {
		await operator.addBehind(START, {
			search: 'payout',
			node: 'Partner Settlement',
			action: 'Withdraw USDT (payout)',
		});
		await operator.map('amount', 'Amount');
		await operator.map('wallet', 'To Address');
		await operator.execute();
		const { message, description } = await operator.seesError();
		expect(message).toBe('Withdrawal: Create: refused (insufficient_balance)');
		expect(description).toMatch(/10\.00 USDT are available\. Top it up/);
		expect(description).toMatch(/nothing was spent/);

		expect(ordersOfPartner()).toHaveLength(0);
	},
);
