/** The balance trigger in the real n8n, over restarts, kills and failed polls. */
import { randomUUID } from 'node:crypto';
import { type PartnerCredentials, type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import type { StoredWorkflow, Workflow } from '../../../dev/stack/n8n-api-schemas';
import { waitUntil } from '../../../dev/stack/wait-until';
import { Ledger } from '../../support/events/ledger';
import type { OwnN8n } from '../../support/n8n/own-n8n';
import { Relay } from '../support/relay';
import { BALANCE_TRIGGER_NODE } from '../../support/n8n/harness';
import { ownN8n } from '../support/n8n';

const READ = 'GET /gw/partner/balance';
const THRESHOLDS = { threshold: '50', options: { rearmAt: '100' } };
/** n8n refuses an interval of less than a minute, but takes one of a minute for each second. */
const EVERY_SECOND = {
	item: Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

let sandbox: Sandbox;
let partner: PartnerCredentials;
let relay: Relay;
let told: Ledger;
let n8n: OwnN8n;

beforeAll(async () => {
	sandbox = await startSandbox();
	partner = await sandbox.createPartner();
	relay = await Relay.to(sandbox.url);
	told = await Ledger.start();
	n8n = await ownN8n();
});

afterAll(async () => {
	await told.stop();
	await relay.shut();
	await sandbox.close();
});

/** The trigger, and behind it a request that tells the ledger which balance fired. */
async function alertWorkflow(parameters: Record<string, unknown>): Promise<StoredWorkflow> {
	const { apiUrl, baseUrl } = sandbox;
	const urls = { apiUrl: relay.by(apiUrl), baseUrl: relay.by(baseUrl) };
	const credential = await n8n.api.createCredential({
		name: 'By the relay',
		type: CREDENTIAL_TYPE,
		data: credentialData(urls, partner),
	});
	const workflow: Workflow = {
		name: `balance ${randomUUID()}`,
		settings: {},
		connections: { Balance: { main: [[{ node: 'Tell', type: 'main', index: 0 }]] } },
		nodes: [
			{
				id: randomUUID(),
				name: 'Balance',
				type: BALANCE_TRIGGER_NODE,
				typeVersion: 1,
				position: [0, 0],
				parameters: { pollTimes: EVERY_SECOND, ...parameters },
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			},
			{
				id: randomUUID(),
				name: 'Tell',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [220, 0],
				parameters: { url: `=${told.url}?event_id={{ $json.available_balance }}`, options: {} },
			},
		],
	};
	return await n8n.api.importWorkflow(workflow);
}

function reads(): number {
	return sandbox.stats().requests[READ] ?? 0;
}

/** Waits until a poll that began after this call is over: n8n has begun the one after it. */
async function polled(): Promise<void> {
	const before = reads();
	await waitUntil('two polls', () => (reads() >= before + 2 ? true : undefined));
}

async function balanceBecomes(balance: string): Promise<void> {
	sandbox.setBalance(partner.partnerId, balance);
	await polled();
}

async function isTold(balance: string): Promise<void> {
	await waitUntil(`the alert at ${balance}`, () =>
		told.timesApplied(balance) > 0 ? true : undefined,
	);
}

/** Waits until one more poll has failed, n8n has stored that, and the latest failed like this: one under way fails as before. */
async function pollFails(workflowId: string, message: RegExp): Promise<void> {
	const before = await n8n.api.countExecutions(workflowId, 'error');
	await waitUntil(`a poll that fails with ${message.source}`, async () => {
		const hasFailed = (await n8n.api.countExecutions(workflowId, 'error')) > before;
		return (hasFailed && message.test(await latestError(workflowId))) || undefined;
	});
}

async function latestError(workflowId: string): Promise<string> {
	const [row] = await n8n.api.listExecutions(workflowId, 1, 'error');
	const { data } = await n8n.api.getExecution(row?.id ?? '');
	const { message = '', description } = data.resultData.error ?? {};
	return `${message}. ${description ?? ''}`;
}

test('100, 40, 30, 60, 45, 120, 20 fires exactly twice, over restarts, kills and failed polls', async () => {
	sandbox.setBalance(partner.partnerId, '100');
	const workflow = await alertWorkflow(THRESHOLDS);
	const { id } = workflow;
	await n8n.api.activate(workflow);
	await polled();
	expect(await n8n.api.countExecutions(id)).toBe(0);

	await balanceBecomes('40');
	await isTold('40.00');
	await n8n.shutDown();
	await n8n.startAgain();
	await balanceBecomes('30');
	await balanceBecomes('60');

	// Failures in the middle, of each kind, and a kill and a start while the API is in trouble.
	sandbox.addFault({ match: { path: '/partner/balance', times: 0 }, fault: '503' });
	const unusable = /^Balance: Get: no usable response .* HTTP 503/;
	await pollFails(id, unusable);
	await n8n.kill();
	await n8n.startAgain();
	await pollFails(id, unusable);
	sandbox.clearFaults();
	sandbox.addFault({ match: { path: '/partner/balance', times: 0 }, fault: '401_once' });
	await pollFails(id, /The API refused the access token.* HTTP 401/);
	sandbox.clearFaults();
	await relay.shut();
	await pollFails(id, /No connection to the API could be made/);
	await relay.open();
	await balanceBecomes('45');

	// Armed again, killed before the next alert, and fallen while n8n is down.
	await balanceBecomes('120');
	await waitUntil('the run that saves that the watch is armed', async () =>
		(await n8n.api.countExecutions(id, 'success')) === 2 ? true : undefined,
	);
	await n8n.kill();
	sandbox.setBalance(partner.partnerId, '20');
	await n8n.startAgain();
	await isTold('20.00');
	await polled();

	const balances = ['100.00', '40.00', '30.00', '60.00', '45.00', '120.00', '20.00'];
	expect(balances.map((balance) => told.timesApplied(balance))).toEqual([0, 1, 0, 0, 0, 0, 1]);
	// The two, and the one without items that saved that the watch was armed again.
	await waitUntil('the runs to end', async () =>
		(await n8n.api.countExecutions(id, 'running')) === 0 ? true : undefined,
	);
	expect(await n8n.api.countExecutions(id, 'success')).toBe(3);
	await n8n.api.deleteWorkflow(id);
}, 400_000);

test('a balance that is below when the workflow goes live fires at once, and a test in the editor changes nothing', async () => {
	sandbox.setBalance(partner.partnerId, '33.333333333333333333');
	const workflow = await alertWorkflow(THRESHOLDS);
	const execution = await n8n.api.finishedExecution(await n8n.api.run(workflow.id, 'Balance'));
	const item = execution.data.resultData.runData.Balance?.[0]?.data?.main[0]?.[0]?.json;
	expect(item).toMatchObject({
		available_balance: '33.333333333333333333',
		threshold: '50',
		rearm_at: '100',
		is_below_threshold: true,
		below_by: '16.666666666666666667',
	});
	expect(execution.mode).toBe('manual');

	await n8n.api.activate(workflow);
	await waitUntil('the alert of the first poll', async () =>
		(await n8n.api.countExecutions(workflow.id, 'success')) === 2 ? true : undefined,
	);
	await polled();
	expect(told.timesApplied('33.333333333333333333')).toBe(2);
	await n8n.api.deleteWorkflow(workflow.id);
});

test('thresholds that cannot be right keep the workflow from going live, and say why', async () => {
	const workflow = await alertWorkflow({ threshold: '50', options: { rearmAt: '40' } });
	await expect(n8n.api.activate(workflow)).rejects.toThrow(
		'Rearm At (40) must not be less than Threshold (50). Leave Rearm At empty to use the threshold.',
	);
	await n8n.api.deleteWorkflow(workflow.id);
});
