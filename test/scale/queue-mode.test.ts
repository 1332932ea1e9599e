import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { waitUntil } from '../../stack/wait-until';
import { Ledger } from '../faults/ledger';
import { deliver, deliverUntilAccepted } from '../faults/sender';
import { type SignedEvent, signedEvent } from '../faults/signed-event';
import { isIdle, type Listening, listen, webhookCredential } from '../faults/trigger-workflow';
import { type Cluster, startCluster } from './n8n-cluster';
import { redisUrl } from './services.cjs';

const SECRET = randomUUID();
const SENDERS = 24;

let ledger: Ledger;
let cluster: Cluster;
const workflowIds: string[] = [];

beforeAll(async () => {
	ledger = await Ledger.start();
	cluster = await startCluster();
});

afterAll(async () => {
	await cluster.stop(...workflowIds);
	await ledger.stop();
});

async function newWorkflow(): Promise<Listening> {
	const { api } = cluster;
	const listening = await listen(api, await webhookCredential(api, SECRET, redisUrl), ledger.url);
	workflowIds.push(listening.workflowId);
	return listening;
}

function urlsOf({ webhookPath }: Listening): [string, string] {
	const [one, other] = cluster.webhooks;
	return [one.webhookUrl(webhookPath), other.webhookUrl(webhookPath)];
}

function newEvents(count: number): SignedEvent[] {
	return Array.from({ length: count }, () => signedEvent(SECRET));
}

async function settle(workflowId: string): Promise<void> {
	const ended = () => isIdle(cluster.api, workflowId, ['new', 'running', 'waiting']);
	await waitUntil('the executions to end', ended, {
		timeoutMs: 200_000,
		everyMs: 500,
	});
}

test('1,000 events, 3 duplicates each over two webhook processes: 1,000 runs', async () => {
	const listening = await newWorkflow();
	const [one, other] = urlsOf(listening);
	const events = newEvents(1_000);
	const deliveries = events.flatMap((event) => [one, other, one].map((url) => ({ url, event })));
	const statuses = await pMap(deliveries, ({ url, event }) => deliver(url, event), {
		concurrency: SENDERS,
	});
	expect(new Set(statuses)).toEqual(new Set([200]));
	await settle(listening.workflowId);
	expect(await cluster.api.countExecutions(listening.workflowId)).toBe(1_000);
	expect(await cluster.api.countExecutions(listening.workflowId, 'success')).toBe(1_000);
	expect(new Set(events.map(({ eventId }) => ledger.timesApplied(eventId)))).toEqual(new Set([1]));
});

test('a worker killed in the middle: no event lost, none with two successful runs', async () => {
	const listening = await newWorkflow();
	const [one, other] = urlsOf(listening);
	const events = newEvents(300);
	const [victim] = cluster.workers;
	let accepted = 0;
	const flood = pMap(
		events,
		async (event) => {
			await Promise.all([one, other].map((url) => deliverUntilAccepted(url, event)));
			accepted += 1;
		},
		{ concurrency: SENDERS },
	);
	await waitUntil('half of the flood', () => (accepted >= events.length / 2 ? true : undefined));
	await victim.kill('SIGKILL');
	await flood;
	await settle(listening.workflowId);

	const { api } = cluster;
	const { workflowId } = listening;
	// One execution for each event, and each ended well or is there to be seen and retried.
	expect(await api.countExecutions(workflowId)).toBe(events.length);
	const failed = [
		...(await api.listExecutions(workflowId, 100, 'crashed')),
		...(await api.listExecutions(workflowId, 100, 'error')),
	];
	const succeeded = await api.countExecutions(workflowId, 'success');
	expect(succeeded + failed.length).toBe(events.length);
	const unapplied = events.filter(({ eventId }) => ledger.timesApplied(eventId) === 0);
	expect(unapplied.length).toBeLessThanOrEqual(failed.length);
});
