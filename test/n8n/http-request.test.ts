import { TRON } from '../addresses';
import { runNode } from './harness';
import { type OwnSandbox, startOwnSandbox } from './own-sandbox';

const TYPE = 'n8n-nodes-base.httpRequest';

let own: OwnSandbox;

beforeEach(async () => {
	own = await startOwnSandbox();
});

afterEach(async () => {
	await own.sandbox.close();
});

async function request(parameters: Record<string, unknown>) {
	const result = await runNode({
		type: TYPE,
		typeVersion: 4.2,
		credential: own.credential,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'partnerSettlementApi',
			...parameters,
		},
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

test('a 500 answer is sent once, and so is the order behind it', async () => {
	own.sandbox.addFault({ match: { path: '/withdrawals', times: 0 }, fault: '500_after_commit' });
	const url = `${own.sandbox.apiUrl}/partner/withdrawals`;

	const { error, requests } = await request({ ...withdrawal, url });

	expect(error).toBeDefined();
	expect(requests.map(({ status }) => status)).toEqual([500]);
	expect(own.sandbox.state.orders).toHaveLength(1);
});

test('a stranger does not get the token', async () => {
	const stranger = await startOwnSandbox();
	try {
		const { error } = await request({ url: `${stranger.sandbox.url}/partner/balance` });

		expect(JSON.stringify(error)).toContain('The access token is not sent to');
		expect(stranger.sandbox.state.requests).toEqual([]);
	} finally {
		await stranger.sandbox.close();
	}
});

test('a redirect is not followed', async () => {
	own.sandbox.addFault({ match: { path: '/partner/balance' }, fault: 'redirect' });
	const { requests } = await request({ url: `${own.sandbox.apiUrl}/partner/balance` });
	expect(requests.map(({ status }) => status)).toEqual([307]);
});
