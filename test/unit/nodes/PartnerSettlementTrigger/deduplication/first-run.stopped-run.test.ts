// A run that is stopped while it waits for its turn, or while Redis is away, does not take its event with it.
import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { itemsOfFirstRuns } from '../../../../../nodes/PartnerSettlementTrigger/deduplication/first-run';
import { RedisStore } from '../../../../../nodes/redis';
import { ProcessedEntries } from '../../../support/processed-entries';

const entries = new ProcessedEntries();

/** A run of an event, which n8n shows as canceled once the signal says so, and for which it offers no Retry. */
async function run(eventId: string, signal?: AbortSignal, inRedis = false) {
	const claim = { eventId, token: randomUUID(), inRedis };
	return await itemsOfFirstRuns({
		getExecuteData: () => ({ node: {} }),
		getNode: () => ({ id: 'node', name: 'T', type: 't' }),
		getWorkflow: () => ({ id: 'workflow' }),
		getInstanceId: () => 'instance',
		getExecutionCancelSignal: () => signal,
		getInputData: () => [{ json: { eventId }, claim }],
		getCredentials: () => Promise.resolve({ deduplicationRedisUrl: 'redis://127.0.0.1:1' }),
		helpers: entries.helpers(),
		logger: { info: () => undefined },
	} as unknown as IExecuteFunctions);
}

test('a run that was stopped while it waited for its turn does not take the event from a redelivery', async () => {
	const stop = new AbortController();
	const first = run('another event');
	const stopped = run('event', stop.signal).catch(() => []);
	stop.abort();
	await Promise.all([first, stopped]);
	// The service delivers it again (after a restart, or ten minutes): a new run.
	expect(await run('event')).toHaveLength(1);
});

test('a run that its Timeout ended while Redis was away does not mark its event as applied later', async () => {
	let isAway = true;
	let applied = 0;
	jest.spyOn(RedisStore.prototype, 'setOnce').mockImplementation((_, token) => {
		if (isAway) return Promise.reject(new Error('away'));
		applied += 1;
		return Promise.resolve(token);
	});
	const stop = new AbortController();
	const stopped = run('event', stop.signal, true).catch(() => []);
	stop.abort();
	isAway = false;
	await stopped;
	expect(applied).toBe(0);
});
