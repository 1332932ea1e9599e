// The trigger in a real n8n that is killed: simultaneous duplicates, duplicates after a restart, a flood with a kill.
import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import type { ExecutionRow } from '../../../dev/stack/n8n-api-schemas';
import { waitUntil } from '../../../dev/stack/wait-until';
import { deliver, Ledger, type SignedEvent, successfulRuns } from '../../support/events/deliveries';
import { Flood, newEvents } from '../../support/events/flood';
import type { OwnN8n } from '../../support/n8n/own-n8n';
import {
	type Listening,
	listen,
	settled,
	webhookCredential,
} from '../../support/events/trigger-workflow';
import { afterDeath, overDeath } from '../support/n8n';

const SECRET = randomUUID();
const SENDERS = 40;
const EVENTS = 20;
/** `npm run test:soak` asks for more. */
const FLOODS = Number(process.env.FLOODS ?? 1);
/** The maximum number of further starts after a kill, in which n8n resumes what is left. */
const MOST_STARTS = 4;

let ledger: Ledger;
let n8n: OwnN8n;

overDeath({
	prepare: async (it) => {
		ledger = await Ledger.start();
		n8n = it;
	},
});

afterAll(async () => {
	await ledger.stop();
});

async function newWorkflow(): Promise<Listening> {
	return listen(n8n.api, await webhookCredential(n8n.api, SECRET), ledger.url);
}

/**
 * When n8n starts, it resumes the runs that a kill cut off, except a run of which its event log holds no node. It also
 * reads the log of the previous start, so such a run is listed as running until a later start.
 */
async function settleAfterKill(workflowId: string): Promise<void> {
	const listRunning = () => n8n.api.listExecutions(workflowId, 100, 'running');
	const beganBefore = ({ startedAt }: ExecutionRow) => Date.parse(startedAt ?? '') <= n8n.killedAt;
	const areOthersOver = async () => (await listRunning()).every(beganBefore) || undefined;
	await waitUntil('the executions to end', areOthersOver, { everyMs: 200 });
	for (let starts = 0; starts < MOST_STARTS && (await listRunning()).length > 0; starts += 1) {
		await n8n.shutDown();
		await n8n.startAgain();
	}
	await settled(n8n.api, workflowId);
}

describe('events that came once', () => {
	const events = newEvents(SECRET, EVENTS);
	const duplicates = events.flatMap((event) => Array.from({ length: 5 }, () => event));
	let first: Listening;
	let second: Listening;

	async function send({ webhookPath, workflowId }: Listening, some: typeof events): Promise<void> {
		const url = n8n.url(webhookPath);
		const unanswered: unknown[] = [];
		const send = (event: (typeof some)[number]) =>
			deliver(url, event, (why) => unanswered.push(why));
		const statuses = await pMap(some, send, { concurrency: SENDERS });
		expect(unanswered).toEqual([]);
		expect(new Set(statuses)).toEqual(new Set([200]));
		await settled(n8n.api, workflowId);
	}

	function timesApplied(): Set<number> {
		return new Set(events.map(({ eventId }) => ledger.timesApplied(eventId)));
	}

	overDeath({
		prepare: async () => {
			[first, second] = [await newWorkflow(), await newWorkflow()];
			await send(first, duplicates);
		},
	});

	beforeAll(afterDeath);

	test(`${EVENTS} events, 5 concurrent duplicates each: as many runs`, async () => {
		expect(await n8n.api.countExecutions(first.workflowId)).toBe(EVENTS);
		expect(await n8n.api.countExecutions(first.workflowId, 'success')).toBe(EVENTS);
		expect(timesApplied()).toEqual(new Set([1]));
	});

	test('after a restart a duplicate may start a run, once, which applies nothing', async () => {
		await send(first, duplicates);
		expect(await n8n.api.countExecutions(first.workflowId, 'success')).toBe(2 * EVENTS);
		expect(timesApplied()).toEqual(new Set([1]));
		await send(first, events);
		expect(await n8n.api.countExecutions(first.workflowId)).toBe(2 * EVENTS);
	});

	test('another workflow applies them for itself', async () => {
		await send(second, events);
		expect(await n8n.api.countExecutions(second.workflowId, 'success')).toBe(EVENTS);
		expect(timesApplied()).toEqual(new Set([2]));
	});
});

/**
 * Retries every execution that crashed, as an operator does. n8n lists no more than 100: of those that were retried, the
 * ones that had applied nothing are deleted, to make room for others.
 */
async function retryCrashed(workflowId: string): Promise<void> {
	const retried = new Set<string>();
	for (;;) {
		const crashed = await n8n.api.listExecutions(workflowId, 100, 'crashed');
		const ids = crashed.map(({ id }) => id).filter((id) => !retried.has(id));
		if (ids.length === 0) return;
		for (const id of ids) await n8n.api.retryExecution(id);
		for (const id of ids) retried.add(id);
		await n8n.api.deleteExecutions(ids.filter((id) => !ledger.wasReachedBy(id)));
	}
}

async function expectNoneLostOrTwice(events: SignedEvent[], workflowId: string): Promise<void> {
	await settleAfterKill(workflowId);
	const twice = events.filter(({ eventId }) => ledger.timesApplied(eventId) > 1);
	expect(twice).toEqual([]);
	const crashed = await n8n.api.countExecutions(workflowId, 'crashed');
	const unapplied = events.filter(({ eventId }) => ledger.timesApplied(eventId) === 0);
	expect(crashed).toBeGreaterThan(0);
	expect(unapplied.length).toBeLessThanOrEqual(crashed);

	// Runs that n8n could not finish can be retried, and do not count as duplicates of themselves.
	await retryCrashed(workflowId);
	expect(unapplied.map(({ eventId }) => ledger.timesApplied(eventId))).toEqual(
		unapplied.map(() => 1),
	);
	// If a run had applied its event before it was killed, only its retry ended well.
	const again = events.filter(({ eventId }) => ledger.timesApplied(eventId) > 1);
	for (const { eventId } of again) {
		expect(await successfulRuns(n8n.api, ledger, eventId)).toBe(1);
	}
}
/**
 * Each flood has its own kill. n8n's recovery may fail on runs that have just begun, and would then skip the runs of
 * other tests.
 */
test.each(Array.from({ length: FLOODS }, (_, index) => index + 1))(
	'a flood of 120 events, n8n killed in the middle: none lost, none applied twice (%i)',
	async () => {
		await afterDeath();
		const { workflowId, webhookPath } = await newWorkflow();
		const flood = new Flood(newEvents(SECRET, 120), [n8n.url(webhookPath)], SENDERS);
		await flood.reaches(1 / 2);
		const held = ledger.hold();
		await waitUntil('a run in progress', () => held.size > 0 || undefined);
		await n8n.kill();
		ledger.release();
		await n8n.startAgain();
		await flood.done;
		await expectNoneLostOrTwice(flood.events, workflowId);
	},
);
