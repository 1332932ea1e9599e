// A workflow starts when the balance is low.
import { waitUntil } from '../../../dev/stack/wait-until';
import { task } from '../support/task';

task('Be told when the balance is low', { balance: '120.00' }, async ({ operator, seat }) => {
	await operator.addFirst({
		search: 'balance',
		node: 'Partner Settlement Balance Trigger',
		action: 'Add to workflow',
	});
	await operator.fill('Threshold', '500');
	await operator.execute();
	await operator.seesOutput('380');
	await operator.closeNode();
	const runs = async (): Promise<number> =>
		seat.api.countExecutions(operator.workflowId, 'success');
	const tries = await runs();
	await operator.publish();

	await waitUntil('the run that tells of the balance', async () =>
		(await runs()) > tries ? true : undefined,
	);
});
