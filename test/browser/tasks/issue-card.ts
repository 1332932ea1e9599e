// One card is issued, its number comes out for the customer, and it is topped up and frozen.
import { START } from '../../../dev/stack/single-node-workflow';
import { task } from '../support/task';

task(
	'Issue a card and deliver it',
	{ items: [{ customer: 'Ann' }] },
	async ({ operator, nextPart, ordersOfPartner }) => {
		await operator.addBehind(START, {
			search: 'card',
			node: 'Partner Settlement',
			action: 'Issue a virtual card',
		});
		await operator.pick('Card Product', 'Virtual card, USD');
		await operator.turnOn('Wait Until Ready');
		await operator.turnOn('Reveal Secrets');
		await operator.execute();
		await operator.seesOutput('1 card ordered, 5.00 USDT');
		await operator.seesOutput(/^\d{16}$/);

		await nextPart('… and top it up');
		await operator.closeNode();
		await operator.addBehind('Issue a virtual card', {
			search: 'top up',
			node: 'Partner Settlement',
			action: 'Top up a card',
		});
		await operator.pick('Card', 'card-');
		await operator.fill('Amount (USDT)', '25');
		await operator.execute();
		await operator.seesOutput('1 card top-up ordered, 25 USDT.');

		await nextPart('… and see what spends, and freeze it');
		const operations = await operator.openList('Operation');
		await operator.look();
		const spending = operations.filter((entry) => entry.includes('Spends from the balance.'));
		expect(spending.map((entry) => entry.split('\n')[0])).toEqual(['Issue', 'Top Up']);
		await operator.chooseOpen('Freeze');
		await operator.turnOn('Wait Until Ready');
		await operator.execute();
		await operator.seesOutput('completed');

		const kinds = ordersOfPartner().map(({ kind }) => kind);
		expect(kinds).toEqual(['card_issue', 'card_topup', 'card_freeze']);
	},
);
