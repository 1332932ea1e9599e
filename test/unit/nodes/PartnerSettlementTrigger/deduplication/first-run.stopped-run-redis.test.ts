// A run that is stopped while Redis is away does not take its event with it.
import type { IExecuteFunctions } from 'n8n-workflow';
import { itemsOfFirstRuns } from '../../../../../nodes/PartnerSettlementTrigger/deduplication/first-run';
import { RedisStore } from '../../../../../nodes/redis';

test('a run that its Timeout ended while Redis was away does not mark its event as applied later', async () => {
	let isAway = true;
	let applied = 0;
	jest.spyOn(RedisStore.prototype, 'setOnce').mockImplementation((_, token) => {
		if (isAway) return Promise.reject(new Error('away'));
		applied += 1;
		return Promise.resolve(token);
	});
	const stop = new AbortController();
	const claim = { eventId: 'event', token: 'token', inRedis: true };
	const run = itemsOfFirstRuns({
		getExecuteData: () => ({ node: {} }),
		getNode: () => ({ id: 'node', name: 'T', type: 't' }),
		getWorkflow: () => ({ id: 'workflow' }),
		getInstanceId: () => 'instance',
		getExecutionCancelSignal: () => stop.signal,
		getInputData: () => [{ json: {}, claim }],
		getCredentials: () => Promise.resolve({ deduplicationRedisUrl: 'redis://127.0.0.1:1' }),
		logger: { info: () => undefined },
	} as unknown as IExecuteFunctions).catch(() => []);
	stop.abort(); // n8n shows it as canceled, and offers no Retry
	isAway = false;
	await run;
	expect(applied).toBe(0);
});
