/**
 * Proves that n8n's own agent and a client of its MCP server can be trusted with a tool that pays. The scripted model
 * repeats calls, spells them differently, loses a response, adds arguments and ignores refusals. The response of the
 * tool says what became of the order.
 */
import { randomUUID } from 'node:crypto';
import { useOwnSandbox } from '../support/n8n/own-sandbox';
import { WITHDRAWAL } from '../support/n8n/withdrawals';
import { linkTo, nodeOf, workflowOf } from '../support/n8n/workflows';
import { pay, runAgent, TOOL } from './support/agent-run';
import { ACTION_NODE } from '../support/n8n/harness';

const own = useOwnSandbox({ settleMs: 5 }, true);

/** The amounts of the orders, in the order in which they were placed. */
const paid = () => own.sandbox.state.orders.map(({ facts }) => facts.amount);

/** Words that would invite a model to order again. */
const INVITES =
	/another (ext_id|number of its own|amount)|repeat (only )?with ext_id|number of its own/;

const NEW =
	'Ordered once. Until you reply, another call with the same arguments is this same order';
const REPEATED = 'Not ordered again: an earlier call or run placed this order';
const REFUSED = '"outcome":"not_sent"';

/** The tool of version 2 runs inside the agent, that of version 3 as a node of the execution. */
describe.each([2.2, 3.1])('agent %s', (version) => {
	const run = async (
		script: Record<string, unknown>[][],
		more: Partial<Parameters<typeof runAgent>[0]> = {},
	) => await runAgent({ own, version, script, ...more });

	test('places one order with two equal calls in one turn', async () => {
		const { told } = await run([[pay('10'), pay('10.0')]]);
		expect(paid()).toEqual(['10']);
		expect(told.filter((text) => text.includes(NEW))).toHaveLength(1);
		expect(told.filter((text) => text.includes(REPEATED))).toHaveLength(1);
	});

	test('is told to repeat the call after a lost response, and places one order', async () => {
		own.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		own.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
		const { told } = await run([[pay('10')], [pay('10')]]);
		expect(paid()).toEqual(['10']);
		expect(told[0]).toContain('call this tool again with the same arguments');
		expect(told[0]).toContain('"outcome":"unknown"');
		expect(told[0]).not.toMatch(INVITES);
		expect(told[1]).toContain(NEW);
	});

	test('is held to Maximum per Run over all its calls, and to Maximum per Item', async () => {
		const { told } = await run([[pay('60')], [pay('10')], [pay('20')], [pay('15')], [pay('1')]]);
		expect(paid()).toEqual(['10', '15']);
		expect(told[0]).toContain('60 USDT plus the fee is more than Maximum per Item (50 USDT)');
		expect(told[2]).toContain('All calls of this execution together would spend 30 USDT');
		expect(told[2]).toContain('tell the person who asked');
		expect(told[4]).toContain(REFUSED);
	});

	test('orders nothing again when its execution is retried', async () => {
		const script = [[pay('10')], [pay('11')], [pay('10')]];
		// Maximum per Run would refuse an order with another key.
		const parameters = { options: { maximumPerItem: '50', retries: 0 } };
		const { told, execution } = await run(script, { breaksAt: 3, parameters });
		expect(execution.status).toBe('success');
		expect(told).toHaveLength(3);
		expect(told[2]).toContain(REPEATED);
		expect(paid()).toEqual(['10', '11']);
	});
});

const runAgentOf = async (script: Record<string, unknown>[][], more = {}) =>
	await runAgent({ own, script, ...more });

test('an agent is shown what the tool does with money, and what its fields are', async () => {
	const { shown } = await runAgentOf([]);
	expect(shown).toHaveLength(1);
	expect(shown[0]?.name).toBe(TOOL);
	expect(shown[0]?.description).toMatch(/^Pay out USDT .* cannot be reversed.* the same order/);
	expect(shown[0]?.description).toContain('Amount (USDT) (e.g. 12.50): ');
	expect(shown[0]?.description).toMatch(/To Address .*: The TRON address/);
	expect(Object.keys(shown[0]?.parameters.properties ?? {})).toEqual(['Amount', 'To_Address']);
});

test('an agent is refused without a limit, and with that of the credential it is not', async () => {
	const parameters = { options: {} };
	const { told } = await runAgentOf([[pay('10')]], { parameters });
	expect(told[0]).toContain('An AI agent can order only within a limit, and none is set');
	const credential = await own.credentialWith({ maximumPerOrder: '15' });
	const second = await runAgentOf([[pay('10')], [pay('20')]], { parameters, credential });
	expect(second.told[0]).toContain(NEW);
	expect(second.told[1]).toContain("more than the credential's Maximum per Order");
	expect(paid()).toEqual(['10']);
});

const AMOUNT = "={{ $fromAI('amount', '', 'string') }}";

/** A client that has begun a session. */
async function clientOf(url: string) {
	let session: Record<string, string> = {};
	const send = async (body: object): Promise<string> => {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
				...session,
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...body }),
		});
		const id = response.headers.get('mcp-session-id');
		if (id !== null) session = { 'mcp-session-id': id };
		return await response.text();
	};
	const clientInfo = { name: 'client', version: '1' };
	const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
	await send({ id: 1, method: 'initialize', params });
	await send({ method: 'notifications/initialized' });
	return async (name: string) =>
		await send({ id: 2, method: 'tools/call', params: { name, arguments: { amount: '10' } } });
}

test('an order needs My Order Number, and is paid once', async () => {
	const { api, credential } = own;
	const path = randomUUID();
	const tool = (name: string, more: object) => {
		const options = { maximumPerItem: '50', retries: 0 };
		const parameters = { ...WITHDRAWAL, amount: AMOUNT, options, ...more };
		return nodeOf(name, `${ACTION_NODE}Tool`, 1, parameters, credential);
	};
	const mcp = '@n8n/n8n-nodes-langchain.mcpTrigger';
	const tools = [
		tool('Automatic', {}),
		tool('Numbered', { extIdMode: 'custom', extId: 'INV-1' }),
		nodeOf('MCP', mcp, 2, { path }, undefined, { webhookId: path }),
	];
	const toServer = linkTo('MCP', 'ai_tool');
	const stored = await api.importWorkflow(
		workflowOf(tools, { Automatic: toServer, Numbered: toServer }),
	);
	await api.activate(stored);
	const call = await clientOf(`${api.url}/mcp/${path}`);
	expect(await call('Automatic')).toMatch('each call is a run of its own');
	expect(own.sandbox.state.orders).toEqual([]);
	expect(await call('Numbered')).toMatch('Ordered once');
	await call('Numbered');
	expect(own.sandbox.state.orders.map(({ extId }) => extId)).toEqual(['INV-1']);
	await api.deleteWorkflow(stored.id);
});
