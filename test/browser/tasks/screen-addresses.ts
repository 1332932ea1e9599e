// A list with addresses of several networks goes through the gate, and what is clear goes on.
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { START } from '../../../dev/stack/single-node-workflow';
import { task } from '../support/task';

const GATE = 'Partner Settlement Screening';

const PAYEES = [
	{ name: 'Ann', address: outcomeAddress('eth', 'clear') },
	{ name: 'Ben', address: outcomeAddress('tron_usdt', 'clear') },
	{ name: 'Cem', address: outcomeAddress('btc', 'medium') },
	{ name: 'Dan', address: outcomeAddress('eth', 'sanctions') },
];

task('Screen a list of addresses', { items: PAYEES }, async ({ operator, seat, partner }) => {
	await operator.addBehind(START, {
		search: 'address',
		node: GATE,
		action: 'Add to workflow',
	});
	await operator.map('address', 'Address');
	await operator.fill('Review From Score', '25');
	await operator.fill('Block From Score', '75');
	await operator.fill('Clear Severities', 'low');
	await operator.execute();
	await operator.seesOutput('Clear 2, Review 1, Block 1, Unresolved 0.');
	await operator.closeNode();
	await operator.addBehind(GATE, { search: 'no operation', node: 'No Operation, do nothing' });
	await operator.execute();
	await operator.seesOutput('Ann');
	await operator.seesOutput('Ben');
	await operator.seesOutput('2 items');

	const checks = seat.sandbox.state.kytChecks.filter(
		({ partnerId }) => String(partnerId) === partner.partnerId,
	);
	expect(checks).toHaveLength(PAYEES.length);
});
