/**
 * Proves that a client of n8n's MCP Server Trigger orders nothing twice: each of its calls is an execution of its own, so an
 * order without a number of a person's is refused.
 */
import { randomUUID } from 'node:crypto';
import type { Workflow } from '../../dev/stack/n8n-api-schemas';
import { TRON } from '../support/addresses';
import { ACTION_NODE, sharedN8n } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

const TRIGGER = 'MCP';
const AMOUNT = "={{ $fromAI('amount', '', 'string') }}";

/** A server of these tools, by their names. */
function serverOf(
	{ credential }: OwnSandbox,
	path: string,
	tools: Record<string, Record<string, unknown>>,
): Workflow {
	const toServer = { ai_tool: [[{ node: TRIGGER, type: 'ai_tool', index: 0 }]] };
	const trigger = {
		...{ id: randomUUID(), webhookId: path, name: TRIGGER, position: [0, 0], parameters: { path } },
		...{ type: '@n8n/n8n-nodes-langchain.mcpTrigger', typeVersion: 2 },
	};
	const credentials = { [credential.type]: { id: credential.id, name: credential.name } };
	const nodes = Object.entries(tools).map(([name, parameters]) => ({
		...{ id: randomUUID(), name, position: [0, 200], parameters, credentials },
		...{ type: `${ACTION_NODE}Tool`, typeVersion: 1 },
	}));
	const connections = Object.fromEntries(Object.keys(tools).map((name) => [name, toServer]));
	return { name: `mcp ${path}`, settings: {}, connections, nodes: [trigger, ...nodes] };
}

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

test('an order needs My Order Number, and what it pays is paid once', async () => {
	const own = await startOwnSandbox({ settleMs: 5 });
	const api = await sharedN8n();
	const path = randomUUID();
	const order = {
		...{ resource: 'withdrawal', operation: 'create', toAddress: TRON, amount: AMOUNT },
		options: { maximumPerItem: '50', retries: 0 },
	};
	const tools = { Automatic: order, Numbered: { ...order, extIdMode: 'custom', extId: 'INV-1' } };
	const stored = await api.importWorkflow(serverOf(own, path, tools));
	try {
		await api.activate(stored);
		const call = await clientOf(`${api.url}/mcp/${path}`);
		expect(await call('Automatic')).toMatch('every call is a run of its own');
		expect(own.sandbox.state.orders).toEqual([]);
		expect(await call('Numbered')).toMatch('Ordered once');
		await call('Numbered');
		expect(own.sandbox.state.orders.map(({ extId }) => extId)).toEqual(['INV-1']);
	} finally {
		await api.deleteWorkflow(stored.id);
		await own.sandbox.close();
	}
});
