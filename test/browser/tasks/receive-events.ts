// A published trigger receives the events of the account, and a further delivery starts no run.
import { waitUntil } from '../../../dev/stack/wait-until';
import { deliver } from '../../support/events/sender';
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
	const runs = async (): Promise<number> =>
		seat.api.countExecutions(operator.workflowId, 'success');
	const tries = await runs();
	const eventId = seat.sandbox.sendEvent(partner.partnerId, EVENT, data);
	const { url, body, signature } = await waitUntil('the delivery', () =>
		seat.sandbox.state.deliveries.find((it) => it.eventId === eventId && it.status === 200),
	);
	await waitUntil('its run', async () => ((await runs()) > tries ? true : undefined));
	const headers = { 'content-type': 'application/json', 'x-svc-signature': signature };
	expect(await deliver(url, { eventId, body, headers })).toBe(200);
	expect(await runs()).toBe(tries + 1);
});
