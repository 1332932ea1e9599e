// The trigger in a real n8n: what becomes of deliveries, selection, the items of its runs, and the way from no Webhook Secret
// to the first event.
import { randomUUID } from 'node:crypto';
import { credentialData } from '../../dev/stack/credential';
import type { StoredWorkflow } from '../../dev/stack/n8n-api-schemas';
import { NODE, START, startNode } from '../../dev/stack/single-node-workflow';
import { waitUntil } from '../../dev/stack/wait-until';
import { deliver, signedEvent } from '../support/events/deliveries';
import { triggerUrl } from '../support/n8n/context';
import { ACTION_NODE, runNode, TRIGGER_NODE } from '../support/n8n/harness';
import { startOwnSandbox, useOwnSandbox } from '../support/n8n/own-sandbox';
import { nodeOf, to, workflowOf } from '../support/n8n/workflows';

const workflows: StoredWorkflow[] = [];

afterAll(async () => {
	for (const { id } of workflows) await own.api.deleteWorkflow(id);
});

const own = useOwnSandbox();

const triggerOf = (webhookId: string, parameters = {}, credential = own.credential) =>
	nodeOf('Trigger', TRIGGER_NODE, 1.1, parameters, credential, { webhookId });

/** A live workflow of the trigger, and of Webhook: Get Status for a manual run. */
async function listen(parameters = {}, credential = own.credential) {
	const webhookId = randomUUID();
	const get = { resource: 'webhook', operation: 'status' };
	const status = nodeOf(NODE, ACTION_NODE, 1, get, credential);
	const nodes = [triggerOf(webhookId, parameters, credential), startNode(), status];
	const workflow = await own.api.importWorkflow(workflowOf(nodes, { [START]: to(NODE) }));
	workflows.push(workflow);
	await own.api.activate(workflow);
	return { url: triggerUrl(webhookId), workflowId: workflow.id };
}

const signed = (change = {}, secret = own.partner.webhookSecret) => signedEvent(secret, change);

const unsigned = () => ({ ...signed(), headers: { 'content-type': 'application/json' } });

/** Runs are stored before they are acknowledged, so one look is enough. */
async function expectRuns(workflowId: string, count: number): Promise<void> {
	expect(await own.api.listExecutions(workflowId)).toHaveLength(count);
}

test('Webhook: Get Status says what became of the deliveries of its workflow', async () => {
	const { url, workflowId } = await listen();
	const event = signed();
	for (const times of [1, 2]) {
		expect({ times, status: await deliver(url, event) }).toEqual({ times, status: 200 });
	}
	expect(await deliver(url, signed({}, 'another secret'))).toBe(401);
	expect(await deliver(url, unsigned())).toBe(401);
	const execution = await own.api.finishedExecution(await own.api.run(workflowId, START));
	const [item] = execution.data.resultData.runData[NODE]?.at(-1)?.data?.main[0] ?? [];
	expect(item?.json).toEqual({
		since: expect.any(String),
		accepted: 1,
		duplicates: 1,
		refused: { 'no match': 1, 'no header': 1 },
		last_refused: { at: expect.any(String), reason: 'no header' },
	});
	expect(Date.parse(String(item?.json.since))).toBeLessThan(Date.now());
});

test('a signed event starts a run with the event as its item', async () => {
	const { url, workflowId } = await listen();
	const data = { ext_id: 'a', status: 'completed', nested: { pan: '4242' } };
	const { eventId, body, headers } = signed({ data });
	const answer = await fetch(url, { method: 'POST', body, headers });
	expect(answer.status).toBe(200);
	expect(await answer.json()).toEqual({ received: true, event_id: eventId });
	const [run] = await waitUntil('the run', async () => {
		const runs = await own.api.listExecutions(workflowId);
		return runs[0]?.status === 'success' ? runs : undefined;
	});
	const execution = await own.api.getExecution(run?.id ?? '');
	const [item] = execution.data.resultData.runData.Trigger?.[0]?.data?.main[0] ?? [];
	expect(item?.json).toMatchObject({
		event_id: eventId,
		event: 'card_issue.status_changed',
		data: { ext_id: 'a', status: 'completed', nested: {} },
		removed_secrets: ['pan'],
	});
});

test('a form, which n8n reads itself, gets 401 and no run', async () => {
	const { url, workflowId } = await listen();
	const form = new FormData();
	form.set('event', 'withdrawal.status_changed');
	const { status } = await fetch(url, { method: 'POST', body: form });
	expect(status).toBe(401);
	await expectRuns(workflowId, 0);
});

test('if the credential has become unusable, deliveries are postponed and start no run', async () => {
	const credential = await own.credentialWith({});
	const { url, workflowId } = await listen({}, credential);
	await own.api.deleteCredential(credential.id);
	for (const event of [signed(), unsigned()]) expect(await deliver(url, event)).toBe(503);
	await expectRuns(workflowId, 0);
});

test('a list from an expression selects as its text does', async () => {
	const { url, workflowId } = await listen({
		events: '={{ "withdrawal.status_changed, card_issue.status_changed" }}',
		options: { statuses: '={{ ["completed"] }}' },
	});
	expect(await deliver(url, signed({ data: { status: 'failed' } }))).toBe(200);
	await expectRuns(workflowId, 0);
	expect(await deliver(url, signed())).toBe(200);
	await expectRuns(workflowId, 1);
});

test('an operator without a Webhook Secret gets one as the README says, and the first event starts a run', async () => {
	const fresh = await startOwnSandbox();
	const { api } = own;
	const credential = await fresh.credentialWith({ webhookSecret: '' });
	const runWebhook = async (operation: string, parameters = {}) =>
		await runNode({ parameters: { resource: 'webhook', operation, ...parameters }, credential });
	const webhookId = randomUUID();
	const workflow = await api.importWorkflow(workflowOf([triggerOf(webhookId, {}, credential)]));
	await expect(api.activate(workflow)).rejects.toThrow('The credential has no Webhook Secret');
	const early = await runWebhook('rotateSecret', { revealSecrets: true });
	expect(early.error?.message).toBe('Webhook: Rotate Secret: refused (callback_url required)');

	const callbackUrl = triggerUrl(webhookId);
	const replaced = await runWebhook('setUrl', { callbackUrl, confirmReplace: true });
	expect(replaced.error).toBeUndefined();
	const { items } = await runWebhook('rotateSecret', { revealSecrets: true });
	const webhookSecret = String(items[0]?.json.hmac_secret);
	const filledIn = { ...credentialData(fresh.sandbox, fresh.partner), webhookSecret };
	await api.updateCredential(credential.id, { ...credential, data: filledIn });
	await api.activate(workflow);

	const data = { ext_id: 'first', status: 'completed', document_status: 'done' };
	fresh.sandbox.sendEvent(fresh.partner.partnerId, 'card_issue.status_changed', data);
	await waitUntil('the run of the first event', async () =>
		(await api.countExecutions(workflow.id, 'success')) > 0 ? true : undefined,
	);
	await api.deleteWorkflow(workflow.id);
	await fresh.sandbox.close();
});
