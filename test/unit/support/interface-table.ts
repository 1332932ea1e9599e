/** One operation of the package's interface. */
export interface PromisedOperation {
	call: string;
	/** `-`: needs none; `not shown`: the API document does not say. */
	scope: string;
	/** Required API fields, by parameter name. */
	required?: string[];
	/** Optional, but at the top level, because workflows rely on their place. */
	topLevel?: string[];
	/** Optional API fields, in additionalFields. */
	additional?: string[];
	/** Fields that tell its orders apart (rule 2 of docs/guarantees.md), by the names of the API. */
	identifying?: string[];
	/** Creates or moves something, so it takes an ext_id. */
	extId?: true;
	list?: true;
	/**
	 * Its response may hold secrets: data of a card, gift card or eSIM, in whatever field it arrives, or a webhook
	 * secret.
	 */
	secrets?: true;
	/** It makes no call. */
	local?: true;
	/** The API document only names the call. */
	isAssumed?: true;
}

/**
 * The names that workflows rely on, written out so that a renamed operation fails the test. Each line has the
 * operation, its call (`-`: none, or the calls of others), its scope (`?`: not shown, `-`: needs none), its fields and
 * its flags.
 */
const LINES = `
balance.get GET api /partner/balance balance:read
depositAddress.get POST base /api/partner/deposit_address deposit_address:read isAssumed
withdrawal.create POST api /partner/withdrawals withdraw required=currency,network,amount,toAddress extId identifying=ext_id,amount,to_address
card.issue POST base /api/pin/create_card ? required=svcProductId additional=birthDate,country,email,firstName,lastName,phone extId secrets identifying=ext_id,<svc>_product_id
card.getAll POST base /api/cards ? list secrets
card.get GET api /partner/cards/{card_id} cards:read required=cardId secrets
card.getBillingAddress POST base /api/partner/card_billing_address cards:read required=cardId
card.topUp POST base /api/partner/card_topup cards:topup required=cardId,amount extId isAssumed identifying=ext_id,card_id,amount
card.freeze POST base /api/partner/card_freeze cards:freeze required=cardId extId isAssumed identifying=ext_id,card_id,kind
cardProduct.getAll POST base /api/partner/card_products ? list isAssumed
esim.purchase POST api /partner/esims esim:* required=offerId additional=quantity extId secrets identifying=ext_id,offer_id,quantity
esim.topUp POST api /partner/esims/{esim_id}/topups esim:* required=esimId,offerId extId identifying=ext_id,esim_id,offer_id,kind
esim.get GET api /partner/esims/{esim_id} esim:* required=esimId secrets
esim.purchasePlan POST base /api/esim/new_plan5 ? required=planId additional=iccid extId secrets identifying=ext_id,plan_id,iccid
esimOffer.getAll POST base /api/partner/esim_offers esim:* list isAssumed
giftCard.purchase POST base /api/purchase ? required=offerId topLevel=requiredFieldsForm additional=requiredFields extId secrets identifying=ext_id,offer_id,required_fields.amount
giftCard.get GET api /partner/gift-cards/{purchase_id} gift:read required=purchaseId secrets
giftOffer.getAll POST base /api/partner/gift_offers gift:read list isAssumed
giftOffer.search POST base /api/offers ? topLevel=query list
kyt.quote POST base /api/kyt_quote ?
kyt.check POST base /api/partner/kyt_check kyt:check required=network,address additional=refresh extId identifying=network,address
kyt.screen POST base /api/partner/kyt_check kyt:check required=network,address additional=refresh extId identifying=network,address
kyt.get POST base /api/partner/kyt_check_get kyt:check required=id isAssumed
kyt.verify GET api - - required=certificate topLevel=verificationKey local
kyt.getAll POST base /api/partner/kyt_check_history kyt:check additional=address list isAssumed
document.get POST base /api/partner/document_get document:read required=extId secrets
ledger.getAll POST base /api/partner/reconciliation_ledger reconciliation:read additional=from,to list isAssumed
batch.create POST api /partner/batch ? required=items extId secrets
budget.get GET api - - local
webhook.status GET api - - local
webhook.setUrl POST base /api/partner/webhook_register ? required=callbackUrl,confirmReplace isAssumed
webhook.rotateSecret POST base /auth/v1/agent/hmac/rotate ? secrets
setup.check GET api - - topLevel=extId
accessToken.inspect GET api /auth/v1/partner/jwks -
`;

function promisedBy(line: string): [string, PromisedOperation] {
	const [name = '', method = '', base = '', path = '', scope = '', ...rest] = line.split(' ');
	const more = rest.map((part): [string, true | string[]] => {
		const [key = '', fields] = part.split('=');
		return [key, fields?.split(',') ?? true];
	});
	const call = `${method} ${base} ${path === '-' ? '' : path}`;
	return [name, { call, scope: scope === '?' ? 'not shown' : scope, ...Object.fromEntries(more) }];
}

/** By `resource.operation`. */
export const PROMISED: Record<string, PromisedOperation> = Object.fromEntries(
	LINES.trim().split('\n').map(promisedBy),
);
