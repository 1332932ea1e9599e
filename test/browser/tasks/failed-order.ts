// The error panel says what became of an order that failed, and what to do.
import { addPayout, payoutItem } from '../support/payout';
import { task } from '../support/task';

task(
	'Understand an order that failed',
	{ balance: '10.00', items: [payoutItem('INV-1043')] },
	async ({ operator, ordersOfPartner }) => {
		await addPayout(operator);
		await operator.execute();
		const { message, description } = await operator.seesError();
		expect(message).toBe('Withdrawal: Create: refused (insufficient_balance)');
		expect(description).toMatch(/The balance does not cover this: top it up/);
		expect(description).toMatch(/nothing was spent/);

		expect(ordersOfPartner()).toHaveLength(0);
	},
);
