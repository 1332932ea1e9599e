// For any sequence of deliveries, lost responses, kills, restarts and retries: one run applies an event, never none or two.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { OUTCOMES, SimulatedN8n } from '../../../support/simulated-n8n';

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
	{
		weight: 1,
		step: (n8n) => {
			n8n.entries.failsNext = true;
		},
	},
	{
		weight: 1,
		step: (n8n) => {
			n8n.entries.losesNext = true;
		},
	},
];

const anyStep = fc.tuple(
	fc.oneof(...STEPS.map(({ weight, step }) => ({ weight, arbitrary: fc.constant(step) }))),
	fc.nat(11),
);

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
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
		{ numRuns: 300 },
	);
	// It has seen what it is about.
	expect(duplicates).toBeGreaterThan(100);
	expect(retries).toBeGreaterThan(100);
}, 120_000);
