// For any sequence of deliveries, lost responses, kills, restarts and retries: one run applies an event, never none or two; a run
// that is stopped does not take its event with it.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { OUTCOMES, SimulatedN8n } from '../../../support/simulated-n8n';
import { itemsOfFirstRuns } from '../../../../../nodes/PartnerSettlementTrigger/deduplication/first-run';
import { RedisStore } from '../../../../../nodes/redis';
import { ProcessedEntries } from '../../../support/processed-entries';

const EVENTS = 3;

/** One thing that happens. Each takes a number, which chooses among what there is. */
type Step = (
	n8n: SimulatedN8n,
	eventIds: readonly string[],
	choice: number,
) => Promise<void> | void;

const STEPS: { weight: number; step: Step }[] = [
	{ weight: 6, step: (n8n, ids, choice) => n8n.deliver(ids[choice % ids.length] ?? '') },
	{ weight: 6, step: (n8n, _ids, choice) => n8n.start(choice, 'stored') },
	{ weight: 2, step: (n8n, _, choice) => n8n.start(choice, OUTCOMES[choice % 4] ?? 'failed') },
	{ weight: 6, step: (n8n, _ids, choice) => n8n.run(choice) },
	{ weight: 10, step: (n8n) => n8n.stepDatabase() },
	{ weight: 2, step: (n8n, _ids, choice) => n8n.finish(choice) },
	{ weight: 2, step: (n8n) => n8n.pass(100) },
	{ weight: 1, step: (n8n) => n8n.pass(61_000) },
	{ weight: 1, step: (n8n) => n8n.pass(601_000) },
	{ weight: 2, step: (n8n) => n8n.kill() },
	{ weight: 1, step: ({ entries }) => void (entries.failsNext = true) },
	{ weight: 1, step: ({ entries }) => void (entries.losesNext = true) },
];

const anyStep = fc.tuple(
	fc.oneof(...STEPS.map(({ weight, step }) => ({ weight, arbitrary: fc.constant(step) }))),
	fc.nat(11),
);

describe('whatever happens', () => {
	beforeEach(() => {
		jest.useFakeTimers({
			doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'],
		});
		// jest would put another object in its place, which lru-cache does not know of.
		jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
	});

	afterEach(() => {
		jest.restoreAllMocks();
		jest.useRealTimers();
	});

	test('in the end every event is applied by one run', async () => {
		let [duplicates, retries] = [0, 0];
		await fc.assert(
			fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 80 }), async (steps) => {
				const n8n = new SimulatedN8n();
				const eventIds = Array.from({ length: EVENTS }, () => randomUUID());
				for (const [step, choice] of steps) {
					await step(n8n, eventIds, choice);
					for (const id of eventIds) expect(n8n.runsThatApplied(id).size).toBeLessThanOrEqual(1);
				}
				await n8n.drain(eventIds);
				for (const id of eventIds) expect(n8n.runsThatApplied(id).size).toBe(1);
				duplicates += n8n.runs.length - EVENTS;
				retries += n8n.retries;
			}),
			{ numRuns: 100 },
		);
		// It has seen what it is about.
		expect(duplicates).toBeGreaterThan(10);
		expect(retries).toBeGreaterThan(10);
	}, 120_000);
});

const entries = new ProcessedEntries();

/** A run of an event, which n8n shows as canceled once the signal says so, and for which it offers no Retry. */
async function run(eventId: string, signal?: AbortSignal, inRedis = false) {
	const claim = { eventId, token: randomUUID(), inRedis };
	return await itemsOfFirstRuns({
		getExecuteData: () => ({ node: {} }),
		getNode: () => ({ id: 'node', name: 'T', type: 't' }),
		getWorkflow: () => ({ id: 'workflow' }),
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
	const stop = new AbortController();
	const asked = jest.spyOn(RedisStore.prototype, 'setOnce').mockImplementation((_, token) => {
		if (stop.signal.aborted) return Promise.resolve(token);
		stop.abort();
		return Promise.reject(new Error('away'));
	});
	// The second was stopped before it could ask.
	for (let times = 0; times < 2; times += 1)
		await expect(run('event', stop.signal, true)).rejects.toThrow('could not be marked');
	expect(asked).toHaveBeenCalledTimes(1);
});
