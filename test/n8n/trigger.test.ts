// The trigger in a real n8n: signatures, selection, the items of its runs, and the way from no Webhook Secret to the first event.
import { createHmac, randomUUID } from 'node:crypto';
import type { StoredCredential, StoredWorkflow } from '../../dev/stack/n8n-api-schemas';
import { waitUntil } from '../../dev/stack/wait-until';
import { readContext } from '../support/n8n/context';
import { ACTION_NODE, runNode, sharedN8n } from '../support/n8n/harness';
import { NODE, singleNodeWorkflow, START } from '../../dev/stack/single-node-workflow';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';
import { deliver, eventBody, triggerWorkflow } from './support/trigger-delivery';
import { credentialData } from '../../dev/stack/credential';

let own: OwnSandbox;
const workflows: StoredWorkflow[] = [];

beforeAll(async () => {
	own = await startOwnSandbox();
});

afterAll(async () => {
	await own.sandbox.close();
	const api = await sharedN8n();
	for (const { id } of workflows) await api.deleteWorkflow(id);
});

interface Listening {
	url: string;
	workflowId: string;
}

/** A live workflow of the trigger and nothing else. */
async function listen(
	parameters: Record<string, unknown> = {},
	credential: StoredCredential = own.credential,
): Promise<Listening> {
	const api = await sharedN8n();
	const webhookId = randomUUID();
	const workflow = await api.importWorkflow(triggerWorkflow(webhookId, credential, parameters));
	workflows.push(workflow);
	await api.activate(workflow);
	return {
		url: `${readContext().n8n.url}/webhook/${webhookId}/partner-settlement`,
		workflowId: workflow.id,
	};
}

function sign(body: string, secret = own.partner.webhookSecret): string {
	return createHmac('sha256', secret).update(body).digest('hex');
}

async function executions(workflowId: string) {
	return (await sharedN8n()).listExecutions(workflowId);
}

/** Runs are stored before they are acknowledged, so one look is enough. */
async function expectRuns(workflowId: string, count: number): Promise<void> {
	expect(await executions(workflowId)).toHaveLength(count);
}

test('Webhook: Get Status says what became of the deliveries of its workflow', async () => {
	const api = await sharedN8n();
	const { credential } = own;
	const webhookId = randomUUID();
	const trigger = triggerWorkflow(webhookId, credential, {});
	const status = singleNodeWorkflow('status', {
		type: ACTION_NODE,
		parameters: { resource: 'webhook', operation: 'status' },
		credential,
	});
	const nodes = [...trigger.nodes, ...status.nodes];
	const workflow = await api.importWorkflow({ ...status, nodes });
	workflows.push(workflow);
	await api.activate(workflow);
	const url = `${readContext().n8n.url}/webhook/${webhookId}/partner-settlement`;
	const body = eventBody();
	for (const times of [1, 2]) {
		expect({ times, ...(await deliver(url, body, sign(body))) }).toMatchObject({ status: 200 });
	}
	await deliver(url, body, sign(body, 'another secret'));
	await deliver(url, body);
	const execution = await api.finishedExecution(await api.run(workflow.id, START));
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
	const body = eventBody({ data: { ext_id: 'a', status: 'completed', nested: { pan: '4242' } } });

	const answer = await deliver(url, body, sign(body));

	const { event_id: eventId } = JSON.parse(body) as { event_id: string };
	expect(answer).toEqual({ status: 200, body: { received: true, event_id: eventId } });
	const [run] = await waitUntil('the run', async () => {
		const runs = await executions(workflowId);
		return runs[0]?.status === 'success' ? runs : undefined;
	});
	const execution = await (await sharedN8n()).getExecution(run?.id ?? '');
	const [item] = execution.data.resultData.runData.Trigger?.[0]?.data?.main[0] ?? [];
	expect(item?.json).toMatchObject({
		event_id: eventId,
		event: 'card_issue.status_changed',
		data: { ext_id: 'a', status: 'completed', nested: {} },
		removed_secrets: ['pan'],
	});
});

test('whatever is not signed with the secret gets 401 and no run', async () => {
	const { url, workflowId } = await listen();
	const body = eventBody();
	const deliveries = [
		await deliver(url, body),
		await deliver(url, body, ''),
		await deliver(url, body, 'not hex'),
		await deliver(url, body, sign(body, 'another secret')),
		await deliver(url, `${body} `, sign(body)),
		await deliver(url, body.replace('completed', 'failed'), sign(body)),
	];
	expect(deliveries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
	await expectRuns(workflowId, 0);
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
	await (await sharedN8n()).deleteCredential(credential.id);
	const body = eventBody();
	expect(await deliver(url, body, sign(body))).toMatchObject({ status: 503 });
	expect(await deliver(url, body)).toMatchObject({ status: 503 });
	await expectRuns(workflowId, 0);
});

test('a list from an expression selects as its text does', async () => {
	const { url, workflowId } = await listen({
		events: '={{ "withdrawal.status_changed, card_issue.status_changed" }}',
		options: { statuses: '={{ ["completed"] }}' },
	});
	const [failed, completed] = [eventBody({ data: { status: 'failed' } }), eventBody()];
	expect(await deliver(url, failed, sign(failed))).toMatchObject({ status: 200 });
	await expectRuns(workflowId, 0);
	expect(await deliver(url, completed, sign(completed))).toMatchObject({ status: 200 });
	await expectRuns(workflowId, 1);
});

test('an operator without a Webhook Secret gets one as the README says, and the first event starts a run', async () => {
	const fresh = await startOwnSandbox();
	const api = await sharedN8n();
	const credential = await fresh.credentialWith({ webhookSecret: '' });
	const runWebhook = async (operation: string, parameters = {}) =>
		await runNode({ parameters: { resource: 'webhook', operation, ...parameters }, credential });
	const webhookId = randomUUID();
	const workflow = await api.importWorkflow(triggerWorkflow(webhookId, credential, {}));
	await expect(api.activate(workflow)).rejects.toThrow('The credential has no Webhook Secret');
	const early = await runWebhook('rotateSecret', { revealSecrets: true });
	expect(early.error?.message).toBe('Webhook: Rotate Secret: refused (callback_url required)');

	const callbackUrl = `${readContext().n8n.url}/webhook/${webhookId}/partner-settlement`;
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
