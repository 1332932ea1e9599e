import { DERIVED, own, run } from '../support/operation-runner';
import { TRON } from '../../support/addresses';

export function account(): void {
	test('Access Token: Inspect', async () => {
		const { first } = await run('accessToken', 'inspect');
		expect(first).toMatchObject({
			signature_valid: true,
			claims: { partner_id: Number(own.partner.partnerId) },
		});
		expect(first.scopes).toContain('balance:read');
		expect(JSON.stringify(first)).not.toContain('eyJ');
	});

	test('API Call: Request', async () => {
		const { first, request } = await run('apiCall', 'request', {
			method: 'POST',
			base: 'base',
			path: '/api/offers',
			body: '{ "query": "coffee" }',
		});
		expect(request).toEqual({ call: 'POST /core/api/offers', body: { query: 'coffee' } });
		expect(first).toHaveProperty('offers');

		const get = await run('apiCall', 'request', {
			method: 'GET',
			base: 'api',
			path: '/partner/balance',
			query: '{ "currency": "USDT" }',
		});
		expect(get.request).toEqual({ call: 'GET /gw/partner/balance', body: undefined });
	});

	test('Balance: Get', async () => {
		const { first, request } = await run('balance', 'get');
		expect(request).toEqual({ call: 'GET /gw/partner/balance', body: undefined });
		expect(first).toMatchObject({ currency: 'USDT', pending_credit: expect.any(String) as string });
	});

	test('Deposit Address: Get', async () => {
		const { request } = await run('depositAddress', 'get');
		expect(request).toEqual({ call: 'POST /core/api/partner/deposit_address', body: {} });
	});

	test('Setup: Check the API', async () => {
		const { items } = await run('setup', 'check');
		const results = new Map(items.map(({ call, result }) => [call, result]));
		expect(results.get('Balance: Get')).toBe('works');
		expect(results.get('Card: Top Up')).toBe('not_checked');
		expect(items.at(-1)).toMatchObject({ call: 'API Differences', suggestion: {} });
	});

	test('Withdrawal: Create', async () => {
		const { first, request } = await run('withdrawal', 'create', {
			currency: 'USDT',
			network: 'TRON',
			amount: '1.100000000000000001',
			toAddress: TRON,
		});
		expect(request.call).toBe('POST /gw/partner/withdrawals');
		expect(request.body).toEqual({
			currency: 'USDT',
			network: 'TRON',
			amount: '1.100000000000000001',
			to_address: TRON,
			ext_id: expect.stringMatching(DERIVED) as string,
		});
		expect(first).toMatchObject({
			status: 'pending',
			ext_id: (request.body as { ext_id: string }).ext_id,
		});
	});
}
