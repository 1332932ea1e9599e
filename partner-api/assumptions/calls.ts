import { type Assumption, row } from './row';

/** How a call is made that the document only names. */
export interface AssumedCall {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH';
	base: 'api' | 'base';
	/** With `{field}` where a field stands in it. */
	path: string;
}

/** The calls that the document only names (section 4.9), and what is assumed to be their body. */
const ASSUMED_BODIES = {
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
function rowOfCall(name: NamedCall): Assumption<AssumedCall> {
	const path = `/api/partner/${name}`;
	return row('4.9', `Method, path and body of \`${name}\`.`, {
		assumed: `It is a function: \`POST {base_url}${path}\`. Its body is ${ASSUMED_BODIES[name]}.`,
		whenWrong: 'The call fails with 404 or 405, or the API misses a field.',
		replace: `API Differences, \`calls.${name}\`. Where an operation has the options Path and Body, these for one node.`,
		value: { method: 'POST', base: 'base', path },
	});
}

const NAMED = Object.fromEntries(NAMED_CALLS.map((name) => [`call_${name}`, rowOfCall(name)])) as {
	[name in NamedCall as `call_${name}`]: Assumption<AssumedCall>;
};

/** Statuses that say of a call that it failed. */
const CALL_FAILED = 'fail|failure|(?:internal_)?(?:server_)?error|forbidden|unauthorized';

/** Of calls: how they are made, and how the API says whether they went well. */
export const CALLS = {
	...NAMED,
	token_field: row('4.1', 'The field of the access token in the exchange.', {
		assumed: 'The one JWT, at the top or one level down. Of several, one with a usual name.',
		whenWrong: 'Every call fails with `unexpected_answer` of the token exchange.',
		replace: 'Ask the provider of the API: it cannot be replaced.',
		value: ['access_token', 'accessToken', 'token'],
	}),
	key_conflict: row('7, rule 9', 'The code for an `ext_id` that another order has.', {
		assumed: '`ext_id_conflict`.',
		whenWrong:
			'The error does not say that the number is taken. With 400 or 422, an order that an attempt before placed may be told as refused.',
		replace: 'Look the order up with Document: Get.',
		value: 'ext_id_conflict',
	}),
	callback_required: row('7, rule 3', 'Whether `callback_url required` is code or message.', {
		assumed: 'It may be either.',
		whenWrong: 'The error does not say that a callback URL is missing.',
		value: 'callback_url required',
	}),
	call_status: row('2.9', 'Whether a response tells beside its record how the call went.', {
		assumed:
			'By `code`, `error_code`, `http_status`, `status`, `success` or `ok`. All but a word of success is an error.',
		whenWrong: 'An order that was placed is told as unknown, and a lookup decides.',
		replace: 'Not needed: the lookup decides.',
		value: {
			// What is masked was judged before it was.
			success: /^(?:0+|2\d\d|ok|success|true|•+)$/i,
			no: /^(?:0|false|no)$/i,
			error: new RegExp(`^(?:[45]\\d\\d|${CALL_FAILED})$`, 'i'),
			// A status that tells of the call, and not of an order.
			ofCall: new RegExp(`^(?:\\d+|ok|success|${CALL_FAILED})$`, 'i'),
			// A status that says of an order that there is none.
			none: /^(?:404|(?:(?:document|entry|order|purchase|record)[ _-])?not[ _-]?(?:found|exist(?:ing|ent)?)|no[ _-](?:such[ _-])?(?:document|entry|order|purchase|record)|does[ _-]?not[ _-]?exist|absent|empty|non[ _-]?existent|none|missing|unknown)$/i,
		},
	}),
};
