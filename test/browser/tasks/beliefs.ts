// What operators once believed wrongly, in the words that the panels and errors now have; nothing is ordered.
import { START } from '../../../dev/stack/single-node-workflow';
import { task } from '../support/task';

const NODE = 'Partner Settlement';
const CARD = 'Issue a virtual card';

task('Read what is refused', { items: [{}] }, async ({ operator, ordersOfPartner }) => {
	await operator.addBehind(START, { search: 'card', node: NODE, action: CARD });
	// Each limit says what it is for.
	await operator.addOption('Add Option', 'Maximum per Item (USDT)');
	await operator.seesPanel('For one item, or one call of a tool. Maximum per Run limits the total');
	await operator.pick('Card Product', 'Virtual card, USD');
	await operator.addOption('Add Field', 'Birth Date');
	await operator.addOption('Add Field', 'Email');
	await operator.fill('Email', 'carla@example.com');
	await operator.fill('Birth Date', '1991-02-31');
	await operator.execute();
	const { message, description } = await operator.seesError('Birth Date');
	expect(message).toMatch(/^Birth Date .*1991-02-31/);
	expect(description).toMatch(/^Not sent: nothing was spent\./);
	await operator.fill('Birth Date', '1991-02-28');
	await operator.fill('Email', 'carla(at)example.com');
	await operator.execute();
	await operator.seesError('Email');
	await operator.closeNode();

	await operator.addBehind(CARD, {
		search: 'screen',
		node: NODE,
		action: 'Screen an address for risk and sanctions (KYT, AML)',
	});
	// A known result may cost nothing, and an address says itself which network it is of.
	await operator.seesPanel(/known result/);
	await operator.fillFixed('Address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6');
	await operator.look();
	expect(ordersOfPartner()).toHaveLength(0);
});
