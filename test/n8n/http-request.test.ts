// n8n's HTTP Request node with the credential: it shares the token, sends nothing twice and shows it to nobody else.
import { createServer } from 'node:http';
import { TRON } from '../support/addresses';
import { type NodeRun, runNode } from '../support/n8n/harness';
import { useOwnSandbox } from '../support/n8n/own-sandbox';
import { useServers } from '../support/servers';

const TYPE = 'n8n-nodes-base.httpRequest';

const PREDEFINED = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'partnerSettlementApi',
};

const own = useOwnSandbox({}, true);
const servers = useServers();

async function request(parameters: Record<string, unknown>, run: Partial<NodeRun> = {}) {
	const result = await runNode({
		type: TYPE,
		typeVersion: 4.2,
		...run,
		credential: own.credential,
		parameters: { ...PREDEFINED, ...parameters },
	});
	return { ...result, requests: own.newRequests() };
}

const withdrawal = {
	method: 'POST',
	sendBody: true,
	specifyBody: 'json',
	jsonBody: JSON.stringify({
		currency: 'USDT',
		network: 'TRON',
		amount: '1',
		to_address: TRON,
		ext_id: 'http-1',
	}),
};

test('works with the credential, on the same token as the nodes', async () => {
	const balance = await request({ url: `${own.sandbox.apiUrl}/partner/balance` });
	expect(balance.error).toBeUndefined();
	expect(balance.items[0]?.json).toMatchObject({ currency: 'USDT' });

	await runNode({
		parameters: { resource: 'balance', operation: 'get' },
		credential: own.credential,
	});
	expect(own.sandbox.stats().tokenExchanges).toBe(1);
});

test('a request that gets a 500 is sent once, and there is one order', async () => {
	own.sandbox.addFault({ match: { path: '/withdrawals', times: 0 }, fault: '500_after_commit' });
	const url = `${own.sandbox.apiUrl}/partner/withdrawals`;

	const { error, requests } = await request({ ...withdrawal, url });

	expect(error).toBeDefined();
	expect(requests.map(({ status }) => status)).toEqual([500]);
	expect(own.sandbox.state.orders).toHaveLength(1);
});

// Version 1 takes no credential of this kind.
test.each([2, 4.5])('version %s: a proxy does not get the token', async (typeVersion) => {
	const heard: string[] = [];
	const server = createServer();
	// Whatever it is sent: plain, a tunnel, TLS.
	server.on('connection', (socket) => {
		socket.on('data', (bytes) => {
			heard.push(bytes.toString('latin1'));
			socket.destroy();
		});
	});
	const proxy = await servers.start(server);
	const url = `${own.sandbox.apiUrl}/partner/balance`;
	const method = typeVersion < 3 ? { requestMethod: 'GET' } : {};
	const run = await request({ ...method, url, options: { proxy } }, { typeVersion });
	expect(JSON.stringify(run.error)).toContain('with the option Proxy, others could read it');
	expect(heard).toEqual([]);
	expect(own.sandbox.stats().tokenExchanges).toBe(0);
});

test('a refused request does not put the token into the output of the node', async () => {
	own.sandbox.addFault({ match: { path: '/partner/balance', times: 0 }, fault: '500' });
	const url = `${own.sandbox.apiUrl}/partner/balance`;
	const { items, execution, requests } = await request({ url }, { continueOnFail: true });
	expect(requests.map(({ status }) => status)).toEqual([500]);
	expect(items).toHaveLength(1);
	expect(JSON.stringify(execution)).not.toMatch(/Bearer|eyJ/);
});

test('with a limit in the credential, no token goes out', async () => {
	const { execution, items } = await runNode({
		...{ type: TYPE, typeVersion: 4.2, continueOnFail: true },
		credential: await own.credentialWith({ maximumPerOrder: '1000' }),
		parameters: { ...PREDEFINED, ...withdrawal, url: `${own.sandbox.apiUrl}/partner/withdrawals` },
	});
	expect(JSON.stringify(items)).toContain('use API Call: Request of the node Partner Settlement');
	expect(JSON.stringify(execution)).not.toMatch(/Bearer|eyJ/);
	expect(own.newRequests()).toEqual([]);
	expect(own.sandbox.stats().tokenExchanges).toBe(0);
});
