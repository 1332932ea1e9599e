// What is bought is paid once, and its secrets come out for the customer: a card, eSIMs, gift cards.
import { START } from '../../../dev/stack/single-node-workflow';
import { SOON } from '../support/seat';
import { task } from '../support/task';

task(
	'Issue a card and deliver it',
	{ items: [{ customer: 'Ann' }] },
	async ({ operator, nextPart, ordersOfPartner }) => {
		await operator.addBehind(START, 'card', 'Issue a virtual card');
		await operator.pick('Card Product', 'Virtual card, USD');
		await operator.turnOn('Wait Until Ready');
		await operator.turnOn('Reveal Secrets');
		await operator.execute();
		await operator.seesOutput('1 card ordered, 5.00 USDT');
		await operator.seesOutput(/^\d{16}$/);

		await nextPart('… and top it up');
		await operator.closeNode();
		await operator.addBehind('Issue a virtual card', 'top up', 'Top up a card');
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

task(
	'Buy an eSIM and deliver its QR code',
	{ items: [{ customer: 'Ann' }] },
	async ({ operator, seat, nextPart, ordersOfPartner }) => {
		await operator.addBehind(START, 'esim', 'Buy an eSIM');
		await operator.pick('Offer', 'Germany 3 GB', 'germany 3 gb');
		await operator.turnOn('Wait Until Ready');
		await operator.turnOn('Reveal Secrets');
		await operator.execute();
		await operator.seesOutput('1 eSIM ordered, 6.40 USDT');
		await operator.seesOutput('esim-qr.png');
		await operator.look();
		await operator.press('View');
		await operator.page.locator('img[src*="binary-data"]').waitFor();

		await nextPart('… and know which code is missing');
		await operator.page.keyboard.press('Escape');
		await operator.openNode('Buy an eSIM');
		await operator.addOption('Add Option', 'Maximum Wait for Result');
		await operator.fill('Maximum Wait for Result', '1');
		seat.sandbox.configure({ settleMs: 600_000 });
		try {
			await operator.execute();
			await operator.seesOutput('Not complete when the wait ended: item 0.');
		} finally {
			seat.sandbox.configure(SOON);
		}

		const kinds = ordersOfPartner().map(({ kind }) => kind);
		expect(kinds).toEqual(['esim_purchase', 'esim_purchase']);
	},
);

const CUSTOMERS = [
	{ order: 'GIFT-1', customer: 'Ann' },
	{ order: 'GIFT-2', customer: 'Ben' },
	{ order: 'GIFT-3', customer: 'Cem' },
];

task(
	'Buy three gift cards, one of which fails',
	{ balance: '25.00', items: CUSTOMERS },
	async ({ operator, seat, partner, nextPart, ordersOfPartner }) => {
		await operator.addBehind(START, 'gift card', 'Buy a gift card or voucher');
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
		expect(description).toMatch(/Done: items 0 to 1/);

		await nextPart('… and run it again');
		seat.sandbox.setBalance(partner.partnerId, '25.00');
		await operator.execute();
		await operator.seesOutput('1 gift card ordered, 10.15 USDT.');
		await operator.seesOutput('2 gift cards ordered earlier');
		await operator.seesOutput('3 items');

		expect(ordersOfPartner().map(({ extId }) => extId)).toEqual(['GIFT-1', 'GIFT-2', 'GIFT-3']);
	},
);
