// The operator pastes Setup's findings unchanged, and adds what the provider tells them. Then the ledger can be read,
// and a card is topped up once.
import { differencesOf } from '../../../dev/sandbox/dialects';
import { START } from '../../../dev/stack/single-node-workflow';
import type { Operator } from '../support/operator';
import { task } from '../support/task';

const CHECK = 'Check the API before the first order';
const CARD = 'Issue a virtual card';

task(
	'Meet an API that differs',
	{ items: [{}], dialect: 'resources' },
	async ({ operator, seat, sandbox, partner, ordersOfPartner }) => {
		const begin = async (search: string, action: string): Promise<void> => {
			await operator.open(await seat.newWorkflow(action, [{}]));
			await operator.addBehind(START, search, action);
		};
		await operator.addBehind(START, 'partner settlement', CHECK);
		await operator.execute();
		await operator.seesOutput('Calls on Base URL need a token of their own, from');
		await operator.copyOutput();
		await operator.pasteIntoCredential('API Differences');
		await operator.page.keyboard.press('Escape');
		await operator.openNode(CHECK);
		await askTheProvider(operator);
		await operator.page.keyboard.press('Escape');
		await operator.openNode(CHECK);
		await operator.execute();
		await operator.seesOutput('It would spend money, so it was not called.');
		await operator.seesOutput('You are not finished yet: ');
		expect(await operator.output()).not.toMatch(/fails|differs/);

		await begin('ledger', 'Get many ledger lines for reconciliation');
		await operator.execute();
		await operator.seesOutput('deposit');

		await begin('card', CARD);
		await operator.pick('Card Product', 'Virtual card, USD');
		await operator.turnOn('Wait Until Ready');
		await operator.execute();
		await operator.seesOutput('1 card ordered, 5.00 USDT');
		await operator.closeNode();
		await operator.addBehind(CARD, 'card', 'Top up a card');
		await operator.pick('Card', 'card-');
		await operator.fill('Amount (USDT)', '5');
		await operator.choose('When Run Again', 'My Order Number: Never Pays Twice');
		await operator.fill('Order Number (ext_id)', 'TOP-UP-1');
		await operator.execute();
		await operator.seesOutput('1 card top-up ordered, 5 USDT.');
		await operator.execute();
		await operator.seesOutput('1 card top-up ordered earlier, 5 USDT: not ordered again.');

		expect(ordersOfPartner()).toMatchObject([
			{ kind: 'card_issue' },
			{ kind: 'card_topup', extId: 'TOP-UP-1' },
		]);
		const amounts = sandbox.state
			.ledger(partner.partnerId)
			.map(({ reason, amount }) => [reason, amount]);
		expect(amounts).toEqual([
			['deposit', '1000.00'],
			['card_issue', '5.00'],
			['card_topup', '5.00'],
		]);
	},
);

/** Adds to the credential what only the provider of the API knows. */
async function askTheProvider(operator: Operator): Promise<void> {
	const text = JSON.stringify(differencesOf('resources'), null, 2);
	await operator.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
	await operator.pasteIntoCredential('API Differences');
}
