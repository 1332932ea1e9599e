/** How a call is made that the document only names. */
export interface AssumedCall {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH';
	base: 'api' | 'base';
	/** With `{field}` where a field stands in it. */
	path: string;
}

/** The calls that the document only names (section 4.9), and what is assumed to be their body. */
export const ASSUMED_BODIES = {
	card_freeze: '`card_id` and `ext_id`',
	card_products: 'an empty object',
	card_topup: '`card_id`, `amount` in USDT and `ext_id`',
	deposit_address: 'an empty object',
	document_get: '`ext_id`',
	esim_offers: 'an empty object',
	gift_offers: 'an empty object',
	kyt_check_get: '`id`',
	kyt_check_history: '`address`, which may be missing',
	reconciliation_ledger: '`from` and `to`, both of which may be missing',
	webhook_register: '`callback_url`',
} as const;

export type NamedCall = keyof typeof ASSUMED_BODIES;

export const NAMED_CALLS = Object.keys(ASSUMED_BODIES) as NamedCall[];

/** Each is assumed to be a function as in section 1, rule 6. */
export const ASSUMED_CALLS = Object.fromEntries(
	NAMED_CALLS.map((name) => [name, { method: 'POST', base: 'base', path: `/api/partner/${name}` }]),
) as Record<NamedCall, AssumedCall>;
