// A withdrawal is paid once, however often Execute step is pressed, and never above the limit.
import { addPayout, payoutItem } from '../support/payout';
import { task } from '../support/task';

task(
	'Withdraw at most so much, and never twice',
	{ items: [payoutItem('INV-1042')] },
	async ({ operator, ordersOfPartner }) => {
		await addPayout(operator);
		await operator.choose('When Run Again', 'My Order Number: Never Pays Twice');
		await operator.map('invoice', 'Order Number (ext_id)');
		await operator.addOption('Add Option', 'Maximum per Run (USDT)');
		await operator.fill('Maximum per Run (USDT)', '100');
		await operator.execute();
		await operator.seesOutput('1 withdrawal ordered, 25 USDT.');
		const [withdrawalId = ''] = /wd-[\w-]+/.exec(await operator.output()) ?? [];
		await operator.execute();
		await operator.seesOutput(withdrawalId);
		await operator.seesOutput('1 withdrawal there already, 25 USDT: not ordered again.');
		await operator.fill('Maximum per Run (USDT)', '20');
		await operator.execute();
		expect((await operator.seesError()).message).toMatch(/Maximum per Run/);

		expect(ordersOfPartner()).toMatchObject([{ kind: 'withdrawal', extId: 'INV-1042' }]);
	},
);
