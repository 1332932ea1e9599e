// The sandbox asks for scopes as section 5.3 says.
import { Client } from './support/client';

let client: Client;

beforeAll(async () => {
	client = await Client.start();
});

afterAll(async () => {
	await client.sandbox.close();
});

describe('5.3 scopes', () => {
	test('5.3.3 the defaults are read-only', async () => {
		const reader = await Client.of(client.sandbox, { scopes: [] });
		expect((await reader.get('/partner/balance')).status).toBe(200);
		expect((await reader.call('deposit_address')).status).toBe(200);
		expect((await reader.call('reconciliation_ledger')).status).toBe(200);
		const { status, body } = await reader.api('/partner/withdrawals', {});
		expect([status, body.error]).toEqual([403, 'not_allowed']);
	});

	test('5.3.1 a wildcard covers its own area only', async () => {
		const cards = await Client.of(client.sandbox, { scopes: ['cards:*'] });
		expect((await cards.call('card_billing_address', { card_id: 'x' })).status).toBe(404);
		expect((await cards.call('gift_offers')).status).toBe(403);
		const gifts = await Client.of(client.sandbox, { scopes: ['gift:*'] });
		expect((await gifts.call('gift_offers')).status).toBe(200);
	});

	test('5.3.1 a scope matches exactly', async () => {
		const buyer = await Client.of(client.sandbox, { scopes: ['gift:purchase'] });
		expect((await buyer.call('gift_offers')).status).toBe(403);
	});

	test('5.3.2 *:* is not a valid grant', async () => {
		await expect(client.sandbox.createPartner({ scopes: ['*:*'] })).rejects.toThrow(
			'section 5.3, rule 2',
		);
	});

	const scoped: [string, string, (reader: Client) => Promise<{ status: number }>][] = [
		['balance:read', '/partner/balance', (c) => c.get('/partner/balance')],
		['deposit_address:read', 'deposit_address', (c) => c.call('deposit_address')],
		['withdraw', '/partner/withdrawals', (c) => c.api('/partner/withdrawals', {})],
		['cards:read', '/partner/cards/{id}', (c) => c.get('/partner/cards/x')],
		['cards:read', 'card_billing_address', (c) => c.call('card_billing_address')],
		['cards:topup', 'card_topup', (c) => c.call('card_topup')],
		['cards:freeze', 'card_freeze', (c) => c.call('card_freeze')],
		['esim:*', '/partner/esims', (c) => c.api('/partner/esims', {})],
		['esim:*', '/partner/esims/{id}', (c) => c.get('/partner/esims/x')],
		['esim:*', '/partner/esims/{id}/topups', (c) => c.api('/partner/esims/x/topups', {})],
		['esim:*', 'esim_offers', (c) => c.call('esim_offers')],
		['gift:read', 'gift_offers', (c) => c.call('gift_offers')],
		['gift:read', '/partner/gift-cards/{id}', (c) => c.get('/partner/gift-cards/x')],
		['reconciliation:read', 'reconciliation_ledger', (c) => c.call('reconciliation_ledger')],
		['document:read', 'document_get', (c) => c.call('document_get')],
		['kyt:check', 'kyt_check', (c) => c.call('kyt_check')],
		['kyt:check', 'kyt_check_get', (c) => c.call('kyt_check_get')],
		['kyt:check', 'kyt_check_history', (c) => c.call('kyt_check_history')],
	];

	test.each(scoped)('%s is what %s needs', async (scope, _path, call) => {
		const without = await Client.of(client.sandbox, { scopes: ['cards:issue'] });
		const holder = await Client.of(client.sandbox, { scopes: [scope] });
		expect((await call(without)).status).toBe(403);
		expect((await call(holder)).status).not.toBe(403);
	});

	test('5.7 calls without a shown scope need only a valid token', async () => {
		const reader = await Client.of(client.sandbox, { scopes: [] });
		const answers = await Promise.all([
			reader.base('/api/kyt_quote'),
			reader.base('/api/offers', {}),
			reader.base('/api/cards', {}),
			reader.call('card_products'),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
	});
});
