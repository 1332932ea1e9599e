// Every creating operation under every fault, with retries behind it: never two orders, and what the node says is so.
import type { IRun } from 'n8n-workflow';
import pMap from 'p-map';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import { type Fault, FAULTS, isBefore } from '../../dev/sandbox/http/faults';
import {
	CREATING,
	CreatingNode,
	type Creation,
	type Keys,
	type Strikes,
	UNSAFE,
} from './support/creating';
import { outputs } from './support/run-node';
import { doubled, untruths } from './support/truth';

const STRIKES: readonly Strikes[] = ['once', 'each order', 'each call'];

/** Every operation on an API that knows repeats, and on one that does not those of which that is a guess. */
const SUBJECTS = [
	...Object.keys(CREATING).map((operation) => ({ operation, deduplicates: true })),
	...UNSAFE.map((operation) => ({ operation, deduplicates: false })),
].map((subject) => ({
	...subject,
	name: `${subject.operation}${subject.deduplicates ? '' : ', repeats unknown to the API'}`,
}));
type Subject = (typeof SUBJECTS)[number];

/** Whether an order fails that is struck once: no attempt is made after it, and no order is found. */
function isFinal(operation: string, fault: Fault): boolean {
	if (UNSAFE.includes(operation)) return isBefore(fault) && !['401_once', '429'].includes(fault);
	return fault === '403' || fault === 'redirect';
}

const LONG = 3_600_000;
/** Executions. With very many, calls would take longer than their Timeout, and arrive behind their lookups. */
const AT_ONCE = 16;

/** One hook runs the node up to 256 times, and `npm test` shares the cores between three lanes. */
jest.setTimeout(120_000);

const sandboxes = new Map<boolean, Sandbox>();

beforeAll(async () => {
	for (const deduplicates of [true, false]) {
		sandboxes.set(deduplicates, await startSandbox({ deduplicates, kytDelayMs: 0 }));
	}
});

afterAll(async () => {
	await Promise.all([...sandboxes.values()].map(async (sandbox) => await sandbox.close()));
});

function settleAfter(ms: number, ...which: boolean[]): void {
	for (const deduplicates of which) sandboxes.get(deduplicates)?.configure({ settleMs: ms });
}

function sandboxOf(deduplicates: boolean): Sandbox {
	const sandbox = sandboxes.get(deduplicates);
	if (!sandbox) throw new Error('No sandbox');
	return sandbox;
}

/** A node for each subject. What a card is for is left pending where a second freeze must not be refused. */
async function nodesFor(creation: (subject: Subject) => Omit<Creation, 'operation'>) {
	settleAfter(0, true, false);
	const nodes = new Map<string, CreatingNode>();
	for (const subject of SUBJECTS) {
		const { operation, name } = subject;
		nodes.set(
			name,
			await CreatingNode.of(sandboxOf(subject.deduplicates), { operation, ...creation(subject) }),
		);
	}
	settleAfter(LONG, false);
	return nodes;
}

function isTimeout(fault: Fault): boolean {
	return fault.startsWith('timeout');
}

/**
 * Seconds. Only what strikes a request without a response is waited for in vain. The calls beside it have the same time, on a
 * busy machine too: one that is late may arrive behind its lookup.
 */
function timeoutFor(fault: Fault): number {
	return isTimeout(fault) ? 2 : 20;
}

function runsOf(nodes: Map<string, CreatingNode>, start: (node: CreatingNode) => Promise<IRun>) {
	const runs = [...nodes].map(async ([name, node]) => [name, await start(node)] as const);
	return Promise.all(runs).then((done) => new Map(done));
}

test('every operation that takes an ext_id is in the matrix', () => {
	const keyed = OPERATIONS.filter(({ extId }) => extId);
	expect(Object.keys(CREATING).sort()).toEqual(
		keyed.map(({ resource, operation }) => `${resource}.${operation}`).sort(),
	);
});

const KEYS: readonly Keys[] = ['custom', 'auto'];
const GROUPS = STRIKES.flatMap((strikes) => KEYS.map((keys) => ({ strikes, keys })));

describe.each(GROUPS)('struck $strikes, $keys keys', ({ strikes, keys }) => {
	let nodes: Map<string, CreatingNode>;

	beforeAll(async () => {
		nodes = await nodesFor(({ operation }) => ({
			keys,
			more: FAULTS.map((fault) => ({ timeout: timeoutFor(fault) })),
			options: {
				timeout: '={{ $json.timeout }}',
				retries: strikes === 'each call' ? 0 : 1,
				longestWait: 0.2,
				// A fault strikes one order, not all that would share its batch.
				...(operation === 'batch.create' ? { batchSize: 1 } : { concurrency: FAULTS.length }),
			},
		}));
		for (const node of nodes.values()) {
			for (const [index, fault] of FAULTS.entries()) node.strike(index, fault, strikes);
		}
	});

	/** The faults of which the order failed, after what its item says was held against the sandbox. */
	function heldToTruth(name: string, run: IRun | undefined) {
		const node = nodes.get(name);
		if (!node || !run) throw new Error('No run');
		const [items = []] = outputs(run);
		const lies = FAULTS.flatMap((fault, index) =>
			untruths(node.api, node.keys[index] ?? '', items[index]).map((lie) => `${fault}: ${lie}`),
		);
		expect(lies).toEqual([]);
		return FAULTS.filter(
			(fault, index) => !isTimeout(fault) && items[index]?.json.details !== undefined,
		);
	}

	describe.each<[string, (node: CreatingNode) => Promise<IRun>]>([
		['in the first run', (node) => node.start()],
		['in a retry of the execution', (node) => node.start({ mode: 'retry' })],
	])('%s', (which, start) => {
		let runs: Map<string, IRun>;

		beforeAll(async () => {
			runs = await runsOf(nodes, start);
		});

		test.each(SUBJECTS)('$name: never two, and what the node says is so', ({ name, operation }) => {
			const failed = heldToTruth(name, runs.get(name));
			if (strikes !== 'once') return;
			const final = FAULTS.filter((fault) => !isTimeout(fault) && isFinal(operation, fault));
			expect(failed).toEqual(which === 'in the first run' ? final : []);
		});
	});

	describe('once the faults are over', () => {
		let runs: Map<string, IRun>;

		beforeAll(async () => {
			for (const sandbox of sandboxes.values()) sandbox.clearFaults();
			// A new run has other automatic keys.
			const again =
				keys === 'custom' ? { resumeSignature: 'a new run' } : { mode: 'retry' as const };
			runs = await runsOf(nodes, async (node) => await node.start(again));
		});

		test.each(SUBJECTS)('$name: each order is there, once', ({ name }) => {
			expect(heldToTruth(name, runs.get(name))).toEqual([]);
		});
	});
});

/** A node whose first item is struck is run again although it continues; another one has to stop. */
const ON_ERROR = [
	{ onError: undefined, struck: 1 },
	{ onError: 'continueRegularOutput', struck: 0 },
] as const;
const RETRIED = SUBJECTS.filter(
	({ operation, deduplicates }) => !deduplicates || operation === 'withdrawal.create',
);

describe.each(GROUPS.filter(({ strikes }) => strikes !== 'each order'))(
	'Retry On Fail, one of three orders struck $strikes, $keys keys',
	({ strikes, keys }) => {
		interface Tried {
			name: string;
			fault: Fault;
			node: CreatingNode;
			run: IRun;
		}
		let tried: Tried[];
		const triedOf = (subject: string) => tried.filter(({ name }) => name === subject);

		beforeAll(async () => {
			for (const sandbox of sandboxes.values()) sandbox.clearFaults();
			settleAfter(0, true, false);
			const prepared: (Omit<Tried, 'run'> & (typeof ON_ERROR)[number])[] = [];
			for (const { name, operation, deduplicates } of RETRIED) {
				for (const fault of FAULTS) {
					for (const how of ON_ERROR) {
						const creation = {
							operation,
							keys,
							more: [{}, {}, {}],
							options: { timeout: timeoutFor(fault), retries: 0, longestWait: 0.05 },
						};
						const node = await CreatingNode.of(sandboxOf(deduplicates), creation);
						prepared.push({ name, fault, node, ...how });
					}
				}
			}
			settleAfter(LONG, false);
			for (const { fault, node, struck } of prepared) node.strike(struck, fault, strikes);
			const tryOne = async ({ name, fault, node, onError }: (typeof prepared)[number]) => {
				return { name, fault, node, run: await node.start({ onError, maxTries: 2 }) };
			};
			tried = await pMap(prepared, tryOne, { concurrency: AT_ONCE });
		});

		test.each(RETRIED)('$name: never two, and what the node says is so', ({ name }) => {
			const lies = triedOf(name).flatMap(({ fault, node, run }) => {
				const [items = []] = outputs(run);
				return node.keys
					.flatMap((key, index) =>
						run.data.resultData.error
							? doubled(node.api, key)
							: untruths(node.api, key, items[index]),
					)
					.map((lie) => `${fault}: ${lie}`);
			});
			expect(lies).toEqual([]);
			expect(triedOf(name)).toHaveLength(FAULTS.length * ON_ERROR.length);
		});

		test.each(RETRIED)('$name: a retry of the execution does the rest, once', async ({ name }) => {
			for (const sandbox of sandboxes.values()) sandbox.clearFaults();
			for (const { fault, node } of triedOf(name)) {
				const [items = []] = outputs(await node.start({ mode: 'retry' }));
				const lies = node.keys.flatMap((key, index) => untruths(node.api, key, items[index]));
				const failed = isTimeout(fault)
					? []
					: items.filter(({ json }) => json.details !== undefined);
				expect({ fault, lies, failed }).toEqual({ fault, lies: [], failed: [] });
			}
		});
	},
);
