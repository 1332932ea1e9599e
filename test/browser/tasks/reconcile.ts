// The ledger of two days that were picked from the calendar, the second to its end.
import { START } from '../../../dev/stack/single-node-workflow';
import { task } from '../support/task';

task('Reconcile two days', { items: [{}] }, async ({ operator, seat, partner }) => {
	seat.sandbox.setBalance(partner.partnerId, '1075.00');
	await operator.addBehind(START, {
		search: 'reconcile',
		node: 'Partner Settlement',
		action: 'Get many ledger lines for reconciliation',
	});
	await operator.turnOn('Return All');
	await operator.addOption('Add Field', 'From');
	await operator.pickDay('From', 'yesterday');
	await operator.addOption('Add Field', 'To');
	await operator.pickDay('To', 'today');
	await operator.execute();
	await operator.seesOutput('1000.00');
	await operator.seesOutput('2 items');

	await operator.pickDay('To', 'yesterday');
	await operator.execute();
	await operator.seesOutput('No output data');
});
