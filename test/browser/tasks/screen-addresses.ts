// A list with addresses of several networks goes through the gate, and what is clear is paid.
import { addressFromLabel } from '../../../dev/sandbox/addresses';
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { START } from '../../../dev/stack/single-node-workflow';
import { addPayout } from '../support/payout';
import { task } from '../support/task';

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
		await operator.addBehind(START, {
			search: 'address',
			node: GATE,
			action: 'Add to workflow',
		});
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
		await operator.seesOutput('2 withdrawals ordered now or before, 30 USDT');

		expect(ordersOfPartner()).toMatchObject([{ extId: 'INV-1' }, { extId: 'INV-2' }]);
	},
);
