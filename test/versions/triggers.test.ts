// Both triggers in older versions of n8n: duplicates, restarts, a refusal, the alert of a low balance.
import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { startSandbox } from '../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../dev/stack/credential';
import { waitUntil } from '../../dev/stack/wait-until';
import { deliver, Ledger, signedEvent } from '../support/events/deliveries';
import { newEvents } from '../support/events/flood';
import { OwnN8n } from '../support/n8n/own-n8n';
import { listen, settled, webhookCredential } from '../support/events/trigger-workflow';
import { readContext } from '../support/n8n/context';
import { BALANCE_TRIGGER_NODE } from '../support/n8n/harness';
import { EVERY_SECOND, nodeOf, workflowOf } from '../support/n8n/workflows';
import { used } from '../support/used';

const SECRET = randomUUID();
const ledger = used(
	() => Ledger.start(),
	(one) => one.stop(),
);
const n8n = used(
	() => OwnN8n.start(readContext().tarball),
	(one) => one.stop(),
);

test('20 events, five concurrent duplicates each, before and after a restart: each is applied once, a forged one never', async () => {
	const credential = await webhookCredential(n8n.api, SECRET);
	const { workflowId, webhookPath } = await listen(n8n.api, credential, ledger.url);
	const events = newEvents(SECRET, 20);
	const duplicates = events.flatMap((event) => Array.from({ length: 5 }, () => event));
	const deliverAll = async (): Promise<void> => {
		const url = n8n.url(webhookPath);
		const statuses = await pMap(duplicates, (event) => deliver(url, event), { concurrency: 20 });
		expect(new Set(statuses)).toEqual(new Set([200]));
		await settled(n8n.api, workflowId);
	};

	const forged = signedEvent('another secret');
	expect(await deliver(n8n.url(webhookPath), forged)).toBe(401);
	await deliverAll();
	await n8n.kill();
	await n8n.startAgain();
	await deliverAll();

	// After the restart each event starts one more run, which ends at the trigger.
	expect(await n8n.api.countExecutions(workflowId, 'success')).toBe(40);
	expect(new Set(events.map(({ eventId }) => ledger.timesApplied(eventId)))).toEqual(new Set([1]));
	await n8n.api.deleteWorkflow(workflowId);
});

test('the balance trigger fires once when the balance falls below the threshold', async () => {
	const sandbox = await startSandbox();
	const partner = await sandbox.createPartner();
	sandbox.setBalance(partner.partnerId, '40');
	const data = credentialData(sandbox, partner);
	const fields = { name: 'Balance', type: CREDENTIAL_TYPE, data };
	const credential = await n8n.api.createCredential(fields);
	const parameters = { pollTimes: EVERY_SECOND, threshold: '50' };
	const balance = nodeOf('Balance', BALANCE_TRIGGER_NODE, 1, parameters, credential);
	const workflow = await n8n.api.importWorkflow(workflowOf([balance]));
	const { id } = workflow;
	await n8n.api.activate(workflow);
	const polls = (): number => sandbox.stats().requests['GET /gw/partner/balance'] ?? 0;
	await waitUntil('the alert and two more polls', async () => {
		const isTold = (await n8n.api.countExecutions(id, 'success')) > 0;
		return (isTold && polls() > 3) || undefined;
	});
	expect(await n8n.api.countExecutions(id)).toBe(1);
	await n8n.api.deleteWorkflow(id);
	await sandbox.close();
});
