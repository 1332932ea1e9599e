// Mistaken beliefs of operators, which lists, fields and errors now correct. Nothing is bought.
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { START } from '../../../dev/stack/single-node-workflow';
import { task } from '../support/task';

const NODE = 'Partner Settlement';
const SCREEN = 'Screen an address for risk and sanctions (KYT, AML)';
const WALLET = outcomeAddress('tron_usdt', 'clear');

task('Read what is refused', { items: [{}] }, async ({ operator, ordersOfPartner }) => {
	const isRefused = async (error: string): Promise<void> => {
		await operator.execute();
		const { description } = await operator.seesError(error);
		expect(description).toMatch(/^Not sent: nothing was spent\./);
	};
	await operator.addBehind(START, { search: 'screen', node: NODE, action: SCREEN });
	const operations = await operator.openList('Operation');
	expect(operations.join()).toContain('a known result may cost nothing');
	await operator.chooseOpen('Screen an Address');
	await operator.fill('Address', WALLET.slice(0, -1));
	await isRefused('fits no network');
	await operator.fill('Address', WALLET);
	await operator.execute();
	await operator.seesOutput('1 item');
	await operator.closeNode();

	const card = { search: 'card', node: NODE, action: 'Issue a virtual card' };
	await operator.addBehind(SCREEN, card);
	await operator.pick('Card Product', 'Virtual card, USD');
	await operator.addOption('Add Option', 'Maximum per Item (USDT)');
	await operator.sees('For one item, or one call of a tool. Maximum per Run limits the total');
	await operator.fill('Maximum per Item (USDT)', '10');
	await operator.addOption('Add Field', 'Birth Date');
	await operator.fill('Birth Date', '1991-02-31');
	await isRefused('Birth Date');
	await operator.fill('Birth Date', '1991-02-28');
	await operator.addOption('Add Field', 'Email');
	await operator.fill('Email', 'carla(at)example.com');
	await isRefused('Email is not an email address');
	expect(ordersOfPartner()).toHaveLength(0);
});
