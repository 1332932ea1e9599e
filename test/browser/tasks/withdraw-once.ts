// A withdrawal is paid once, however often Execute step is pressed, never above the limit, and with no other amount.
import { addPayout, payoutItem } from '../support/payout';
import { task } from '../support/task';

task(
	'Withdraw at most so much, and never twice',
	{ items: [payoutItem('INV-1042')] },
	async ({ operator, nextPart, ordersOfPartner }) => {
		await addPayout(operator);
		await operator.choose('When Run Again', 'My Order Number: Never Pays Twice');
		await operator.map('invoice', 'Order Number (ext_id)');
		await operator.addOption('Add Option', 'Maximum per Run (USDT)');
		await operator.fill('Maximum per Run (USDT)', '100');
		await operator.execute();
		await operator.seesOutput(
			'1 withdrawal ordered now or before, 25 USDT: an order number is paid once.',
		);
		const [withdrawalId = ''] = /wd-[\w-]+/.exec(await operator.output()) ?? [];
		await operator.execute();
		await operator.seesOutput(withdrawalId);
		await operator.seesOutput(
			'1 withdrawal ordered now or before, 25 USDT: an order number is paid once.',
		);
		await operator.fill('Maximum per Run (USDT)', '20');
		await operator.execute();
		expect((await operator.seesError()).message).toMatch(/Maximum per Run/);

		await nextPart('… and with another amount');
		await operator.fill('Maximum per Run (USDT)', '100');
		await operator.fillFixed('Amount', '30');
		await operator.execute();
		const { message, description } = await operator.seesError();
		expect(message).toMatch(/outcome unknown \(ext_id_conflict\)/);
		expect(description).toMatch(/it differs in amount \(25\.00; asked for now: 30\)/);

		expect(ordersOfPartner()).toMatchObject([{ kind: 'withdrawal', extId: 'INV-1042' }]);
	},
);
