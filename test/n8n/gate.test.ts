// The gate in the real n8n: each magic address leaves through its output, and nothing uncertain through Clear.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { KYT_NETWORKS, type KytNetwork } from '../../dev/sandbox/addresses';
import type { Fault } from '../../dev/sandbox/http/faults';
import { knownSanctionedAddresses } from '../../dev/sandbox/known-addresses';
import { faultAddress, type KytOutcome, outcomeAddress } from '../../dev/sandbox/magic';
import type { StoredCredential, Workflow } from '../../dev/stack/n8n-api-schemas';
import { NODE, singleNodeWorkflow, START } from '../../dev/stack/single-node-workflow';
import { GATE_NODE, sharedN8n } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

/** What stands behind each output. */
const BEHIND = ['Payout', 'Person', 'Blocked', 'Open'] as const;
type Behind = (typeof BEHIND)[number];

/** A gate as an operator sets it for the sandbox. */
const GATE = {
	network: '={{ $json.network }}',
	address: '={{ $json.address }}',
	reviewFromScore: '25',
	blockFromScore: '75',
	clearSeverities: 'low',
	rules: { reviewSeverities: 'medium', blockSeverities: 'high, critical' },
	options: {
		maxWait: '={{ $json.id.startsWith("never") ? 1 : 60 }}',
		pollInterval: 0.2,
		// A busy machine may take a second for a response that is there.
		timeout: 4,
		retries: 1,
		// Twice as long is what 429s have: a busy machine needs some of it for itself.
		longestWait: 0.5,
	},
};

const OUTCOMES: Record<KytOutcome, Behind> = {
	clear: 'Payout',
	slow: 'Payout',
	medium: 'Person',
	unknown_severity: 'Person',
	sanctions: 'Blocked',
	high: 'Blocked',
	failed: 'Open',
	never: 'Open',
	missing_score: 'Open',
	insufficient_balance: 'Open',
};

/** A fault strikes once: where a repeat helps, the address is screened after all, and is clear. */
const AFTER_A_REPEAT: Record<Fault, Behind> = {
	closed_before: 'Payout',
	timeout: 'Payout',
	'401_once': 'Payout',
	'403': 'Open',
	'429': 'Payout',
	'500': 'Payout',
	'502_html': 'Payout',
	'503': 'Payout',
	// A redirect comes from something in between: it is not followed, and not sent again.
	redirect: 'Open',
	closed_after_commit: 'Payout',
	timeout_after_commit: 'Payout',
	'500_after_commit': 'Payout',
	'502_html_after_commit': 'Payout',
	truncated: 'Payout',
	broken_json: 'Payout',
	empty: 'Payout',
};

interface Entry {
	id: string;
	network: KytNetwork;
	address: string;
	expected: Behind;
}

/** All of the sandbox's magic addresses of a network. */
const magic = (network: KytNetwork): Entry[] => [
	...Object.entries(OUTCOMES).map(([outcome, expected]) => ({
		id: `${outcome} on ${network}`,
		network,
		address: outcomeAddress(network, outcome as KytOutcome),
		expected,
	})),
	...knownSanctionedAddresses(network).map((address) => ({
		id: `known ${address}`,
		network,
		address,
		expected: 'Blocked' as const,
	})),
	...Object.entries(AFTER_A_REPEAT).map(([fault, expected]) => ({
		id: `${fault} on ${network}`,
		network,
		address: faultAddress(network, fault as Fault),
		expected,
	})),
];

interface Run {
	items: Record<string, unknown>[];
	credential: StoredCredential;
	parameters?: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

/** A gate with a node behind each of its outputs. */
function gateWorkflow({ parameters = GATE, ...run }: Run): Workflow {
	const workflow = singleNodeWorkflow(`gate ${randomUUID()}`, {
		type: GATE_NODE,
		parameters,
		...run,
	});
	const outputs = BEHIND.map((node) => [{ node, type: 'main', index: 0 }]);
	return {
		...workflow,
		connections: { ...workflow.connections, [NODE]: { main: outputs } },
		nodes: [
			...workflow.nodes,
			...BEHIND.map((name, index) => ({
				id: randomUUID(),
				name,
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [440, index * 160],
				parameters: {},
			})),
		],
	};
}

const itemSchema = z.object({
	id: z.string(),
	screening: z.object({
		verdict: z.string(),
		reasons: z.array(z.string()).min(1),
		record: z.record(z.unknown()).nullable(),
		failure: z.object({ details: z.record(z.unknown()) }).optional(),
	}),
});

/** Runs the gate. What arrived at the nodes behind it, and the error that ended the execution. */
async function pass(run: Run) {
	const api = await sharedN8n();
	const workflow = await api.importWorkflow(gateWorkflow(run));
	try {
		const execution = await api.finishedExecution(await api.run(workflow.id, START));
		const { runData, error } = execution.data.resultData;
		const arrived = BEHIND.flatMap((behind) =>
			(runData[behind] ?? []).flatMap((task) =>
				(task.data?.main[0] ?? []).map(({ json }) => ({ behind, json: itemSchema.parse(json) })),
			),
		);
		return { arrived, error };
	} finally {
		await api.deleteWorkflow(workflow.id);
	}
}

const routes = ({ arrived }: Awaited<ReturnType<typeof pass>>) =>
	Object.fromEntries(arrived.map(({ behind, json }) => [json.id, behind]));

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ kytDelayMs: 50, initialBalance: '1000.00' });
});

afterAll(() => own.sandbox.close());

test.each(KYT_NETWORKS)('%s: every magic address leaves through its output', async (network) => {
	const items = magic(network);

	const result = await pass({
		items: items.map((entry) => ({ ...entry })),
		credential: own.credential,
	});

	expect(result.error).toBeUndefined();
	expect(routes(result)).toEqual(
		Object.fromEntries(items.map(({ id, expected }) => [id, expected])),
	);
	expect(result.arrived).toHaveLength(items.length);
	expect(new Set(items.map(({ address }) => address)).size).toBe(items.length);
});

test('where no repeat is allowed, an address whose answer was lost passes only with its record', async () => {
	const [credential, faults] = [own.credential, Object.keys(AFTER_A_REPEAT) as Fault[]];
	const items = faults.map((fault) => ({
		id: fault,
		network: 'tron_usdt',
		address: faultAddress('tron_usdt', fault),
	}));
	const parameters = { ...GATE, options: { ...GATE.options, retries: 0 } };

	const { arrived } = await pass({ items, credential, parameters });

	expect(arrived).toHaveLength(faults.length);
	for (const { behind, json } of arrived) {
		const { record, failure } = json.screening;
		expect({ id: json.id, behind, isCompleted: record?.status === 'completed' }).toEqual({
			id: json.id,
			behind: failure ? 'Open' : 'Payout',
			isCompleted: failure === undefined,
		});
	}
});

describe('what is set wrong lets nothing reach the payout', () => {
	const items = [{ id: 'one', network: 'eth', address: outcomeAddress('eth', 'clear') }];
	const wrong = { parameters: { ...GATE, blockFromScore: '10' } };
	const empty = { settings: { alwaysOutputData: true } };
	const goesOn = { onError: 'continueRegularOutput' };

	test.each([
		['rules', wrong, /is below Review From Score/],
		['Always Output Data', empty, /Always Output Data is on/],
	])('%s: the node stops', async (_, change, message) => {
		own.newRequests();
		const { arrived, error } = await pass({ items, credential: own.credential, ...change });
		expect({ arrived, message: error?.message }).toEqual({
			arrived: [],
			message: expect.stringMatching(message),
		});
		expect(own.newRequests()).toEqual([]);
	});

	test.each([
		['rules', { ...wrong, settings: goesOn }],
		['Always Output Data', { settings: { ...empty.settings, ...goesOn } }],
		['the error output', { ...wrong, settings: { onError: 'continueErrorOutput' } }],
	])('%s, where n8n would go on: all are unresolved', async (_, change) => {
		own.newRequests();
		const result = await pass({ items, credential: own.credential, ...change });
		expect(routes(result)).toEqual({ one: 'Open' });
		expect(own.newRequests()).toEqual([]);
	});
});
