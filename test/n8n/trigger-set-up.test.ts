// The way from no Webhook Secret to the first event, as the README describes it.
import { randomUUID } from 'node:crypto';
import { credentialData } from '../../dev/stack/credential';
import { waitUntil } from '../../dev/stack/wait-until';
import { readContext } from '../support/n8n/context';
import { runNode, sharedN8n } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';
import { triggerWorkflow } from './support/trigger-delivery';

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox();
});

afterAll(async () => {
	await own.sandbox.close();
});

test('who has no Webhook Secret yet gets one as the README says, and the first event starts a run', async () => {
	const api = await sharedN8n();
	const credential = await own.credentialWith({ webhookSecret: '' });
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
	const filledIn = { ...credentialData(own.sandbox, own.partner), webhookSecret };
	await api.updateCredential(credential.id, { ...credential, data: filledIn });
	await api.activate(workflow);

	const data = { ext_id: 'first', status: 'completed', document_status: 'done' };
	own.sandbox.sendEvent(own.partner.partnerId, 'card_issue.status_changed', data);
	await waitUntil('the run of the first event', async () =>
		(await api.countExecutions(workflow.id, 'success')) > 0 ? true : undefined,
	);
	await api.deleteWorkflow(workflow.id);
});
