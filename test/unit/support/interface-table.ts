/** One line of the table of operations in the package's interface. */
export interface PromisedOperation {
	call: string;
	/** `-`: needs none; `not shown`: the API document does not say. */
	scope: string;
	/** Required API fields, by parameter name. */
	required?: string[];
	/** Not required, but top-level all the same: workflows rely on their place. */
	topLevel?: string[];
	/** Optional API fields, in additionalFields. */
	additional?: string[];
	/** Creates or moves something, so an ext_id goes with it. */
	extId?: true;
	list?: true;
	/** Its answer may hold secrets: card, gift or eSIM data, whatever way it came by, or a webhook secret. */
	secrets?: true;
	/** It makes no call. */
	local?: true;
	/** The document only names it. */
	isAssumed?: true;
}

/** What workflows rely on, by `resource.operation`; written out here so that a renamed operation fails. */
export const PROMISED: Record<string, PromisedOperation> = {
	'balance.get': { call: 'GET api /partner/balance', scope: 'balance:read' },
	'depositAddress.get': {
		call: 'POST base /api/partner/deposit_address',
		scope: 'deposit_address:read',
		isAssumed: true,
	},
	'withdrawal.create': {
		call: 'POST api /partner/withdrawals',
		scope: 'withdraw',
		required: ['currency', 'network', 'amount', 'toAddress'],
		extId: true,
	},
	'card.issue': {
		call: 'POST base /api/pin/create_card',
		scope: 'not shown',
		required: ['svcProductId'],
		additional: ['birthDate', 'country', 'email', 'firstName', 'lastName', 'phone'],
		extId: true,
		secrets: true,
	},
	'card.getAll': {
		call: 'POST base /api/cards',
		scope: 'not shown',
		list: true,
		secrets: true,
	},
	'card.get': {
		call: 'GET api /partner/cards/{card_id}',
		scope: 'cards:read',
		required: ['cardId'],
		secrets: true,
	},
	'card.getBillingAddress': {
		call: 'POST base /api/partner/card_billing_address',
		scope: 'cards:read',
		required: ['cardId'],
	},
	'card.topUp': {
		call: 'POST base /api/partner/card_topup',
		scope: 'cards:topup',
		required: ['cardId', 'amount'],
		extId: true,
		isAssumed: true,
	},
	'card.freeze': {
		call: 'POST base /api/partner/card_freeze',
		scope: 'cards:freeze',
		required: ['cardId'],
		extId: true,
		isAssumed: true,
	},
	'cardProduct.getAll': {
		call: 'POST base /api/partner/card_products',
		scope: 'not shown',
		list: true,
		isAssumed: true,
	},
	'esim.purchase': {
		call: 'POST api /partner/esims',
		scope: 'esim:*',
		required: ['offerId'],
		additional: ['quantity'],
		extId: true,
		secrets: true,
	},
	'esim.topUp': {
		call: 'POST api /partner/esims/{esim_id}/topups',
		scope: 'esim:*',
		required: ['esimId', 'offerId'],
		extId: true,
	},
	'esim.get': {
		call: 'GET api /partner/esims/{esim_id}',
		scope: 'esim:*',
		required: ['esimId'],
		secrets: true,
	},
	'esim.purchasePlan': {
		call: 'POST base /api/esim/new_plan5',
		scope: 'not shown',
		required: ['planId'],
		additional: ['iccid'],
		extId: true,
		secrets: true,
	},
	'esimOffer.getAll': {
		call: 'POST base /api/partner/esim_offers',
		scope: 'esim:*',
		list: true,
		isAssumed: true,
	},
	'giftCard.purchase': {
		call: 'POST base /api/purchase',
		scope: 'not shown',
		required: ['offerId'],
		topLevel: ['requiredFieldsForm'],
		additional: ['requiredFields'],
		extId: true,
		secrets: true,
	},
	'giftCard.get': {
		call: 'GET api /partner/gift-cards/{purchase_id}',
		scope: 'gift:read',
		required: ['purchaseId'],
		secrets: true,
	},
	'giftOffer.getAll': {
		call: 'POST base /api/partner/gift_offers',
		scope: 'gift:read',
		list: true,
		isAssumed: true,
	},
	'giftOffer.search': {
		call: 'POST base /api/offers',
		scope: 'not shown',
		topLevel: ['query'],
		list: true,
	},
	'kyt.quote': { call: 'POST base /api/kyt_quote', scope: 'not shown' },
	'kyt.check': {
		call: 'POST base /api/partner/kyt_check',
		scope: 'kyt:check',
		required: ['network', 'address'],
		additional: ['refresh'],
		extId: true,
	},
	'kyt.screen': {
		call: 'POST base /api/partner/kyt_check',
		scope: 'kyt:check',
		required: ['network', 'address'],
		additional: ['refresh'],
		extId: true,
	},
	'kyt.get': {
		call: 'POST base /api/partner/kyt_check_get',
		scope: 'kyt:check',
		required: ['id'],
		isAssumed: true,
	},
	'kyt.verify': {
		call: 'GET api ',
		scope: '-',
		required: ['certificate'],
		topLevel: ['verificationKey'],
		local: true,
	},
	'kyt.getAll': {
		call: 'POST base /api/partner/kyt_check_history',
		scope: 'kyt:check',
		list: true,
		isAssumed: true,
		additional: ['address'],
	},
	'document.get': {
		call: 'POST base /api/partner/document_get',
		scope: 'document:read',
		required: ['extId'],
		secrets: true,
	},
	'ledger.getAll': {
		call: 'POST base /api/partner/reconciliation_ledger',
		scope: 'reconciliation:read',
		additional: ['from', 'to'],
		list: true,
		isAssumed: true,
	},
	'batch.create': {
		call: 'POST api /partner/batch',
		scope: 'not shown',
		required: ['items'],
		extId: true,
		secrets: true,
	},
	'webhook.setUrl': {
		call: 'POST base /api/partner/webhook_register',
		scope: 'not shown',
		required: ['callbackUrl', 'confirmReplace'],
		isAssumed: true,
	},
	'webhook.rotateSecret': {
		call: 'POST base /auth/v1/agent/hmac/rotate',
		scope: 'not shown',
		secrets: true,
	},
	// It makes the calls of others.
	'setup.check': { call: 'GET api ', scope: '-', topLevel: ['extId'] },
	'accessToken.inspect': { call: 'GET api /auth/v1/partner/jwks', scope: '-' },
};
