/** One operation of the package's interface. */
export interface PromisedOperation {
	call: string;
	/** `-`: needs none; `not shown`: the API document does not say. */
	scope: string;
	/** Fields that tell its orders apart (rule 2 of docs/guarantees.md), by the names of the API. */
	identifying?: string[];
	/** The words for its kind in a record: areas of section 6.3. */
	areas?: string[];
	/** Its response need not show all identifying fields, so an order with a custom key is looked up before it is sent. */
	isLookedUpFirst?: true;
	/** Takes something from the balance. */
	spends?: true;
	/** Creates or moves something, so it takes an ext_id. */
	extId?: true;
	/**
	 * Its response may hold secrets: data of a card, gift card or eSIM, in whatever field it arrives, or a webhook
	 * secret.
	 */
	secrets?: true;
	/** The API document only names the call. */
	isAssumed?: true;
}

/**
 * The names that workflows rely on, written out so that a renamed operation fails the test. Each line has the
 * operation, its call (`-`: none, or the calls of others), its scope (`?`: not shown, `-`: needs none), its flags and
 * the fields that identify its orders.
 */
const LINES = `
balance.get GET api /partner/balance balance:read
depositAddress.get POST base /api/partner/deposit_address deposit_address:read isAssumed
withdrawal.create POST api /partner/withdrawals withdraw extId identifying=ext_id,amount,to_address spends areas=withdrawal
card.issue POST base /api/pin/create_card ? extId secrets identifying=ext_id,<svc>_product_id spends areas=card_issue isLookedUpFirst
card.getAll POST base /api/cards ? secrets
card.get GET api /partner/cards/{card_id} cards:read secrets
card.getBillingAddress POST base /api/partner/card_billing_address cards:read
card.topUp POST base /api/partner/card_topup cards:topup extId isAssumed identifying=ext_id,card_id,amount spends areas=card_topup
card.freeze POST base /api/partner/card_freeze cards:freeze extId isAssumed identifying=ext_id,card_id,kind areas=card_freeze
cardProduct.getAll POST base /api/partner/card_products ? isAssumed
esim.purchase POST api /partner/esims esim:* extId secrets identifying=ext_id,offer_id,quantity spends areas=esim_purchase isLookedUpFirst
esim.topUp POST api /partner/esims/{esim_id}/topups esim:* extId identifying=ext_id,esim_id,offer_id,kind spends areas=esim_topup isLookedUpFirst
esim.get GET api /partner/esims/{esim_id} esim:* secrets
esim.purchasePlan POST base /api/esim/new_plan5 ? extId secrets identifying=ext_id,plan_id,iccid spends areas=esim_purchase,esim_topup isLookedUpFirst
esimOffer.getAll POST base /api/partner/esim_offers esim:* isAssumed
giftCard.purchase POST base /api/purchase ? extId secrets identifying=ext_id,offer_id,required_fields.amount spends areas=gift_purchase isLookedUpFirst
giftCard.get GET api /partner/gift-cards/{purchase_id} gift:read secrets
giftOffer.getAll POST base /api/partner/gift_offers gift:read isAssumed
giftOffer.search POST base /api/offers ?
kyt.quote POST base /api/kyt_quote ?
kyt.check POST base /api/partner/kyt_check kyt:check extId identifying=network,address spends
kyt.screen POST base /api/partner/kyt_check kyt:check extId identifying=network,address spends
kyt.get POST base /api/partner/kyt_check_get kyt:check isAssumed
kyt.verify GET api - -
kyt.getAll POST base /api/partner/kyt_check_history kyt:check isAssumed
document.get POST base /api/partner/document_get document:read secrets
ledger.getAll POST base /api/partner/reconciliation_ledger reconciliation:read isAssumed
batch.create POST api /partner/batch ? extId secrets spends
budget.get GET api - -
webhook.status GET api - -
webhook.setUrl POST base /api/partner/webhook_register ? isAssumed
webhook.rotateSecret POST base /auth/v1/agent/hmac/rotate ? secrets
setup.check GET api - -
accessToken.inspect GET api /auth/v1/partner/jwks -
`;

function promisedBy(line: string): [string, PromisedOperation] {
	const [name = '', method = '', base = '', path = '', scope = '', ...rest] = line.split(' ');
	const more = rest.map((part): [string, true | string[]] => {
		const [key = '', fields] = part.split('=');
		return [key, fields?.split(',').filter(Boolean) ?? true];
	});
	const call = `${method} ${base} ${path === '-' ? '' : path}`;
	return [name, { call, scope: scope === '?' ? 'not shown' : scope, ...Object.fromEntries(more) }];
}

/** By `resource.operation`. */
export const PROMISED: Record<string, PromisedOperation> = Object.fromEntries(
	LINES.trim().split('\n').map(promisedBy),
);
