// The trigger in queue mode, with two processes for deliveries and two workers: duplicates, Redis lost, a worker killed.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import pMap from 'p-map';
import type { StoredCredential } from '../../dev/stack/n8n-api-schemas';
import { waitUntil } from '../../dev/stack/wait-until';
import {
	deliver,
	deliverUntilAccepted,
	Ledger,
	signedEvent,
	type SignedEvent,
	successfulRuns,
} from '../support/events/deliveries';
import { Flood, newEvents } from '../support/events/flood';
import { TRON } from '../support/addresses';
import { runNodeIn } from '../support/n8n/harness';
import { payOut, startPayouts } from '../support/n8n/payouts';
import { Relay } from '../support/relay';
import { used } from '../support/used';
import {
	type Listening,
	listen,
	settled,
	webhookCredential,
	webhookCredentialData,
} from '../support/events/trigger-workflow';
import { type Cluster, startCluster } from './support/n8n-cluster';
import { redisUrl } from '../../dev/stack/services.cjs';

const SECRET = randomUUID();
const SENDERS = 24;
const EVENTS = 60;

const ledger = used(
	() => Ledger.start(),
	(one) => one.stop(),
);
const workflowIds: string[] = [];
const cluster: Cluster = used(startCluster, (one) => one.stop(...workflowIds));

async function newWorkflow(
	deduplicationRedisUrl = redisUrl,
	options = {},
): Promise<Listening & { credential: StoredCredential }> {
	const { api } = cluster;
	const credential = await webhookCredential(api, SECRET, deduplicationRedisUrl);
	const listening = await listen(api, credential, ledger.url, { options });
	workflowIds.push(listening.workflowId);
	return { ...listening, credential };
}

function urlsOf({ webhookPath }: Listening): [string, string] {
	const [one, other] = cluster.webhooks;
	return [one.webhookUrl(webhookPath), other.webhookUrl(webhookPath)];
}

/** How many events Redis knows to be claimed, and to be applied, for nodes of this workflow. */
async function knownEvents(workflowId: string): Promise<{ claim: number; applied: number }> {
	const redis = new Redis(redisUrl);
	const keysOf = async (state: string) =>
		(await redis.keys(`partner-settlement:*${workflowId}*:${state}:*`)).length;
	try {
		return { claim: await keysOf('claim'), applied: await keysOf('applied') };
	} finally {
		redis.disconnect();
	}
}

async function settle(workflowId: string): Promise<void> {
	await settled(cluster.api, workflowId, ['new', 'running', 'waiting']);
}

test(`${EVENTS} events, 3 duplicates each over two webhook processes: as many runs`, async () => {
	const listening = await newWorkflow();
	const [one, other] = urlsOf(listening);
	// A process that gets no CPU for seconds answers 503, and the service delivers again (section 6.1, rule 1).
	const { events, done } = new Flood(newEvents(SECRET, EVENTS), [one, other, one], SENDERS);
	await done;
	await settle(listening.workflowId);
	expect(await cluster.api.countExecutions(listening.workflowId)).toBe(EVENTS);
	expect(await failures(listening.workflowId)).toEqual([]);
	expect(await cluster.api.countExecutions(listening.workflowId, 'success')).toBe(EVENTS);
	expect(new Set(events.map(({ eventId }) => ledger.timesApplied(eventId)))).toEqual(new Set([1]));
	// Webhook processes and workers speak of the node by one name.
	const expected = { claim: EVENTS, applied: EVENTS };
	expect(await knownEvents(listening.workflowId)).toEqual(expected);
});

/** The executions that did not end well, which an operator sees and can retry. */
async function failedExecutions(workflowId: string): Promise<string[]> {
	const rows = await Promise.all(
		['crashed', 'error'].map((status) => cluster.api.listExecutions(workflowId, 100, status)),
	);
	return rows.flat().map(({ id }) => id);
}

/** Why executions did not end well. */
async function failures(workflowId: string): Promise<(string | undefined)[]> {
	const ids = await failedExecutions(workflowId);
	const executions = await Promise.all(ids.map((id) => cluster.api.getExecution(id)));
	return executions.map(({ data }) => data.resultData.error?.message);
}

/** Retries what failed, as an operator does; returns how many of the retries failed as well. */
async function retryFailed(workflowId: string): Promise<number> {
	let failures = 0;
	for (const id of await failedExecutions(workflowId)) {
		const { status } = await cluster.api.finishedExecution(await cluster.api.retryExecution(id));
		if (status !== 'success') failures += 1;
	}
	return failures;
}

/** For each event, by how many successful runs it was applied. */
async function runsOf(events: SignedEvent[]): Promise<number[]> {
	return pMap(events, ({ eventId }) => successfulRuns(cluster.api, ledger, eventId), {
		concurrency: 4,
	});
}

test('Redis lost in the middle: deliveries are put off, none is lost, none applied twice', async () => {
	const relay = await Relay.to(redisUrl);
	try {
		const listening = await newWorkflow(relay.by(redisUrl));
		const flood = new Flood(newEvents(SECRET, EVENTS), urlsOf(listening), SENDERS);
		await flood.reaches(1 / 3);
		await relay.shut();
		const putOff = flood.answers.get(503) ?? 0;
		await waitUntil('deliveries to be put off', () =>
			(flood.answers.get(503) ?? 0) > putOff + SENDERS ? true : undefined,
		);
		const fresh = signedEvent(SECRET);
		for (const url of urlsOf(listening)) expect(await deliver(url, fresh)).toBe(503);
		await relay.open();
		await flood.done;
		await settle(listening.workflowId);

		expect([...flood.answers.keys()].sort()).toEqual([200, 503]);
		expect(ledger.timesApplied(fresh.eventId)).toBe(0);
		expect(await retryFailed(listening.workflowId)).toBe(0);
		const times = flood.events.map(({ eventId }) => ledger.timesApplied(eventId));
		expect(new Set(times)).toEqual(new Set([1]));
		expect(new Set(await runsOf(flood.events))).toEqual(new Set([1]));
	} finally {
		await relay.shut();
	}
});

test('without Redis URL a trigger does not go live, and one that is live accepts nothing', async () => {
	await expect(newWorkflow('')).rejects.toThrow(/queue mode.*no Redis URL/);

	const listening = await newWorkflow();
	const { id } = listening.credential;
	await cluster.api.updateCredential(id, webhookCredentialData(SECRET, ''));
	const event = signedEvent(SECRET);
	for (const url of urlsOf(listening)) expect(await deliver(url, event)).toBe(503);
	await cluster.api.updateCredential(id, webhookCredentialData(SECRET, redisUrl));
	const [one] = urlsOf(listening);
	await deliverUntilAccepted(one, event);
	await settle(listening.workflowId);
	expect(ledger.timesApplied(event.eventId)).toBe(1);
});

test('200 orders over two workers, of which a budget has room for 37: 37 are paid', async () => {
	const { api } = cluster;
	const limits = { maximumPerDay: '74', deduplicationRedisUrl: redisUrl };
	const { sandbox, workflowId, webhookPath } = await startPayouts(api, limits);
	workflowIds.push(workflowId);
	try {
		const [one, other] = cluster.webhooks.map((process) => process.webhookUrl(webhookPath));
		await pMap(
			Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other) ?? ''),
			async (url) => await payOut(url, 10),
			{ concurrency: 20 },
		);
		await settle(workflowId);
		expect(await api.countExecutions(workflowId, 'success')).toBe(20);
		expect(sandbox.state.orders).toHaveLength(37);
	} finally {
		await sandbox.close();
	}
});

/** Waits until a worker has begun an execution. */
async function onWorker(executionId = 'none'): Promise<void> {
	const begun = `Worker started execution ${executionId} `;
	const hasBegun = () => cluster.workers.some(({ log }) => log.includes(begun)) || undefined;
	await waitUntil(begun, hasBegun);
}

test('manual runs on a worker: a test event is verified and runs, and an order is counted', async () => {
	const { api } = cluster;
	const { webhookPath, workflowId } = await newWorkflow();
	await api.listenForTest(workflowId, 'Trigger');
	const testUrl = `${cluster.webhooks[0].url}/webhook-test/${webhookPath}`;
	const event = signedEvent(SECRET);
	expect(await deliver(testUrl, { ...event, body: `${event.body} ` })).toBe(401);
	expect(await deliver(testUrl, event)).toBe(200);
	await settle(workflowId);
	const [run] = await api.listExecutions(workflowId, 1, 'success');
	await onWorker(run?.id);
	expect(ledger.timesApplied(event.eventId)).toBe(1);

	// It has room for one order with its fee.
	const limits = { maximumPerDay: '3', deduplicationRedisUrl: redisUrl };
	const { sandbox, credential, workflowId: unused } = await startPayouts(api, limits);
	workflowIds.push(unused);
	try {
		const order = { resource: 'withdrawal', operation: 'create', amount: '1', toAddress: TRON };
		const pay = async () =>
			await runNodeIn(api, { parameters: order, credential, meanwhile: onWorker });
		expect((await pay()).items).toHaveLength(1);
		expect((await pay()).error?.message).toMatch('Maximum per 24 Hours');
		expect(sandbox.state.orders).toHaveLength(1);
	} finally {
		await sandbox.close();
	}
});

test('a worker killed in the middle: none lost, and none applied by two successful runs', async () => {
	const listening = await newWorkflow();
	const { workflowId } = listening;
	const flood = new Flood(newEvents(SECRET, EVENTS), urlsOf(listening), SENDERS);
	const [victim] = cluster.workers;
	await flood.reaches(1 / 2);
	const held = ledger.hold();
	await waitUntil(
		'the worker to be in the middle of a run',
		() =>
			[...held.keys()].some((id) => victim.log.includes(`Worker started execution ${id} `)) ||
			undefined,
	);
	await victim.kill('SIGKILL');
	ledger.release();
	await flood.done;
	await settle(workflowId);

	const { api } = cluster;
	// One execution for each event, and each ended well or is there to be seen and retried.
	expect(await api.countExecutions(workflowId)).toBe(flood.events.length);
	const succeeded = await api.countExecutions(workflowId, 'success');
	const failed = await failedExecutions(workflowId);
	expect(failed).not.toEqual([]);
	expect(succeeded + failed.length).toBe(flood.events.length);

	// n8n throws away the work of a killed worker's executions, so a retry can only fail, visibly.
	const hopeless = await retryFailed(workflowId);
	const runs = await runsOf(flood.events);
	expect(runs.filter((count) => count > 1)).toEqual([]);
	expect(runs.filter((count) => count === 0)).toHaveLength(hopeless);
});
