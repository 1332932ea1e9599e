// In the real n8n: with a credential that asks for a clearance, no change to the workflow can pay an address that the
// gate has not cleared.
import { randomUUID } from 'node:crypto';
import type { Workflow } from '../../dev/stack/n8n-api-schemas';
import { singleNodeWorkflow, NODE, START } from '../../dev/stack/single-node-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { ACTION_NODE, GATE_NODE } from '../support/n8n/harness';
import { useOwnSandbox } from '../support/n8n/own-sandbox';
import { NUMBERED } from '../support/n8n/withdrawals';
import { nodeOf, to } from '../support/n8n/workflows';

const RULES = {
	...{ reviewFromScore: '25', blockFromScore: '75', clearSeverities: 'low' },
	...{ reviewSeverities: 'medium', blockSeverities: 'high, critical' },
};
const WITHDRAW = 'Withdraw';

const own = useOwnSandbox({ kytDelayMs: 0, settleMs: 0 });

type Node = Workflow['nodes'][number];

/** The gate, and behind its output Clear the withdrawal of its item. */
async function payout(address: string): Promise<Workflow> {
	const clearanceRules = JSON.stringify(RULES);
	const credential = await own.credentialWith({ clearanceHours: '24', clearanceRules });
	const workflow = singleNodeWorkflow(`clearance ${randomUUID()}`, {
		type: GATE_NODE,
		parameters: { network: 'tron_usdt', address: '={{ $json.to }}' },
		items: [{ number: randomUUID(), amount: '1', to: address }],
		credential,
	});
	const parameters = { ...NUMBERED, toAddress: '={{ $json.to }}' };
	workflow.nodes.push(nodeOf(WITHDRAW, ACTION_NODE, 1, parameters, credential));
	workflow.connections[NODE] = to(WITHDRAW);
	return workflow;
}

function change(workflow: Workflow, name: string, more: Partial<Node>): void {
	workflow.nodes = workflow.nodes.map((node) => (node.name === name ? { ...node, ...more } : node));
}

/** Puts a node between the gate and the withdrawal. */
function insert(workflow: Workflow, node: Node): void {
	workflow.nodes.push(node);
	workflow.connections[NODE] = to(node.name);
	workflow.connections[node.name] = to(WITHDRAW);
}

/** Runs a payout to an address. @returns what was withdrawn, and the error that ended the run */
async function pay(address: string, mutate: (workflow: Workflow) => void = () => undefined) {
	const workflow = await payout(address);
	mutate(workflow);
	const stored = await own.api.importWorkflow(workflow);
	own.newRequests();
	const { data } = await own.api.finishedExecution(await own.api.run(stored.id, START));
	await own.api.deleteWorkflow(stored.id);
	return { paid: own.sentTo('/withdrawals'), message: data.resultData.error?.message ?? '' };
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
			workflow.connections[START] = to(WITHDRAW);
		},
		/the item has none/,
	],
	[
		'followed by an edit of the address',
		(workflow) => {
			const value = JSON.stringify({ to: OTHER_TRON });
			const edit = { mode: 'raw', jsonOutput: value, includeOtherFields: true, options: {} };
			insert(workflow, nodeOf('Between', 'n8n-nodes-base.set', 3.4, edit));
		},
		new RegExp(`its certificate is for ${TRON}`),
	],
])('a gate that is %s: nothing is sent', async (_, mutate, why) => {
	const { paid, message } = await pay(TRON, mutate);
	expect(message).toMatch(why);
	expect(paid).toEqual([]);
});
