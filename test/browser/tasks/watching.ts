// The account is watched and reconciled: a low balance, events, the ledger of two days.
import { waitUntil } from '../../../dev/stack/wait-until';
import { task } from '../support/task';
import { deliver } from '../../support/events/deliveries';
import { START } from '../../../dev/stack/single-node-workflow';

task('Be told when the balance is low', { balance: '120.00' }, async ({ operator, seat }) => {
	await operator.addFirst('balance', 'Add to workflow', 'Partner Settlement Balance Trigger');
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

const EVENT = 'card_issue.status_changed';

task('Receive events', {}, async ({ operator, seat, partner, nextPart }) => {
	await operator.addFirst('event', 'On card issue finished');
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
	// n8n publishes in the background, and sets the callback URL last.
	await waitUntil('the callback URL', () => seat.sandbox.state.callbackUrl(partner.partnerId));
	const eventId = seat.sandbox.sendEvent(partner.partnerId, EVENT, data);
	const { url, body, signature } = await waitUntil('the delivery', () =>
		seat.sandbox.state.deliveries.find((it) => it.eventId === eventId && it.status === 200),
	);
	await waitUntil('its run', async () => ((await runs()) > tries ? true : undefined));
	const headers = { 'content-type': 'application/json', 'x-svc-signature': signature };
	expect(await deliver(url, { eventId, body, headers })).toBe(200);
	expect(await runs()).toBe(tries + 1);

	await nextPart('… and see what was refused');
	const forged = { ...headers, 'x-svc-signature': 'sha256=00' };
	expect(await deliver(url, { eventId: 'evt-forged', body, headers: forged })).toBe(401);
	await operator.addBehind('Partner Settlement Trigger', 'webhook', 'Get the status of deliveries');
	await operator.execute();
	await operator.seesOutput('refused');
	expect(await operator.output()).toMatch(/duplicates[\s\S]*1/);
});

task('Reconcile two days', { items: [{}] }, async ({ operator, seat, partner, nextPart }) => {
	seat.sandbox.setBalance(partner.partnerId, '1075.00');
	await operator.addBehind(START, 'reconcile', 'Get many ledger lines for reconciliation');
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

	await nextPart('… and sort them by amount');
	await operator.pickDay('To', 'today');
	await operator.addOption('Add Option', 'Amounts as Numbers');
	await operator.turnOn('Amounts as Numbers');
	await operator.execute();
	await operator.seesOutput('2 items');
	const copied = JSON.parse(await operator.copyOutput()) as { amount: unknown }[];
	expect(copied.map(({ amount }) => amount)).toEqual([1000, 75]);
});
