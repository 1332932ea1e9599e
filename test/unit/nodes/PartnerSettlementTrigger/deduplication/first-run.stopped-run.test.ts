// A run that is stopped while it waits for its turn does not take its event with it.
import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { itemsOfFirstRuns } from '../../../../../nodes/PartnerSettlementTrigger/deduplication/first-run';
import { ProcessedEntries } from '../../../support/processed-entries';

test('a run that was stopped while it waited for its turn does not take the event from a redelivery', async () => {
	const entries = new ProcessedEntries();
	const stop = new AbortController();
	const run = (eventId: string, signal?: AbortSignal) => {
		const claim = { eventId, token: randomUUID(), inRedis: false };
		return itemsOfFirstRuns({
			getExecuteData: () => ({ node: {} }),
			getNode: () => ({ id: 'node', name: 'T', type: 't' }),
			getWorkflow: () => ({ id: 'workflow' }),
			getInstanceId: () => 'instance',
			getExecutionCancelSignal: () => signal,
			getInputData: () => [{ json: { eventId }, claim }],
			helpers: entries.helpers(),
			logger: { info: () => undefined },
		} as unknown as IExecuteFunctions);
	};
	const first = run('another event');
	const stopped = run('event', stop.signal).catch(() => []);
	stop.abort(); // n8n: stopped by a person, or by the Timeout of the workflow
	await Promise.all([first, stopped]);
	// the service delivers it again (after a restart, or ten minutes): a new run
	expect(await run('event')).toHaveLength(1);
});
