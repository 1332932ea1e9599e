// A published trigger receives the events of the account.
import { waitUntil } from '../../../dev/stack/wait-until';
import { task } from '../support/task';

const EVENT = 'card_issue.status_changed';

task('Receive events', {}, async ({ operator, seat, partner }) => {
	await operator.addFirst({
		search: 'event',
		node: 'Partner Settlement',
		action: 'On card issue finished',
	});
	await operator.turnOn('Set the Callback URL When Published');
	await operator.addOption('Add Option', 'Sample Event');
	await operator.execute();
	await operator.seesOutput(EVENT);
	await operator.closeNode();
	await operator.publish();

	const data = { ext_id: 'order-1', status: 'completed', document_status: 'done' };
	const eventId = seat.sandbox.sendEvent(partner.partnerId, EVENT, data);
	await waitUntil('the delivery', () =>
		seat.sandbox.state.deliveries.find((it) => it.eventId === eventId && it.status === 200),
	);
});
