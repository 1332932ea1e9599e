import { TRON } from '../../support/addresses';

type Fields = Record<string, unknown>;

/**
 * An operation: its parameters, the body that the API gets, and what the last item holds. A field of an earlier order, such
 * as {card_id}, stands for its value.
 */
export type Case = [name: string, parameters: Fields, body: Fields | string, out: Fields];

/** The fields that later cases need, and the operations whose last items have them. */
export const KEPT: Record<string, string> = {
	'card.issue': 'card_id',
	'esim.purchase': 'esim_id',
	'giftCard.purchase': 'purchase_id',
	'kyt.check': 'id',
};

/** How a secret comes out unless it is revealed. */
const MASK = '••••••••';
/** A derived ext_id. */
const DERIVED: unknown = expect.stringMatching(/^n8n-[a-zA-Z]+-[a-zA-Z]+-[0-9a-f]{32}$/);
const ANY: unknown = expect.any(String);
const REVEALED = { revealSecrets: true };
const READY = { waitUntilReady: true, options: { pollInterval: 0.1 } };

/** Parameters for a custom ext_id. */
const own = (extId: string) => ({ extIdMode: 'custom', extId });
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const SENT = { currency: 'USDT', network: 'TRON', amount: '1.100000000000000001' };
const CHECKED = { network: 'tron_usdt', address: TRON };
const EMAIL = 'a@example.com';
const ESIM = { offer_id: 'esim-eu-5gb' };
const ESIM_OFFER = { offerId: 'esim-eu-5gb' };
const CARD = { cardId: '{card_id}' };
const CALLBACK = 'https://n8n.example.com/webhook/settlement';

/** Each operation at least once. */
export const CASES: Case[] = [
	['accessToken.inspect', {}, '', { signature_valid: true }],
	[
		'apiCall.request',
		{ method: 'POST', base: 'base', path: '/api/offers', body: '{ "query": "coffee" }' },
		{ query: 'coffee' },
		{ offers: expect.any(Array) },
	],
	['balance.get', {}, '', { currency: 'USDT' }],
	['depositAddress.get', {}, {}, {}],
	[
		'withdrawal.create',
		{ ...SENT, toAddress: TRON },
		{ ...SENT, to_address: TRON, ext_id: DERIVED },
		{ status: 'pending', ext_id: DERIVED },
	],
	['cardProduct.getAll', {}, {}, { svc_product_id: expect.anything() }],
	[
		'card.issue',
		{
			...{ svcProductId: '101', ...own('card-1'), ...READY },
			additionalFields: { email: EMAIL, firstName: 'Ada', birthDate: '1990-01-31' },
		},
		{
			...{ svc_product_id: 101, email: EMAIL, first_name: 'Ada' },
			...{ birth_date: '1990-01-31', ext_id: 'card-1' },
		},
		{ ext_id: 'card-1' },
	],
	['card.getAll', {}, {}, { status: 'active' }],
	['card.get', CARD, '', { pan: matching(/^••••••••\d{4}$/), cvv: MASK, card_encrypted: MASK }],
	[
		'card.get',
		{ ...CARD, ...REVEALED },
		'',
		{ pan: matching(/^\d{16}$/), card_decrypted: { pan: matching(/^\d{16}$/) } },
	],
	[
		'card.getBillingAddress',
		CARD,
		{ card_id: '{card_id}' },
		{ billing_address: expect.any(Object) },
	],
	[
		'card.topUp',
		{ ...CARD, amount: '2.50', ...own('topup-1') },
		{ card_id: '{card_id}', amount: '2.50', ext_id: 'topup-1' },
		{},
	],
	[
		'card.freeze',
		{ ...CARD, ...own('freeze-1') },
		{ card_id: '{card_id}', ext_id: 'freeze-1' },
		{},
	],
	['esimOffer.getAll', {}, {}, { offer_id: ANY }],
	[
		'esim.purchase',
		{ ...ESIM_OFFER, ...own('esim-1'), ...READY },
		{ ...ESIM, ext_id: 'esim-1' },
		{},
	],
	['esim.get', { esimId: '{esim_id}' }, '', { activation: { lpa: MASK } }],
	[
		'esim.get',
		{ esimId: '{esim_id}', ...REVEALED },
		'',
		{ activation: { lpa: matching(/^LPA:/) } },
	],
	[
		'esim.topUp',
		{ esimId: '{esim_id}', ...ESIM_OFFER, ...own('esim-topup-1') },
		{ ...ESIM, ext_id: 'esim-topup-1' },
		{},
	],
	[
		'esim.purchasePlan',
		{ planId: ESIM.offer_id, ...own('plan-1') },
		{ plan_id: ESIM.offer_id, ext_id: 'plan-1' },
		{},
	],
	['giftOffer.getAll', {}, {}, { offer_id: ANY }],
	['giftOffer.search', { query: 'game' }, { query: 'game' }, {}],
	[
		'giftCard.purchase',
		{
			...{ offerId: 'gift-games-20', ...own('gift-1'), ...READY },
			additionalFields: { requiredFields: `{ "email": "${EMAIL}" }` },
		},
		{ offer_id: 'gift-games-20', required_fields: { email: EMAIL }, ext_id: 'gift-1' },
		{},
	],
	['giftCard.get', { purchaseId: '{purchase_id}' }, '', { epin: MASK }],
	['giftCard.get', { purchaseId: '{purchase_id}', ...REVEALED }, '', { epin: matching(/^[^•]+$/) }],
	['kyt.quote', {}, '', {}],
	[
		'kyt.check',
		CHECKED,
		{ ...CHECKED, ext_id: DERIVED },
		// A number as it came, although JavaScript's own would lose digits of it.
		{ id: matching(/^900719925474\d{4}$/) },
	],
	[
		'kyt.screen',
		{ ...CHECKED, options: { pollInterval: 0.1 }, additionalFields: { refresh: true } },
		{ ...CHECKED, refresh: true, ext_id: DERIVED },
		{ status: 'completed', risk_score: 3, sanctions_hit: false },
	],
	['kyt.get', { id: '{id}' }, '{"id":{id}}', { id: '{id}' }],
	['kyt.verify', { certificate: 'none' }, '', { valid: false, verification_key: { kty: 'OKP' } }],
	['kyt.getAll', {}, {}, { id: '{id}' }],
	['document.get', { extId: 'gift-1' }, { ext_id: 'gift-1' }, {}],
	[
		'ledger.getAll',
		{ additionalFields: { from: '2026-01-01T00:00:00Z' } },
		{ from: '2026-01-01T00:00:00Z' },
		{ amount: ANY },
	],
	[
		'batch.create',
		{ items: '[{ "body": { "offer_id": "gift-music-5", "ext_id": "first" } }]' },
		{ items: [{ body: { offer_id: 'gift-music-5', ext_id: 'first' } }] },
		{ index: 0, ext_id: 'first' },
	],
	[
		'webhook.setUrl',
		{ callbackUrl: CALLBACK, confirmReplace: true },
		{ callback_url: CALLBACK },
		{},
	],
	['webhook.rotateSecret', REVEALED, '', { hmac_secret: matching(/^.{17,}$/) }],
	// They make no call: test/n8n/budgets.test.ts and trigger.test.ts have more of them.
	['budget.get', {}, '', { window: '30d', maximum: null }],
	['webhook.status', {}, '', { accepted: 0, last_refused: null }],
	// Its many calls are made together; its last item is for the credential.
	['setup.check', {}, '', { call: 'API Differences', suggestion: {} }],
];
