import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import type { OutputItem } from '../../stack/n8n-api-schemas';
import { waitUntil } from '../../stack/wait-until';
import { type NodeResult, runNode } from './harness';
import { type OwnSandbox, startOwnSandbox } from './own-sandbox';

const TRON = 'TX2Zj2NZL4Hjyst9P1Q2RGeiySQ4bNdHkd';
const MASK = '••••••••';
const DERIVED = /^n8n-[a-zA-Z]+-[a-zA-Z]+-[0-9a-f]{32}$/;

let own: OwnSandbox;
/** Every operation that this file has run with success. */
const ran = new Set<string>();

interface Ran {
	result: NodeResult;
	/** The output's json. */
	items: Record<string, unknown>[];
	first: Record<string, unknown>;
	/** The only request, as the sandbox got it. */
	request: { call: string; body: unknown };
}

async function run(
	resource: string,
	operation: string,
	parameters: Record<string, unknown> = {},
): Promise<Ran> {
	own.newRequests();
	const result = await runNode({
		parameters: { resource, operation, ...parameters },
		credential: own.credential,
	});
	expect(result.error).toBeUndefined();
	ran.add(`${resource}.${operation}`);
	const items = result.items.map(({ json }: OutputItem) => json);
	const [request] = own.newRequests();
	const body = request?.body ?? '';
	return {
		result,
		items,
		first: items[0] ?? {},
		request: {
			call: `${request?.method ?? ''} ${request?.path ?? ''}`,
			body: body === '' ? undefined : (JSON.parse(body) as unknown),
		},
	};
}

const custom = (extId: string) => ({ extIdMode: 'custom', extId });

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0, kytDelayMs: 0 });
});

afterAll(async () => {
	await own.sandbox.close();
});

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
	expect(first).toMatchObject({ status: 'pending', ext_id: (request.body as never)['ext_id'] });
});

describe('cards', () => {
	let cardId: string;

	test('Card Product: Get Many', async () => {
		const { items, request } = await run('cardProduct', 'getAll', { returnAll: true });
		expect(request).toEqual({ call: 'POST /core/api/partner/card_products', body: {} });
		expect(items.length).toBeGreaterThan(1);
		expect(items[0]).toHaveProperty('svc_product_id');
		const limited = await run('cardProduct', 'getAll', { limit: 1 });
		expect(limited.items).toEqual([items[0]]);
	});

	test('Card: Issue', async () => {
		const products = await run('cardProduct', 'getAll');
		const { first, request } = await run('card', 'issue', {
			svcProductId: String(products.first.svc_product_id),
			additionalFields: { email: 'a@example.com', firstName: 'Ada', birthDate: '1990-01-31' },
			...custom('card-1'),
		});
		expect(request).toEqual({
			call: 'POST /core/api/pin/create_card',
			body: {
				svc_product_id: products.first.svc_product_id,
				email: 'a@example.com',
				first_name: 'Ada',
				birth_date: '1990-01-31',
				ext_id: 'card-1',
			},
		});
		expect(first).toMatchObject({ ext_id: 'card-1' });
		cardId = String(first.card_id);
		// The order settles at the sandbox's next tick.
		await waitUntil('the card is active', async () => {
			const { first: card } = await run('card', 'get', { cardId });
			return card.status === 'active' || undefined;
		});
	});

	test('Card: Get Many', async () => {
		const { items, request } = await run('card', 'getAll');
		expect(request).toEqual({ call: 'POST /core/api/cards', body: {} });
		expect(items.map((card) => card.card_id)).toContain(cardId);
	});

	test('Card: Get, secrets masked', async () => {
		const { first, request } = await run('card', 'get', { cardId });
		expect(request).toEqual({ call: `GET /gw/partner/cards/${cardId}`, body: undefined });
		expect(first).toMatchObject({ card_id: cardId, cvv: MASK, card_encrypted: MASK });
		expect(first.pan).toMatch(/^••••••••\d{4}$/);
		expect(first).not.toHaveProperty('card_decrypted');
	});

	test('Card: Get, secrets revealed and decrypted', async () => {
		const { first } = await run('card', 'get', { cardId, revealSecrets: true });
		expect(first.pan).toMatch(/^\d{16}$/);
		expect(first.card_decrypted).toMatchObject({ pan: first.pan, cvv: first.cvv });
	});

	test('Card: Get Billing Address', async () => {
		const { first, request } = await run('card', 'getBillingAddress', { cardId });
		expect(request).toEqual({
			call: 'POST /core/api/partner/card_billing_address',
			body: { card_id: cardId },
		});
		expect(first).toHaveProperty('billing_address');
	});

	test('Card: Top Up', async () => {
		const { request } = await run('card', 'topUp', {
			cardId,
			amount: '2.50',
			...custom('topup-1'),
		});
		expect(request).toEqual({
			call: 'POST /core/api/partner/card_topup',
			body: { card_id: cardId, amount: '2.50', ext_id: 'topup-1' },
		});
	});

	test('Card: Freeze', async () => {
		const { request } = await run('card', 'freeze', { cardId, ...custom('freeze-1') });
		expect(request).toEqual({
			call: 'POST /core/api/partner/card_freeze',
			body: { card_id: cardId, ext_id: 'freeze-1' },
		});
	});
});

describe('eSIMs', () => {
	let offerId: string;
	let esimId: string;

	test('eSIM Offer: Get Many', async () => {
		const { first, request } = await run('esimOffer', 'getAll');
		expect(request).toEqual({ call: 'POST /core/api/partner/esim_offers', body: {} });
		offerId = String(first.offer_id);
	});

	test('eSIM: Purchase', async () => {
		const { first, request } = await run('esim', 'purchase', { offerId, ...custom('esim-1') });
		expect(request).toEqual({
			call: 'POST /gw/partner/esims',
			body: { offer_id: offerId, ext_id: 'esim-1' },
		});
		esimId = String(first.esim_id);

		const several = await run('esim', 'purchase', {
			offerId,
			additionalFields: { quantity: 2 },
			...custom('esim-2'),
		});
		expect(several.request.body).toEqual({ offer_id: offerId, quantity: 2, ext_id: 'esim-2' });
		expect(several.first.items).toHaveLength(2);
	});

	test('eSIM: Get', async () => {
		await waitUntil('the order has settled', async () => {
			const { first, request } = await run('esim', 'get', { esimId });
			expect(request.call).toBe(`GET /gw/partner/esims/${esimId}`);
			return (first.activation as { lpa?: string }).lpa === MASK || undefined;
		});
		const { first } = await run('esim', 'get', { esimId, revealSecrets: true });
		expect(first.activation).toMatchObject({ lpa: expect.stringContaining('LPA:') as string });
	});

	test('eSIM: Top Up', async () => {
		const { request } = await run('esim', 'topUp', { esimId, offerId, ...custom('esim-topup-1') });
		expect(request).toEqual({
			call: `POST /gw/partner/esims/${esimId}/topups`,
			body: { offer_id: offerId, ext_id: 'esim-topup-1' },
		});
	});

	test('eSIM: Purchase Plan', async () => {
		const { request } = await run('esim', 'purchasePlan', { planId: offerId, ...custom('plan-1') });
		expect(request).toEqual({
			call: 'POST /core/api/esim/new_plan5',
			body: { plan_id: offerId, ext_id: 'plan-1' },
		});
	});
});

describe('gift cards', () => {
	let offerId: string;
	let purchaseId: string;

	test('Gift Offer: Get Many', async () => {
		const { first, request } = await run('giftOffer', 'getAll');
		expect(request).toEqual({ call: 'POST /core/api/partner/gift_offers', body: {} });
		offerId = String(first.offer_id);
	});

	test('Gift Offer: Search', async () => {
		const { request } = await run('giftOffer', 'search', { query: 'game' });
		expect(request).toEqual({ call: 'POST /core/api/offers', body: { query: 'game' } });
	});

	test('Gift Card: Purchase', async () => {
		const { first, request } = await run('giftCard', 'purchase', {
			offerId,
			additionalFields: { requiredFields: '{ "email": "a@example.com" }' },
			...custom('gift-1'),
		});
		expect(request).toEqual({
			call: 'POST /core/api/purchase',
			body: { offer_id: offerId, required_fields: { email: 'a@example.com' }, ext_id: 'gift-1' },
		});
		purchaseId = String(first.purchase_id);
	});

	test('Gift Card: Get', async () => {
		await waitUntil('the order has settled', async () => {
			const { first, request } = await run('giftCard', 'get', { purchaseId });
			expect(request.call).toBe(`GET /gw/partner/gift-cards/${purchaseId}`);
			return first.epin === MASK || undefined;
		});
		const { first } = await run('giftCard', 'get', { purchaseId, revealSecrets: true });
		expect(first.epin).not.toBe(MASK);
		expect(first.epin).toEqual(expect.any(String));
	});
});

describe('screening', () => {
	let id: string;

	test('KYT Screening: Quote', async () => {
		const { request } = await run('kyt', 'quote');
		expect(request).toEqual({ call: 'POST /core/api/kyt_quote', body: undefined });
	});

	test('KYT Screening: Check', async () => {
		const { first, request } = await run('kyt', 'check', { network: 'tron_usdt', address: TRON });
		expect(request).toEqual({
			call: 'POST /core/api/partner/kyt_check',
			body: {
				network: 'tron_usdt',
				address: TRON,
				ext_id: expect.stringMatching(DERIVED) as string,
			},
		});
		id = String(first.id);
		expect(id).toMatch(/^900719925474\d{4}$/);
	});

	test('KYT Screening: Screen', async () => {
		own.sandbox.configure({ kytDelayMs: 1200 });
		const { first } = await run('kyt', 'screen', {
			network: 'tron_usdt',
			address: TRON,
			additionalFields: { refresh: true },
			options: { pollInterval: 0.2 },
		});
		own.sandbox.configure({ kytDelayMs: 0 });
		expect(first).toMatchObject({ status: 'completed', risk_score: 3, sanctions_hit: false });
	});

	test('KYT Screening: Get sends every digit of the id', async () => {
		const { first, result } = await run('kyt', 'get', { id });
		expect(first).toMatchObject({ id, address: TRON });
		expect(result.items).toHaveLength(1);
		expect(own.sandbox.state.requests.at(-1)?.body).toBe(`{"id":${id}}`);
	});

	test('KYT Screening: Get Many', async () => {
		const { items, request } = await run('kyt', 'getAll');
		expect(request).toEqual({ call: 'POST /core/api/partner/kyt_check_history', body: {} });
		expect(items.map((check) => check.id)).toContain(id);
	});
});

test('Document: Get', async () => {
	const { request } = await run('document', 'get', { extId: 'gift-1' });
	expect(request).toEqual({
		call: 'POST /core/api/partner/document_get',
		body: { ext_id: 'gift-1' },
	});
});

test('Ledger: Get Many', async () => {
	const { items, request } = await run('ledger', 'getAll', {
		additionalFields: { from: '2026-01-01T00:00:00Z' },
	});
	expect(request).toEqual({
		call: 'POST /core/api/partner/reconciliation_ledger',
		body: { from: '2026-01-01T00:00:00Z' },
	});
	expect(items.length).toBeGreaterThan(3);
});

test('Batch: Create', async () => {
	const offers = await run('giftOffer', 'getAll');
	const order = { offer_id: offers.first.offer_id };
	const { items, request } = await run('batch', 'create', {
		items: JSON.stringify([{ body: order }, { body: { ...order, ext_id: 'own' } }]),
		...custom('cart'),
	});
	expect(request).toEqual({
		call: 'POST /gw/partner/batch',
		body: {
			items: [{ body: { ...order, ext_id: 'cart-0' } }, { body: { ...order, ext_id: 'own' } }],
		},
	});
	expect(items.map(({ index, ext_id }) => ({ index, ext_id }))).toEqual([
		{ index: 0, ext_id: 'cart-0' },
		{ index: 1, ext_id: 'own' },
	]);
});

describe('webhook settings', () => {
	test('Webhook: Set URL', async () => {
		const callbackUrl = 'https://n8n.example.com/webhook/settlement';
		const { request } = await run('webhook', 'setUrl', { callbackUrl });
		expect(request).toEqual({
			call: 'POST /core/api/partner/webhook_register',
			body: { callback_url: callbackUrl },
		});
	});

	test('Webhook: Rotate Secret', async () => {
		const masked = await run('webhook', 'rotateSecret');
		expect(masked.request).toEqual({
			call: 'POST /core/auth/v1/agent/hmac/rotate',
			body: undefined,
		});
		expect(masked.first).toEqual({ hmac_secret: MASK });
		const { first } = await run('webhook', 'rotateSecret', { revealSecrets: true });
		expect(String(first.hmac_secret).length).toBeGreaterThan(16);
	});
});

test('every operation of the catalog was run', () => {
	const catalog = OPERATIONS.map(({ resource, operation }) => `${resource}.${operation}`);
	expect([...ran].sort()).toEqual(catalog.sort());
});
