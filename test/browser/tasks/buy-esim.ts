// One eSIM is bought for a country, with enough data, and its QR code comes out.
import { START } from '../../../dev/stack/single-node-workflow';
import { task } from '../support/task';

task(
	'Buy an eSIM and deliver its QR code',
	{ items: [{ customer: 'Ann' }] },
	async ({ operator, ordersOfPartner }) => {
		await operator.addBehind(START, {
			search: 'esim',
			node: 'Partner Settlement',
			action: 'Buy an eSIM',
		});
		await operator.pick('Offer', 'Germany 3 GB', 'germany 3 gb');
		await operator.turnOn('Wait Until Ready');
		await operator.turnOn('Reveal Secrets');
		await operator.execute();
		await operator.seesOutput('1 eSIM ordered, 6.40 USDT');
		await operator.seesOutput('esim-qr.png');
		await operator.look();
		await operator.press('View');
		await operator.page.locator('img[src*="binary-data"]').waitFor();

		expect(ordersOfPartner()).toMatchObject([{ kind: 'esim_purchase' }]);
	},
);
