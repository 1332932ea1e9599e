// One row for each thing that the API document leaves open and the code decides. docs/assumptions.md is made of it.

import { ASSUMED_BODIES, ASSUMED_CALLS, NAMED_CALLS, type NamedCall } from './named-calls';

/** What the code takes for true where the document is silent. */
export interface Assumption<T = undefined> {
	/** Of the document. */
	section: string;
	notShown: string;
	assumed: string;
	/** How an operator sees that it is wrong. */
	whenWrong: string;
	/** How an operator replaces it. */
	replace: string;
	/** What the code reads. */
	value: T;
}

const NO_WAY = 'Not needed: nothing but a text or a list depends on it.';
const OWN_ID = 'Choose By ID, and type it.';

function row<T = undefined>(texts: Omit<Assumption, 'value'>, value?: T): Assumption<T> {
	return { ...texts, value: value as T };
}

function rowOfCall(name: NamedCall): Assumption {
	return row({
		section: '4.9',
		notShown: `Method, path and body of \`${name}\`.`,
		assumed: `It is a function: \`POST {base_url}${ASSUMED_CALLS[name].path}\`. Its body is ${ASSUMED_BODIES[name]}.`,
		whenWrong: 'The call fails with 404 or 405, or the API misses a field.',
		replace: `API Differences, \`calls.${name}\`. Where an operation has the options Path and Body, these for one node.`,
	});
}

const CALLS = Object.fromEntries(NAMED_CALLS.map((name) => [`call_${name}`, rowOfCall(name)])) as {
	[name in NamedCall as `call_${name}`]: Assumption;
};

export const ASSUMPTIONS = {
	...CALLS,
	token_field: row(
		{
			section: '4.1',
			notShown: 'The field of the access token in the response to the exchange.',
			assumed: 'The one JWT, at the top or one level down. Of several, one with a usual name.',
			whenWrong: 'Every call fails with `unexpected_answer` of the token exchange.',
			replace: 'Ask the provider of the API: it cannot be replaced.',
		},
		['access_token', 'accessToken', 'token'],
	),
	agent_token: row({
		section: '4.5',
		notShown: 'Whether calls on {base_url} take a token of their own (`typ=agent`).',
		assumed: 'The one token is for both addresses.',
		whenWrong: 'Calls on {base_url} fail with 401 while the balance can be read.',
		replace: 'API Differences, `agentTokenPath`.',
	}),
	no_order: row(
		{
			section: '7, rule 9',
			notShown: 'How `document_get` says that there is no such order.',
			assumed: 'HTTP 404 with a code that names the document, the order or the `ext_id`.',
			whenWrong: 'A first top-up, freeze or batch under your own number is not sent.',
			replace: 'API Differences, `noOrder`.',
		},
		/(^|_)(document|order|ext_?id)s?_(not_(found|known|exists?)|does_not_exist|unknown)$|^(unknown|no_such)_(document|order|ext_?id)$/,
	),
	failed_statuses: row(
		{
			section: '3.3',
			notShown: 'The statuses of cards, gift cards, eSIMs and documents that mean a failure.',
			assumed: 'Those of a withdrawal: `failed` and `cancelled`.',
			whenWrong: 'An order that failed comes out as one that was placed.',
			replace: 'API Differences, `failedStatuses`.',
		},
		['failed', 'cancelled'],
	),
	terminal_statuses: row(
		{
			section: '6.6',
			notShown: 'The statuses with which an order is over.',
			assumed: '`completed`, `done` and those of a failure.',
			whenWrong: 'Wait Until Ready waits for the whole Maximum Wait for Result.',
			replace: 'API Differences, `terminalStatuses`; Terminal Statuses for one node.',
		},
		['completed', 'done'],
	),
	unclear_statuses: row(
		{
			section: '3.3',
			notShown: 'Whether an order that is `rejected`, `expired` or `canceled` was paid.',
			assumed: 'That is not clear: the wait ends, and the outcome is unknown.',
			whenWrong: 'An order that failed comes out as unknown.',
			replace: 'API Differences, `failedStatuses`.',
		},
		['canceled', 'rejected', 'expired'],
	),
	order_ids: row(
		{
			section: '2.10',
			notShown: 'The fields that show that a response is the record of an order.',
			assumed: 'Its `ext_id`, an ID with a usual name, or a status, and no error beside it.',
			whenWrong: 'A placed order is told as unknown, and a lookup decides.',
			replace: 'Not needed: the lookup decides.',
		},
		['withdrawal_id', 'esim_id', 'card_id', 'purchase_id', 'order_id', 'ref_id'],
	),
	order_kind: row(
		{
			section: '2.10',
			notShown: 'Whether a document says of which kind its order is.',
			assumed: 'Where one of four fields names an area of section 6.3, the order is of that kind.',
			whenWrong: 'An order of one kind is told as that of another, and nothing is sent.',
			replace: 'Give the order an order number of its own.',
		},
		['kind', 'type', 'operation', 'event'],
	),
	repeats: row({
		section: '3.2',
		notShown: 'Whether orders other than withdrawals and screenings know a repeat.',
		assumed: 'Those with `ext_id` in a documented body do. All others are looked up first.',
		whenWrong: 'A lost order is sent again and made twice.',
		replace: 'Set Retries to 0 under Options, and look the order up by hand.',
	}),
	key_conflict: row(
		{
			section: '7, rule 9',
			notShown: 'The code for an `ext_id` that another order has.',
			assumed: '`ext_id_conflict`.',
			whenWrong: 'The error does not say that the number is taken. The outcome is right.',
			replace: NO_WAY,
		},
		'ext_id_conflict',
	),
	refusals: row({
		section: '7, rule 9',
		notShown: 'Which HTTP status means that nothing was done.',
		assumed: 'A 4xx of the API itself, but for 408, 425 and 499, means that nothing was done.',
		whenWrong: 'An order that was placed is told as refused.',
		replace: 'Ask the provider of the API before you order: it cannot be replaced.',
	}),
	esim_items: row({
		section: '4.4',
		notShown: 'The shape of `items[]` in the response to a quantity.',
		assumed: 'Each entry is the record of one eSIM, with its `esim_id`.',
		whenWrong: 'Wait Until Ready says that the API does not show the `esim_id` of all.',
		replace: 'Read each with eSIM: Get.',
	}),
	goods_ids: row({
		section: '2.10',
		notShown: 'Where the record of an order shows the ID of what it bought.',
		assumed: 'In `card_id`, `esim_id` or `purchase_id` of its response or its document.',
		whenWrong: 'Wait Until Ready says that the API does not show the ID.',
		replace: 'Read it with Card: Get, eSIM: Get or Gift Card: Get.',
	}),
	card_secrets: row({
		section: '4.9',
		notShown: 'Fields of a card or gift card beside `pan`, `cvv`, `card_encrypted`, `epin`.',
		assumed: 'What has a name or a form like a secret is one, and is masked.',
		whenWrong: 'A secret under another name comes out as it is.',
		replace: 'Do not store the executions of such a workflow.',
	}),
	card_encryption: row({
		section: '5.7',
		notShown: 'How `card_encrypted` is encrypted, beyond its X25519 key.',
		assumed: 'It is a compact JWE for that key (ECDH-ES).',
		whenWrong: 'Card: Get says why it cannot be decrypted, and gives it as it came.',
		replace: 'Decrypt `card_encrypted` behind the node.',
	}),
	batch_items: row({
		section: '4.8',
		notShown: 'What stands beside `body` in an order of a batch, and the values of `op`.',
		assumed: 'Nothing is needed. What you type beside `body` is sent as it is.',
		whenWrong: 'The API refuses the batch, or each order in it.',
		replace: 'Type what your API wants beside `body`, such as `op`.',
	}),
	batch_index: row({
		section: '2.8',
		notShown: 'Whether `index` in the results of a batch counts from 0 or from 1.',
		assumed: 'A result is of the order whose `ext_id` it carries. Without one, either is taken.',
		whenWrong: 'Each order of the batch is looked up, and may come out as unknown.',
		replace: NO_WAY,
	}),
	batch_size: row(
		{
			section: '8',
			notShown: 'How many orders a batch may hold.',
			assumed: '100.',
			whenWrong: 'The API refuses the batch.',
			replace: 'Batch Size under Options.',
		},
		100,
	),
	quantity: row({
		section: '8',
		notShown: 'Bounds of `quantity`, of an amount, and the fee of a withdrawal.',
		assumed: 'There are none, and limits count without a fee.',
		whenWrong: 'The API refuses the order.',
		replace: NO_WAY,
	}),
	catalog_id: row(
		{
			section: '2.10',
			notShown: 'The field of a catalog entry that holds its ID.',
			assumed: 'The field of the order, one that ends like it, or `id`, `offer_id` or `sku`.',
			whenWrong: 'A list in the panel holds no ID, or Price (USDT) is asked for.',
			replace: `${OWN_ID} For a limit, fill in Price (USDT) under Options.`,
		},
		['offerid', 'sku'],
	),
	catalog_name: row(
		{
			section: '2.10',
			notShown: 'The field of a catalog entry that holds its name.',
			assumed: 'The first of seven usual names, such as `name` and `title`.',
			whenWrong: 'A list in the panel shows IDs.',
			replace: OWN_ID,
		},
		['name', 'title', 'displayname', 'productname', 'offername', 'planname', 'label'],
	),
	catalog_price: row(
		{
			section: '2.10',
			notShown: 'The field of a catalog entry that holds its price.',
			assumed: 'A usual name such as `price_usdt`, in USDT unless it says another currency.',
			whenWrong: 'With a spending limit, nothing is sent, and the error asks for Price (USDT).',
			replace: 'Price (USDT) under Options.',
		},
		// Not `amount`, which may be a face value, nor `cost`, which may be the seller's own.
		['priceusdt', 'usdtprice', 'price', 'debitamount'],
	),
	gift_form: row({
		section: '4.5',
		notShown: 'The shape of what a gift offer asks for (`required_fields`).',
		assumed: 'A list of names or objects, an object by name, or a JSON schema.',
		whenWrong: 'The form says that the list does not tell what the offer asks for.',
		replace: 'Required Fields under Additional Fields.',
	}),
	list_place: row({
		section: '2.10',
		notShown: 'Where the entries of a list stand in its response.',
		assumed: 'The response is the list, or holds one list only.',
		whenWrong: 'It comes out as one item, and a hint says so.',
		replace: 'Split it behind the node with Split Out.',
	}),
	pages: row({
		section: '2.10',
		notShown: 'Whether a list comes in pages.',
		assumed: 'It comes whole.',
		whenWrong: 'A hint says "This is not all".',
		replace: 'API Differences, `cursor`.',
	}),
	screening_states: row({
		section: '3.1',
		notShown: 'All states of a screening.',
		assumed: 'It is over when it is `completed` or `failed`. Any other state is waited for.',
		whenWrong: 'The node waits for the whole Maximum Wait for Result.',
		replace: 'Set Maximum Wait for Result under Options.',
	}),
	screening_words: row({
		section: '2.6',
		notShown: 'The values of `severity`, `dominant_risk_category` and `risk_score`.',
		assumed: 'A higher score is a higher risk. A word without a rule of yours goes to Review.',
		whenWrong: 'The gate puts out Review or Unresolved where you expect Clear.',
		replace: 'The rules of the gate.',
	}),
	callback_required: row(
		{
			section: '7, rule 3',
			notShown: 'Whether `callback_url required` is the code or the message.',
			assumed: 'It may be either.',
			whenWrong: 'The error does not say that a callback URL is missing.',
			replace: NO_WAY,
		},
		'callback_url required',
	),
	scopes: row({
		section: '5.7',
		notShown: 'The scope of the older calls and the batch.',
		assumed: 'None is asked for before the call.',
		whenWrong: 'The API refuses the call with 403.',
		replace: 'Ask the operator of the API for the scope.',
	}),
	redelivery: row({
		section: '6.6',
		notShown: 'When and how often an event is delivered again.',
		assumed: 'An event that gets no 2xx comes again.',
		whenWrong: 'Events that came while n8n was not ready are missing.',
		replace: 'Look such orders up with Document: Get.',
	}),
	event_payloads: row({
		section: '6.6',
		notShown: 'The data of `card.otp` and `test.ping`.',
		assumed: 'They may hold anything. Secrets are removed but for the password of `card.otp`.',
		whenWrong: 'A field is missing in the output.',
		replace: 'Ask the provider of the API: it cannot be replaced.',
	}),
} as const satisfies Record<string, Assumption<unknown>>;
