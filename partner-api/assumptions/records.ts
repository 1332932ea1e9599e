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
	goods_ready: row('3.3', 'When what an order bought is ready.', {
		assumed:
			'Its status is none of `pending`, `processing` and `expired`. An eSIM shows its `lpa`, and a gift card no empty `epin` or `codes`.',
		whenWrong: 'Wait Until Ready waits for the whole Maximum Wait for Result.',
		replace: 'Read it later with Card: Get, eSIM: Get or Gift Card: Get.',
		value: ['pending', 'processing', 'expired'],
	}),
	batch_size: row('8', 'How many orders a batch may hold.', {
		assumed: '100.',
		whenWrong: 'The API refuses the batch.',
		replace: 'Batch Size under Options.',
		value: 100,
	}),
};
