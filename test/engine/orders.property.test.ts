// Whatever responses, losses, refusals and retries: what is said of an order is true of the sandbox's ledger.
import fc from 'fast-check';
import { useServers } from '../support/servers';
import { CreatingNode, doubled, type Keys, untruths, useBothSandboxes } from './support/creating';
import { outputs } from './support/run-node';
import { ScriptedApi, scripts } from './support/scripted-api';

const SUBJECTS = [
	{ operation: 'withdrawal.create', deduplicates: true },
	{ operation: 'kyt.check', deduplicates: true },
	{ operation: 'card.topUp', deduplicates: false },
	{ operation: 'batch.create', deduplicates: true },
	{ operation: 'batch.create', deduplicates: false },
];
/** A counterexample is not made simpler for longer than that. */
const LIMITS = { numRuns: 10, interruptAfterTimeLimit: 20_000 };

const servers = useServers();
const sandboxOf = useBothSandboxes();

const run = fc.record({
	/** A new run has the same custom keys, and other automatic ones. */
	how: fc.constantFrom('retry' as const, 'new run' as const),
	/** With Retry On Fail. */
	maxTries: fc.constantFrom(undefined, 2, 3),
	stops: fc.constantFrom(false, false, true),
});

/** What may happen to the orders of an operation. */
function stories(operation: string) {
	return fc.record({
		keys: fc.constantFrom<Keys>('custom', 'auto'),
		retries: fc.integer({ min: 0, max: 2 }),
		orders: fc.integer({ min: 1, max: 3 }),
		batchSize: fc.integer({ min: 1, max: 3 }),
		script: scripts(operation),
		runs: fc.array(run, { minLength: 1, maxLength: 3 }),
	});
}

type Story = ReturnType<typeof stories> extends fc.Arbitrary<infer T> ? T : never;

test.each(SUBJECTS)(
	'$operation, repeats known to the API: $deduplicates: nothing is done twice, and what the node says is so',
	async ({ operation, deduplicates }) => {
		const sandbox = sandboxOf(deduplicates);
		const scripted = await ScriptedApi.of(sandbox, servers);
		const isBatch = operation === 'batch.create';

		const tell = async (story: Story) => {
			const { keys, retries, orders, batchSize, script, runs } = story;
			sandbox.configure({ settleMs: 0 });
			const node = await CreatingNode.of(sandbox, {
				operation,
				keys,
				more: Array.from({ length: orders }, () => ({})),
				options: { retries, longestWait: 0.01, ...(isBatch && { batchSize }) },
			});
			// A card that is frozen already could not be frozen twice.
			if (!deduplicates) sandbox.configure({ settleMs: 3_600_000 });
			const credential = node.api.credential(scripted.urls);
			scripted.follow(script);
			for (const [index, { how, maxTries, stops }] of runs.entries()) {
				const isAgain = index > 0 && (how === 'retry' || keys === 'auto');
				const done = await node.start({
					credential,
					maxTries,
					settings: { waitBetweenTries: 1 },
					...(isAgain && { mode: 'retry' as const }),
					...(stops && { onError: 'stopWorkflow' as const }),
				});
				await scripted.catchUp();
				const [items = []] = outputs(done);
				const hasStopped = done.data.resultData.error !== undefined;
				const lies = node.keys.flatMap((key, place) =>
					hasStopped ? doubled(node.api, key) : untruths(node.api, key, items[place]),
				);
				expect(lies).toEqual([]);
			}
			scripted.follow({ calls: [], lookups: [] });
			const [items = []] = outputs(await node.start({ credential, mode: 'retry' }));
			expect(items.filter(({ json }) => json.details !== undefined)).toEqual([]);
			expect(node.keys.flatMap((key, place) => untruths(node.api, key, items[place]))).toEqual([]);
		};

		await fc.assert(fc.asyncProperty(stories(operation), tell), LIMITS);
	},
);
