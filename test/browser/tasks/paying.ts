// Payouts: a clear address is paid once, never above the limit, and a failed order says what became of it.
import { addressFromLabel } from '../../../dev/sandbox/addresses';
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { START } from '../../../dev/stack/single-node-workflow';
import { addPayout, payoutItem, task } from '../support/task';

const GATE = 'Partner Settlement Screening';

const ANN = outcomeAddress('tron_usdt', 'clear');
const BEN = addressFromLabel('tron_usdt', 'Ben');

const PAYEES = [
	{ invoice: 'INV-1', amount: '10.00', wallet: ANN },
	{ invoice: 'INV-2', amount: '20.00', wallet: BEN },
	{ invoice: 'INV-3', amount: '30.00', wallet: outcomeAddress('btc', 'medium') },
	{ invoice: 'INV-4', amount: '40.00', wallet: outcomeAddress('eth', 'sanctions') },
];

task(
	'Screen a list of addresses',
	{ items: PAYEES },
	async ({ operator, seat, partner, nextPart, ordersOfPartner }) => {
		await operator.addBehind(START, 'address', 'Add to workflow', GATE);
		await operator.map('wallet', 'Address');
		await operator.fill('Review From Score', '25');
		await operator.fill('Block From Score', '75');
		await operator.fill('Clear Severities', 'low');
		await operator.execute();
		await operator.seesOutput('Clear 2, Review 1, Block 1, Unresolved 0.');
		const checks = seat.sandbox.state.kytChecks.filter(
			({ partnerId }) => String(partnerId) === partner.partnerId,
		);
		expect(checks).toHaveLength(PAYEES.length);

		await nextPart('… and pay those that are clear');
		await operator.closeNode();
		await addPayout(operator, GATE);
		await operator.choose('When Run Again', 'My Order Number: Never Pays Twice');
		await operator.map('invoice', 'Order Number (ext_id)');
		await operator.execute();
		await operator.seesOutput(
			'2 withdrawals ordered now or in an earlier run, 32 USDT including fees',
		);

		expect(ordersOfPartner()).toMatchObject([{ extId: 'INV-1' }, { extId: 'INV-2' }]);
	},
);

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
			'1 withdrawal ordered now or in an earlier run, 26 USDT including fees of 1.00: each is paid only once.',
		);
		const [withdrawalId = ''] = /wd-[\w-]+/.exec(await operator.output()) ?? [];
		await operator.execute();
		await operator.seesOutput(withdrawalId);
		await operator.seesOutput(
			'1 withdrawal ordered now or in an earlier run, 26 USDT including fees of 1.00: each is paid only once.',
		);
		await operator.fill('Maximum per Run (USDT)', '20');
		await operator.execute();
		expect((await operator.seesError()).message).toMatch(/plus the fee, more than Maximum per Run/);

		await nextPart('… and with another amount');
		await operator.fill('Maximum per Run (USDT)', '100');
		await operator.fillFixed('Amount (USDT)', '30');
		await operator.execute();
		const { message, description } = await operator.seesError('ext_id_conflict');
		expect(message).toMatch(/outcome unknown \(ext_id_conflict\)/);
		expect(description).toMatch(/it differs in amount \(25\.00; yours: 30\)/);
		expect(description).toMatch(/Use another number only for a second order/);

		expect(ordersOfPartner()).toMatchObject([{ kind: 'withdrawal', extId: 'INV-1042' }]);
	},
);
