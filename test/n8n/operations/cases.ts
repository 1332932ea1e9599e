import { TRON } from '../../support/addresses';

type Fields = Record<string, unknown>;
/** The IDs from the orders of earlier cases, by the response field that showed them. */
export type Ids = Record<string, string>;

/** An operation: its parameters, the request that the API gets, and what the last item holds. */
export type Case = [
	name: string,
	given: (ids: Ids) => [parameters: Fields, call?: string, body?: Fields | string, out?: Fields],
	/** The field of the last item that later cases need. */
	keeps?: string,
];

/** How a secret comes out unless it is revealed. */
const MASK = '••••••••';
/** A derived ext_id. */
const DERIVED: unknown = expect.stringMatching(/^n8n-[a-zA-Z]+-[a-zA-Z]+-[0-9a-f]{32}$/);
const ANY: unknown = expect.any(String);
const REVEALED = { revealSecrets: true };
const READY = { waitUntilReady: true, options: { pollInterval: 0.1 } };
const ESIM = 'esim-eu-5gb';
const GIFT = 'gift-games-20';

/** Parameters for a custom ext_id. */
const own = (extId: string) => ({ extIdMode: 'custom', extId });
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** Each operation at least once. Some need the result of an earlier order. */
export const CASES: Case[] = [
	[
		'accessToken.inspect',
		() => [{}, 'GET /gw/auth/v1/partner/jwks', undefined, { signature_valid: true }],
	],
	[
		'apiCall.request',
		() => [
			{ method: 'POST', base: 'base', path: '/api/offers', body: '{ "query": "coffee" }' },
			'POST /core/api/offers',
			{ query: 'coffee' },
			{ offers: expect.any(Array) },
		],
	],
	['balance.get', () => [{}, 'GET /gw/partner/balance', undefined, { currency: 'USDT' }]],
	['depositAddress.get', () => [{}, 'POST /core/api/partner/deposit_address', {}]],
	[
		'withdrawal.create',
		() => [
			{ currency: 'USDT', network: 'TRON', amount: '1.100000000000000001', toAddress: TRON },
			'POST /gw/partner/withdrawals',
			{
				...{ currency: 'USDT', network: 'TRON', amount: '1.100000000000000001' },
				...{ to_address: TRON, ext_id: DERIVED },
			},
			{ status: 'pending', ext_id: DERIVED },
		],
	],
	[
		'cardProduct.getAll',
		() => [{}, 'POST /core/api/partner/card_products', {}, { svc_product_id: expect.anything() }],
	],
	[
		'card.issue',
		() => [
			{
				...{ svcProductId: '101', ...own('card-1'), ...READY },
				additionalFields: { email: 'a@example.com', firstName: 'Ada', birthDate: '1990-01-31' },
			},
			'POST /core/api/pin/create_card',
			{
				...{ svc_product_id: 101, email: 'a@example.com', first_name: 'Ada' },
				...{ birth_date: '1990-01-31', ext_id: 'card-1' },
			},
			{ ext_id: 'card-1' },
		],
		'card_id',
	],
	['card.getAll', () => [{}, 'POST /core/api/cards', {}, { status: 'active' }]],
	[
		'card.get',
		({ card_id: cardId }) => [
			{ cardId },
			`GET /gw/partner/cards/${String(cardId)}`,
			undefined,
			{ pan: matching(/^••••••••\d{4}$/), cvv: MASK, card_encrypted: MASK },
		],
	],
	[
		'card.get',
		({ card_id: cardId }) => [
			{ cardId, ...REVEALED },
			`GET /gw/partner/cards/${String(cardId)}`,
			undefined,
			{ pan: matching(/^\d{16}$/), card_decrypted: { pan: matching(/^\d{16}$/) } },
		],
	],
	[
		'card.getBillingAddress',
		({ card_id }) => [
			{ cardId: card_id },
			'POST /core/api/partner/card_billing_address',
			{ card_id },
			{ billing_address: expect.any(Object) },
		],
	],
	[
		'card.topUp',
		({ card_id }) => [
			{ cardId: card_id, amount: '2.50', ...own('topup-1') },
			'POST /core/api/partner/card_topup',
			{ card_id, amount: '2.50', ext_id: 'topup-1' },
		],
	],
	[
		'card.freeze',
		({ card_id }) => [
			{ cardId: card_id, ...own('freeze-1') },
			'POST /core/api/partner/card_freeze',
			{ card_id, ext_id: 'freeze-1' },
		],
	],
	['esimOffer.getAll', () => [{}, 'POST /core/api/partner/esim_offers', {}, { offer_id: ANY }]],
	[
		'esim.purchase',
		() => [
			{ offerId: ESIM, ...own('esim-1'), ...READY },
			'POST /gw/partner/esims',
			{ offer_id: ESIM, ext_id: 'esim-1' },
		],
		'esim_id',
	],
	[
		'esim.get',
		({ esim_id: esimId }) => [
			{ esimId },
			`GET /gw/partner/esims/${String(esimId)}`,
			undefined,
			{ activation: { lpa: MASK } },
		],
	],
	[
		'esim.get',
		({ esim_id: esimId }) => [
			{ esimId, ...REVEALED },
			`GET /gw/partner/esims/${String(esimId)}`,
			undefined,
			{ activation: { lpa: matching(/^LPA:/) } },
		],
	],
	[
		'esim.topUp',
		({ esim_id: esimId }) => [
			{ esimId, offerId: ESIM, ...own('esim-topup-1') },
			`POST /gw/partner/esims/${String(esimId)}/topups`,
			{ offer_id: ESIM, ext_id: 'esim-topup-1' },
		],
	],
	[
		'esim.purchasePlan',
		() => [
			{ planId: ESIM, ...own('plan-1') },
			'POST /core/api/esim/new_plan5',
			{ plan_id: ESIM, ext_id: 'plan-1' },
		],
	],
	['giftOffer.getAll', () => [{}, 'POST /core/api/partner/gift_offers', {}, { offer_id: ANY }]],
	['giftOffer.search', () => [{ query: 'game' }, 'POST /core/api/offers', { query: 'game' }]],
	[
		'giftCard.purchase',
		() => [
			{
				...{ offerId: GIFT, ...own('gift-1'), ...READY },
				additionalFields: { requiredFields: '{ "email": "a@example.com" }' },
			},
			'POST /core/api/purchase',
			{ offer_id: GIFT, required_fields: { email: 'a@example.com' }, ext_id: 'gift-1' },
		],
		'purchase_id',
	],
	[
		'giftCard.get',
		({ purchase_id: purchaseId }) => [
			{ purchaseId },
			`GET /gw/partner/gift-cards/${String(purchaseId)}`,
			undefined,
			{ epin: MASK },
		],
	],
	[
		'giftCard.get',
		({ purchase_id: purchaseId }) => [
			{ purchaseId, ...REVEALED },
			`GET /gw/partner/gift-cards/${String(purchaseId)}`,
			undefined,
			{ epin: matching(/^[^•]+$/) },
		],
	],
	['kyt.quote', () => [{}, 'POST /core/api/kyt_quote']],
	[
		'kyt.check',
		() => [
			{ network: 'tron_usdt', address: TRON },
			'POST /core/api/partner/kyt_check',
			{ network: 'tron_usdt', address: TRON, ext_id: DERIVED },
			{ id: matching(/^900719925474\d{4}$/) },
		],
		'id',
	],
	[
		'kyt.screen',
		() => [
			{
				...{ network: 'tron_usdt', address: TRON, options: { pollInterval: 0.1 } },
				additionalFields: { refresh: true },
			},
			'POST /core/api/partner/kyt_check',
			{ network: 'tron_usdt', address: TRON, refresh: true, ext_id: DERIVED },
			{ status: 'completed', risk_score: 3, sanctions_hit: false },
		],
	],
	[
		'kyt.get',
		({ id = '' }) => [{ id }, 'POST /core/api/partner/kyt_check_get', `{"id":${id}}`, { id }],
	],
	[
		'kyt.verify',
		() => [
			{ certificate: 'none' },
			'',
			undefined,
			{ valid: false, verification_key: { kty: 'OKP' } },
		],
	],
	['kyt.getAll', ({ id }) => [{}, 'POST /core/api/partner/kyt_check_history', {}, { id }]],
	[
		'document.get',
		() => [{ extId: 'gift-1' }, 'POST /core/api/partner/document_get', { ext_id: 'gift-1' }],
	],
	[
		'ledger.getAll',
		() => [
			{ additionalFields: { from: '2026-01-01T00:00:00Z' } },
			'POST /core/api/partner/reconciliation_ledger',
			{ from: '2026-01-01T00:00:00Z' },
			{ amount: ANY },
		],
	],
	[
		'batch.create',
		() => [
			{ items: '[{ "body": { "offer_id": "gift-music-5", "ext_id": "first" } }]' },
			'POST /gw/partner/batch',
			{ items: [{ body: { offer_id: 'gift-music-5', ext_id: 'first' } }] },
			{ index: 0, ext_id: 'first' },
		],
	],
	[
		'webhook.setUrl',
		() => [
			{ callbackUrl: 'https://n8n.example.com/webhook/settlement', confirmReplace: true },
			'POST /core/api/partner/webhook_register',
			{ callback_url: 'https://n8n.example.com/webhook/settlement' },
		],
	],
	[
		'webhook.rotateSecret',
		() => [
			REVEALED,
			'POST /core/auth/v1/agent/hmac/rotate',
			undefined,
			{ hmac_secret: matching(/^.{17,}$/) },
		],
	],
	// They make no call: test/n8n/budgets.test.ts and trigger.test.ts have more of them.
	['budget.get', () => [{}, undefined, undefined, { window: '30d', maximum: null }]],
	['webhook.status', () => [{}, undefined, undefined, { accepted: 0, last_refused: null }]],
	// Its many calls are made together; its last item is for the credential.
	['setup.check', () => [{}, undefined, undefined, { call: 'API Differences', suggestion: {} }]],
];
