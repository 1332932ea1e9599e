// One card is issued, and its number comes out for the customer.
import { START } from '../../../dev/stack/single-node-workflow';
import { task } from '../support/task';

task(
	'Issue a card and deliver it',
	{ items: [{ customer: 'Ann' }] },
	async ({ operator, ordersOfPartner }) => {
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

		expect(ordersOfPartner()).toMatchObject([{ kind: 'card_issue' }]);
	},
);
