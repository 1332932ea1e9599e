// One operation of each kind under faults where the API differs from what its document leaves open: never two orders, none
// that is told as refused or not sent and was placed. What a dialect differs in has no part in time-outs, in a strike at all
// tries of one order, or in Retry On Fail: fault-matrix.test.ts has these, and every operation.
import type { IRun } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import type { DialectName } from '../../dev/sandbox/dialects';
import { FAULTS } from '../../dev/sandbox/http/faults';
import { CreatingNode, type Keys, type Strikes, UNSAFE } from './support/creating';
import { outputs } from './support/run-node';
import { untruths } from './support/truth';

const DIALECTS: readonly DialectName[] = ['resources', 'wrapped'];
const KINDS = [
	...['withdrawal.create', 'giftCard.purchase', 'esim.purchase', 'kyt.screen'],
	...['card.topUp', 'batch.create'],
];
const STRUCK = FAULTS.filter((fault) => !fault.startsWith('timeout'));
const KEYS: readonly Keys[] = ['custom', 'auto'];
const STRIKES: readonly Strikes[] = ['once', 'each call'];
const GROUPS = DIALECTS.flatMap((dialect) =>
	STRIKES.flatMap((strikes) => KEYS.map((keys) => ({ dialect, strikes, keys }))),
);

/** A hook runs the node up to a hundred times. */
jest.setTimeout(120_000);

describe.each(GROUPS)('$dialect, struck $strikes, $keys keys', ({ dialect, strikes, keys }) => {
	/** Whether it knows a repeat: of some operations, that is a guess. */
	const sandboxes = new Map<boolean, Sandbox>();
	const nodes = new Map<string, CreatingNode>();
	let runs = new Map<string, IRun>();

	beforeAll(async () => {
		for (const deduplicates of [true, false]) {
			const options = { dialect, deduplicates, kytDelayMs: 0, settleMs: 0 };
			sandboxes.set(deduplicates, await startSandbox(options));
		}
		for (const operation of KINDS) {
			const sandbox = sandboxes.get(!UNSAFE.includes(operation));
			if (!sandbox) throw new Error('No sandbox');
			const retries = strikes === 'each call' ? 0 : 1;
			const node = await CreatingNode.of(sandbox, {
				operation,
				keys,
				more: STRUCK.map(() => ({})),
				options: {
					...{ timeout: 20, retries, longestWait: 0.2, pollInterval: 0.1 },
					// A fault strikes one order, not all that would share its batch.
					...(operation === 'batch.create' ? { batchSize: 1 } : { concurrency: STRUCK.length }),
				},
			});
			nodes.set(operation, node);
		}
		for (const node of nodes.values()) {
			for (const [index, fault] of STRUCK.entries()) node.strike(index, fault, strikes);
		}
	});

	afterAll(async () => {
		await Promise.all([...sandboxes.values()].map(async (sandbox) => await sandbox.close()));
	});

	/** The faults of which the order failed, after what its item says was held against the sandbox. */
	function heldToTruth(operation: string): string[] {
		const [node, run] = [nodes.get(operation), runs.get(operation)];
		if (!node || !run) throw new Error('No run');
		const [items = []] = outputs(run);
		const lies = STRUCK.flatMap((fault, index) =>
			untruths(node.api, node.keys[index] ?? '', items[index]).map((lie) => `${fault}: ${lie}`),
		);
		expect(lies).toEqual([]);
		return STRUCK.filter((_, index) => items[index]?.json.details !== undefined);
	}

	async function start(more: Parameters<CreatingNode['start']>[0]): Promise<void> {
		const started = [...nodes].map(async ([operation, node]) => {
			return [operation, await node.start(more)] as const;
		});
		runs = new Map(await Promise.all(started));
	}

	describe('in the first run', () => {
		beforeAll(async () => {
			await start({});
		});

		test.each(KINDS)('%s: never two, and what the node says is so', (operation) => {
			heldToTruth(operation);
		});
	});

	describe('in a retry of the execution', () => {
		beforeAll(async () => {
			await start({ mode: 'retry' });
		});

		test.each(KINDS)('%s: never two, and each is there if it was struck once', (operation) => {
			const failed = heldToTruth(operation);
			if (strikes === 'once') expect(failed).toEqual([]);
		});
	});

	describe('once the faults are over', () => {
		beforeAll(async () => {
			for (const sandbox of sandboxes.values()) sandbox.clearFaults();
			// A new run has other automatic keys.
			await start(keys === 'custom' ? { resumeSignature: 'a new run' } : { mode: 'retry' });
		});

		test.each(KINDS)('%s: each order is there, once', (operation) => {
			expect(heldToTruth(operation)).toEqual([]);
		});
	});
});
