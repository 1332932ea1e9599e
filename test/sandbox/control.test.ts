// What a test, a person and another process can ask of the sandbox and set in it. What each fault does to a call, and what a
// magic value, test/contract/fault-outcomes.test.ts holds.
import { randomUUID } from 'node:crypto';
import { ETHEREUM } from '../support/addresses';
import { Client, readAnswer, refusal, type Answer } from './support/client';

let client: Client;

beforeEach(async () => {
	client = await Client.start();
});

afterEach(async () => {
	await client.sandbox.close();
});

async function control(method: string, path: string, body?: unknown): Promise<Answer> {
	const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
	return await readAnswer(await fetch(`${client.sandbox.url}/_sandbox${path}`, init));
}

test('stats count requests by method and path, exchanges and refusals', async () => {
	await client.get('/partner/balance');
	await client.get('/partner/balance?currency=USDT');
	await fetch(`${client.sandbox.apiUrl}/partner/balance`);
	const { body } = await control('GET', '/stats');
	expect(body).toMatchObject({
		requests: { 'POST /gw/auth/v1/partner/token': 1, 'GET /gw/partner/balance': 3 },
		tokenExchanges: 1,
		unauthorized: 1,
		rateLimited: 0,
		tlsHandshakes: 0,
	});
	expect(body.connections).toBeGreaterThanOrEqual(1);
	expect(body.maxConcurrentConnections).toBeGreaterThanOrEqual(1);
});

test('recorded requests show what was sent, without credentials', async () => {
	const token = await client.accessToken();
	await client.base('/api/purchase', { offer_id: 'gift-music-5', ext_id: 'g' });
	await client.call('kyt_check', { network: 'eth', address: ETHEREUM });
	const { requests } = client.sandbox.state;
	expect(requests).toMatchObject([
		{ path: '/gw/auth/v1/partner/token', status: 200 },
		{
			method: 'POST',
			path: '/core/api/purchase',
			body: '{"offer_id":"gift-music-5","ext_id":"g"}',
			status: 200,
			headers: { authorization: 'Bearer (hidden)', 'content-type': 'application/json' },
		},
		{ path: '/core/api/partner/kyt_check' },
	]);
	const text = JSON.stringify(requests);
	expect(text).not.toContain(token);
	expect(text).not.toContain(client.partner.webhookSecret);
	expect(text).toContain('(hidden)');
	expect(text).not.toMatch(/assertion\W+ey/);
});

test('a partner can be changed', async () => {
	const path = `/partners/${client.partner.partnerId}`;
	await client.accessToken();
	expect((await control('PATCH', path, { balance: '3' })).status).toBe(200);
	expect(await client.available()).toBe('3.00');
	await control('PATCH', path, { blocked: true });
	expect((await client.get('/partner/balance')).status).toBe(403);
	const callbackUrl = 'https://partner.example/hook';
	await control('PATCH', path, { blocked: false, callbackUrl });
	expect((await client.base('/auth/v1/agent/hmac/rotate')).status).toBe(200);
});

test.each([
	['/partners/999', { balance: '3' }],
	['/partners/1001', { balance: '-3' }],
	['/partners/1001', { colour: 'red' }],
	['/config', { tokenShape: 'nowhere' }],
	['/config', { colour: 'red' }],
])('a control call that makes no sense is refused: %s %j', async (path, body) => {
	expect(refusal(await control('PATCH', path, body))).toEqual([400, 'invalid_request']);
});

test('nth chooses one request, times: 0 all of them', async () => {
	const gift = async () => {
		const body = { offer_id: 'gift-music-5', ext_id: randomUUID() };
		return (await client.base('/api/purchase', body)).status;
	};
	client.sandbox.addFault({ match: { path: '/api/purchase', nth: 2 }, fault: '503' });
	expect([await gift(), await gift(), await gift()]).toEqual([200, 503, 200]);
	client.sandbox.addFault({ match: { path: '/api/purchase', times: 0 }, fault: '500' });
	expect([await gift(), await gift()]).toEqual([500, 500]);
	client.sandbox.clearFaults();
	expect(await gift()).toBe(200);
});
