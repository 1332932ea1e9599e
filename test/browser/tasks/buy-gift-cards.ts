// Three gift cards are bought, the balance covers two, and a further run buys the third alone.
import { START } from '../../../dev/stack/single-node-workflow';
import { task } from '../support/task';

const CUSTOMERS = [
	{ order: 'GIFT-1', customer: 'Ann' },
	{ order: 'GIFT-2', customer: 'Ben' },
	{ order: 'GIFT-3', customer: 'Cem' },
];

task(
	'Buy three gift cards, one of which fails',
	{ balance: '25.00', items: CUSTOMERS },
	async ({ operator, seat, partner, nextPart, ordersOfPartner }) => {
		await operator.addBehind(START, {
			search: 'gift card',
			node: 'Partner Settlement',
			action: 'Buy a gift card or voucher',
		});
		await operator.pick('Offer', 'Bookshop 10 USD');
		await operator.choose('When Run Again', 'My Order Number: Never Pays Twice');
		await operator.map('order', 'Order Number (ext_id)');
		await operator.turnOn('Wait Until Ready');
		await operator.addOption('Add Option', 'Keep Input');
		await operator.turnOn('Keep Input');
		await operator.execute();
		const { message, description } = await operator.seesError();
		expect(message).toMatch(/refused \(insufficient_balance\)/);
		expect(description).toMatch(/^Refused: nothing was spent\. The balance does not cover this/);
		expect(description).toMatch(/Done before it: items 0 to 1/);

		await nextPart('… and run it again');
		seat.sandbox.setBalance(partner.partnerId, '25.00');
		await operator.execute();
		await operator.seesOutput('1 gift card ordered, 10.15 USDT.');
		await operator.seesOutput('2 gift cards there already');
		await operator.seesOutput('3 items');

		expect(ordersOfPartner().map(({ extId }) => extId)).toEqual(['GIFT-1', 'GIFT-2', 'GIFT-3']);
	},
);
