// In the real n8n: with a credential that asks for a clearance, no change to the workflow can pay an address that the
// gate has not cleared.
import { randomUUID } from 'node:crypto';
import type { StoredCredential, Workflow } from '../../dev/stack/n8n-api-schemas';
import { singleNodeWorkflow, NODE, START } from '../../dev/stack/single-node-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { ACTION_NODE, GATE_NODE, sharedN8n } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

const RULES = {
	...{ reviewFromScore: '25', blockFromScore: '75', clearSeverities: 'low' },
	...{ reviewSeverities: 'medium', blockSeverities: 'high, critical' },
};
const WITHDRAW = 'Withdraw';
const BETWEEN = 'Between';

let own: OwnSandbox;
let credential: StoredCredential;

beforeAll(async () => {
	own = await startOwnSandbox({ kytDelayMs: 0, settleMs: 0 });
	credential = await own.credentialWith({
		clearanceHours: '24',
		clearanceRules: JSON.stringify(RULES),
	});
});

afterAll(() => own.sandbox.close());

type Node = Workflow['nodes'][number];

function nodeOf(name: string, type: string, more: Partial<Node>): Node {
	const id = randomUUID();
	return { id, name, type, typeVersion: 1, position: [440, 0], parameters: {}, ...more };
}

/** The gate, and behind its output Clear the withdrawal of its item. */
function payout(items: Record<string, unknown>[]): Workflow {
	const workflow = singleNodeWorkflow(`clearance ${randomUUID()}`, {
		type: GATE_NODE,
		parameters: { network: 'tron_usdt', address: '={{ $json.to }}' },
		items,
		credential,
	});
	const parameters = {
		...{ resource: 'withdrawal', operation: 'create', amount: '={{ $json.amount }}' },
		...{ toAddress: '={{ $json.to }}', extIdMode: 'custom', extId: '={{ $json.id }}' },
	};
	const credentials = { [credential.type]: { id: credential.id, name: credential.name } };
	workflow.nodes.push(nodeOf(WITHDRAW, ACTION_NODE, { parameters, credentials }));
	workflow.connections[NODE] = { main: [[to(WITHDRAW)]] };
	return workflow;
}

const to = (node: string, index = 0) => ({ node, type: 'main', index });

function change(workflow: Workflow, name: string, more: Partial<Node>): void {
	workflow.nodes = workflow.nodes.map((node) => (node.name === name ? { ...node, ...more } : node));
}

/** Puts a node between the gate and the withdrawal. */
function insert(workflow: Workflow, type: string, more: Partial<Node>): void {
	workflow.nodes.push(nodeOf(BETWEEN, type, more));
	workflow.connections[NODE] = { main: [[to(BETWEEN)]] };
	workflow.connections[BETWEEN] = { main: [[to(WITHDRAW)]] };
}

/** Runs a payout to an address. @returns what was withdrawn, and the error that ended the run */
async function pay(address: string, mutate: (workflow: Workflow) => void = () => undefined) {
	const workflow = payout([{ id: randomUUID(), amount: '1', to: address }]);
	mutate(workflow);
	const api = await sharedN8n();
	const stored = await api.importWorkflow(workflow);
	own.newRequests();
	try {
		const { data } = await api.finishedExecution(await api.run(stored.id, START));
		const paid = own
			.newRequests()
			.filter(({ path }) => path.endsWith('/withdrawals'))
			.map(({ body }) => body);
		return { paid, message: data.resultData.error?.message ?? '' };
	} finally {
		await api.deleteWorkflow(stored.id);
	}
}

test('a clear address is paid', async () => {
	const { paid, message } = await pay(TRON);
	expect(message).toBe('');
	expect(paid).toHaveLength(1);
});

test.each<[string, (workflow: Workflow) => void, RegExp]>([
	['deactivated', (workflow) => change(workflow, NODE, { disabled: true }), /the item has none/],
	[
		'wired around',
		(workflow) => {
			workflow.connections[START] = { main: [[to(WITHDRAW)]] };
		},
		/the item has none/,
	],
	[
		'followed by an edit of the address',
		(workflow) => {
			const value = JSON.stringify({ to: OTHER_TRON });
			insert(workflow, 'n8n-nodes-base.set', {
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: value, includeOtherFields: true, options: {} },
			});
		},
		new RegExp(`its certificate is for ${TRON}`),
	],
])('a gate that is %s: nothing is sent', async (_, mutate, why) => {
	const { paid, message } = await pay(TRON, mutate);
	expect(message).toMatch(why);
	expect(paid).toEqual([]);
});
