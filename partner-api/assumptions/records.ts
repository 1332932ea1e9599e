import { row } from './row';

/** Of records: orders, screenings, what was bought, and events. */
export const RECORDS = {
	envelope: row('2.10', 'Whether a record comes in an envelope.', {
		assumed:
			'It may stand in `data`, `result` or `document`, or in the only object, three levels deep. Beside an amount of its own, it may hold an accounting document there, with another one.',
		whenWrong: 'An order that was placed is told as unknown, and a lookup decides.',
		replace: 'Not needed: the lookup decides.',
		value: { names: ['data', 'result', 'document'], levels: 4 },
	}),
	record_fields: row('2.10', 'The fields by which an object is a record, and no envelope.', {
		assumed: 'The IDs of an order, and what section 2 shows, such as `ext_id` and `results`.',
		whenWrong: 'An envelope is taken for the order in it. A lookup decides.',
		replace: 'Not needed: the lookup decides.',
		value: {
			own: [
				...['ext_id', 'network', 'sanctions_hit', 'available_balance', 'billing_address'],
				...['activation', 'pan', 'cvv', 'card_encrypted', 'epin', 'codes', 'results'],
			],
			// A price, a page or a partner may have them as well: alone in an object, they make it no record.
			shared: [
				...['id', 'document_status', 'amount', 'debit_amount', 'to_address', 'offer_id', 'plan_id'],
				...['address', 'risk_score', 'items', 'index'],
			],
		},
	}),
	no_order: row('7, rule 9', 'How `document_get` says that there is no such order.', {
		assumed:
			'HTTP 404 with a code that names the document, the order or the `ext_id`. The key alone, or with a status such as `ok` or `not_found`, leaves it open.',
		whenWrong:
			'A first top-up, freeze or batch is not sent under your own number, in a Retry, or by an AI agent.',
		replace: 'API Differences, `noOrder`.',
		value:
			/(^|_)(document|order|ext_?id)s?_(not_(found|known|exists?)|does_not_exist|unknown)$|^(unknown|no|no_such)_(document|order|ext_?id)$/,
	}),
	failed_statuses: row('3.3', 'The statuses of other orders that mean a failure.', {
		assumed: 'Those of a withdrawal: `failed` and `cancelled`.',
		whenWrong: 'An order that failed comes out as one that was placed.',
		replace: 'API Differences, `failedStatuses`.',
		value: ['failed', 'cancelled'],
	}),
	terminal_statuses: row('6.6', 'The statuses with which an order is over.', {
		assumed: '`completed`, `done` and those of a failure.',
		whenWrong: 'Wait Until Ready waits for the whole Maximum Wait for Result.',
		replace: 'API Differences, `terminalStatuses`; Terminal Statuses for one node.',
		value: ['completed', 'done'],
	}),
	unclear_statuses: row('3.3', 'Whether an order with another end was paid.', {
		assumed:
			'Of `canceled`, `rejected` and `expired` nobody knows: the wait ends, and the outcome is unknown.',
		whenWrong: 'An order that failed comes out as unknown.',
		replace: 'API Differences, `failedStatuses`.',
		value: ['canceled', 'rejected', 'expired'],
	}),
	standing_statuses: row('3.3', 'Whether an order stands that is shown beside an `error`.', {
		assumed:
			'It does with `pending`, `processing`, `completed` or `done`, and with no other status.',
		whenWrong: 'An order is told as unknown, or one that failed as placed.',
		replace: 'Read it with Document: Get.',
		value: ['pending', 'processing', 'completed', 'done'],
	}),
	order_ids: row('2.10', 'What shows that a response is an order.', {
		assumed:
			'Its `ext_id`, an ID with a usual name, or a status, and no error beside it. `false` and 0 are no IDs. A status that is a list or an object leaves it open.',
		whenWrong: 'A placed order is told as unknown, and a lookup decides.',
		replace: 'Not needed: the lookup decides.',
		value: ['withdrawal_id', 'esim_id', 'card_id', 'purchase_id', 'order_id', 'ref_id'],
	}),
	order_kind: row('2.10', 'Whether a document says of which kind its order is.', {
		assumed:
			'Where one of four fields names an area of section 6.3, the order is of that kind. Where none does, one with a `to_address`, and with no ID of goods or of an offer, is a withdrawal. The kind of an order in a batch or an API Call is guessed by its `op`, path and fields.',
		whenWrong: 'An order of one kind is told as that of another, and nothing is sent.',
		replace: 'Give the order an order number of its own.',
		value: ['kind', 'type', 'operation', 'event'],
	}),
	repeats: row('3.2', 'Which orders know a repeat, but for withdrawals.', {
		assumed:
			'Those with `ext_id` in a documented body do. All others are looked up first. A callback URL may be set twice.',
		whenWrong: 'A lost order is sent again and made twice.',
		replace: 'Set Retries to 0 under Options, and look the order up by hand.',
	}),
	esim_items: row('4.4', 'The shape of `items[]` in the response to a quantity.', {
		assumed:
			'Each entry is the record of one eSIM, with its `esim_id`. One that failed leaves the order open.',
		whenWrong: 'Wait Until Ready says that the API does not show the `esim_id` of all.',
		replace: 'Read each with eSIM: Get.',
	}),
	goods_ids: row('2.10', 'Where an order shows the ID of what it bought.', {
		assumed: 'In `card_id`, `esim_id` or `purchase_id` of its response or its document.',
		whenWrong: 'Wait Until Ready says that the API does not show the ID.',
		replace: 'Read it with Card: Get, eSIM: Get or Gift Card: Get.',
	}),
	goods_ready: row('3.3', 'When what an order bought is ready.', {
		assumed:
			'Its status is none of `pending`, `processing` and `expired`. An eSIM shows its `lpa`, and a gift card no empty `epin` or `codes`.',
		whenWrong: 'Wait Until Ready waits for the whole Maximum Wait for Result.',
		replace: 'Read it later with Card: Get, eSIM: Get or Gift Card: Get.',
		value: ['pending', 'processing', 'expired'],
	}),
	card_secrets: row('4.9', 'Fields of a card beside `pan`, `cvv`, `card_encrypted`, `epin`.', {
		assumed: 'What has a name or a form like a secret is one, and is masked. So in a gift card.',
		whenWrong: 'A secret under another name comes out as it is.',
		replace: 'Do not store the executions of such a workflow.',
	}),
	card_encryption: row('5.7', 'How `card_encrypted` is made, beyond its X25519 key.', {
		assumed: 'It is a compact JWE for that key (ECDH-ES).',
		whenWrong: 'Card: Get says why it cannot be decrypted, and gives it as it came.',
		replace: 'Decrypt `card_encrypted` behind the node.',
	}),
	batch_items: row('4.8', 'What stands beside `body` in a batch, and the values of `op`.', {
		assumed: 'Nothing is needed. What you type beside `body` is sent as it is.',
		whenWrong: 'The API refuses the batch, or each order in it.',
		replace: 'Type what your API wants beside `body`, such as `op`.',
	}),
	batch_index: row('2.8', 'Whether `index` counts from 0 or from 1.', {
		assumed: 'A result is of the order whose `ext_id` it carries. Without one, either is taken.',
		whenWrong: 'Each order of the batch is looked up, and may come out as unknown.',
	}),
	batch_size: row('8', 'How many orders a batch may hold.', {
		assumed: '100.',
		whenWrong: 'The API refuses the batch.',
		replace: 'Batch Size under Options.',
		value: 100,
	}),
	quantity: row('8', 'Bounds of a quantity or an amount, and the fee of a withdrawal.', {
		assumed: 'There are none, and limits count without a fee.',
		whenWrong: 'The API refuses the order.',
	}),
	screening_states: row('3.1', 'All states of a screening.', {
		assumed: 'It is over when it is `completed` or `failed`. Any other state is waited for.',
		whenWrong: 'The node waits for the whole Maximum Wait for Result.',
		replace: 'Set Maximum Wait for Result under Options.',
	}),
	screening_words: row('2.6', 'The words of `severity`, and the range of `risk_score`.', {
		assumed: 'A higher score is a higher risk. A word without a rule of yours goes to Review.',
		whenWrong: 'The gate puts out Review or Unresolved where you expect Clear.',
		replace: 'The rules of the gate.',
	}),
	redelivery: row('6.6', 'When and how often an event is delivered again.', {
		assumed: 'An event that gets no 2xx comes again.',
		whenWrong: 'Events that came while n8n was not ready are missing.',
		replace: 'Look such orders up with Document: Get.',
	}),
	event_payloads: row('6.6', 'The data of `card.otp` and `test.ping`.', {
		assumed: 'They may hold anything. Secrets are removed but for the password of `card.otp`.',
		whenWrong: 'A field is missing in the output.',
		replace: 'Ask the provider of the API: it cannot be replaced.',
	}),
};
