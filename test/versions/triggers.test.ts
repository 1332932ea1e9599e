// Both triggers in older versions of n8n: duplicates, restarts, refusals, the alert of a low balance.
import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { type PartnerCredentials, type Sandbox, startSandbox } from '../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../dev/stack/credential';
import { waitUntil } from '../../dev/stack/wait-until';
import { deliver, Ledger, signedEvent } from '../support/events/deliveries';
import { OwnN8n } from '../support/n8n/own-n8n';
import { isIdle, listen, webhookCredential } from '../support/events/trigger-workflow';
import { readContext } from '../support/n8n/context';
import { BALANCE_TRIGGER_NODE } from '../support/n8n/harness';

const SECRET = randomUUID();
/** n8n refuses an interval of less than a minute, but takes one of a minute for each second. */
const EVERY_SECOND = {
	item: Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${String(second)} * * * * *`,
	})),
};

let n8n: OwnN8n;
let ledger: Ledger;
let sandbox: Sandbox;
let partner: PartnerCredentials;

beforeAll(async () => {
	ledger = await Ledger.start();
	sandbox = await startSandbox();
	partner = await sandbox.createPartner();
	n8n = await OwnN8n.start(readContext().tarball);
});

afterAll(async () => {
	await n8n.stop();
	await sandbox.close();
	await ledger.stop();
});

test('20 events, five concurrent duplicates each, before and after a restart: each is applied once', async () => {
	const credential = await webhookCredential(n8n.api, SECRET);
	const { workflowId, webhookPath } = await listen(n8n.api, credential, ledger.url);
	const events = Array.from({ length: 20 }, () => signedEvent(SECRET));
	const duplicates = events.flatMap((event) => Array.from({ length: 5 }, () => event));
	const deliverAll = async (): Promise<void> => {
		const url = n8n.url(webhookPath);
		const statuses = await pMap(duplicates, (event) => deliver(url, event), { concurrency: 20 });
		expect(new Set(statuses)).toEqual(new Set([200]));
		await waitUntil('the executions to end', () => isIdle(n8n.api, workflowId));
	};

	await deliverAll();
	await n8n.kill();
	await n8n.startAgain();
	await deliverAll();

	// After the restart each event starts one more run, which ends at the trigger.
	expect(await n8n.api.countExecutions(workflowId, 'success')).toBe(40);
	expect(new Set(events.map(({ eventId }) => ledger.timesApplied(eventId)))).toEqual(new Set([1]));
	await n8n.api.deleteWorkflow(workflowId);
});

test('an unsigned delivery is refused and starts nothing', async () => {
	const credential = await webhookCredential(n8n.api, SECRET);
	const { workflowId, webhookPath } = await listen(n8n.api, credential, ledger.url);
	const url = n8n.url(webhookPath);
	expect(await deliver(url, signedEvent('another secret'))).toBe(401);
	expect(await n8n.api.countExecutions(workflowId)).toBe(0);
	await n8n.api.deleteWorkflow(workflowId);
});

test('the balance trigger fires once when the balance falls below the threshold', async () => {
	sandbox.setBalance(partner.partnerId, '40');
	const credential = await n8n.api.createCredential({
		name: 'Balance',
		type: CREDENTIAL_TYPE,
		data: credentialData(sandbox, partner),
	});
	const workflow = await n8n.api.importWorkflow({
		name: 'balance',
		settings: {},
		connections: {},
		nodes: [
			{
				id: randomUUID(),
				name: 'Balance',
				type: BALANCE_TRIGGER_NODE,
				typeVersion: 1,
				position: [0, 0],
				parameters: { pollTimes: EVERY_SECOND, threshold: '50' },
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			},
		],
	});
	await n8n.api.activate(workflow);
	const polls = (): number => sandbox.stats().requests['GET /gw/partner/balance'] ?? 0;
	await waitUntil('the alert and two more polls', async () => {
		const isTold = (await n8n.api.countExecutions(workflow.id, 'success')) > 0;
		return isTold && polls() > 3 ? true : undefined;
	});
	expect(await n8n.api.countExecutions(workflow.id)).toBe(1);
	await n8n.api.deleteWorkflow(workflow.id);
});
