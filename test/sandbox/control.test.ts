// What a test can ask of the sandbox and set in it.
import { ETHEREUM } from '../support/addresses';
import { Client, readAnswer, readJson, until, type Answer } from './support/client';

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
		orders: 0,
		kytChecks: 0,
	});
	expect(body.connections).toBeGreaterThanOrEqual(1);
	expect(body.maxConcurrentConnections).toBeGreaterThanOrEqual(1);
});

test('reset counts anew and keeps the state', async () => {
	await client.base('/api/purchase', { offer_id: 'gift-music-5', ext_id: 'g' });
	await control('POST', '/reset');
	expect(client.sandbox.stats()).toMatchObject({ requests: {}, tokenExchanges: 0, orders: 1 });
	expect(client.sandbox.state.requests).toEqual([]);
});

test('the state shows what was sent, without credentials', async () => {
	const token = await client.accessToken();
	await client.base('/api/purchase', { offer_id: 'gift-music-5', ext_id: 'g' });
	await client.call('kyt_check', {
		network: 'eth',
		address: ETHEREUM,
	});
	const { body, text } = await control('GET', '/state');
	expect(body).toMatchObject({
		partners: [{ partnerId: client.partner.partnerId, balance: { currency: 'USDT' } }],
		orders: [{ kind: 'gift_purchase', record: { ext_id: 'g' } }],
		kytChecks: [{ id: 9_007_199_254_740_993n }],
		requests: [
			{ path: '/gw/auth/v1/partner/token', status: 200 },
			{
				method: 'POST',
				path: '/core/api/purchase',
				body: '{"offer_id":"gift-music-5","ext_id":"g"}',
				status: 200,
				headers: { authorization: 'Bearer (hidden)', 'content-type': 'application/json' },
			},
			{ path: '/core/api/partner/kyt_check' },
		],
	});
	expect(text).not.toContain(token);
	expect(text).not.toContain(client.partner.webhookSecret);
	expect(text).not.toMatch(/"assertion":"ey/);
});

test('partners can be made, changed and given keys', async () => {
	const made = await control('POST', '/partners', { scopes: 'default', balance: '5.5' });
	const id = String(made.body.partnerId);
	expect(made.body).toMatchObject({
		keyId: expect.any(String),
		privateKeyPem: expect.stringContaining('PRIVATE KEY'),
		privateKeyJwk: { crv: 'Ed25519' },
		webhookSecret: expect.any(String),
		cardEncryptionKeyPem: expect.stringContaining('PRIVATE KEY'),
	});
	expect(client.sandbox.state.balance(id).available_balance).toBe('5.50');
	await control('PATCH', `/partners/${id}`, { balance: '3', blocked: true });
	expect(client.sandbox.state.balance(id).available_balance).toBe('3.00');
	const key = await control('POST', `/partners/${id}/keys`);
	expect(key.body.keyId).not.toBe(made.body.keyId);
	expect((await control('DELETE', `/keys/${String(key.body.keyId)}`)).status).toBe(200);
	expect((await control('DELETE', '/keys/nobody')).status).toBe(400);
	expect((await control('POST', '/partners', { scopes: ['*:*'] })).status).toBe(400);
});

test('the configuration can be changed', async () => {
	const { body } = await control('PATCH', '/config', { tokenTtlSeconds: 7, tokenShape: 'token' });
	expect(body).toMatchObject({ tokenTtlSeconds: 7, tokenShape: 'token' });
	expect((await client.exchangeWith({})).body).toMatchObject({ expires_in: 7 });
	expect((await control('PATCH', '/config', { tokenShape: 'nowhere' })).status).toBe(400);
	expect((await control('PATCH', '/config', { colour: 'red' })).status).toBe(400);
});

test('faults can be injected and cleared', async () => {
	await client.accessToken();
	await control('POST', '/faults', { match: { path: 'balance', times: 0 }, fault: '503' });
	expect((await client.get('/partner/balance')).status).toBe(503);
	await control('DELETE', '/faults');
	expect((await client.get('/partner/balance')).status).toBe(200);
	expect((await control('POST', '/faults', { fault: 'meteorite' })).status).toBe(400);
});

test('events can be sent', async () => {
	const { partnerId } = client.partner;
	// The sandbox is its own receiver here: it answers 404, which is an answer too.
	await control('PATCH', `/partners/${partnerId}`, { callbackUrl: `${client.sandbox.url}/hook` });
	await control('PATCH', '/config', { webhookAttempts: 1 });
	const event = { partnerId, event: 'card.otp', data: { otp: '1' }, eventId: 'e-1', duplicates: 2 };
	expect((await control('POST', '/events', event)).body).toEqual({ event_id: 'e-1' });
	const deliveries = await until(
		() => client.sandbox.state.deliveries,
		(sent) => sent.length === 2,
	);
	expect(deliveries[0]).toMatchObject({ event: 'card.otp', status: 404, eventId: 'e-1' });
	expect(readJson(deliveries[0]?.body ?? '').data).toEqual({ otp: '1' });
});

test('latency is added to each answer', async () => {
	await client.accessToken();
	client.sandbox.configure({ latencyMs: 60_000 });
	const aborted = fetch(`${client.sandbox.apiUrl}/partner/balance`, {
		signal: AbortSignal.timeout(50),
	});
	await expect(aborted).rejects.toThrow();
	expect((await control('GET', '/stats')).status).toBe(200);
});
