/**
 * An assumption where the document is silent, which API Differences cannot replace. It is only for docs/assumptions.md.
 */
interface FixedAssumption {
	/** A section of the document. */
	section: string;
	notShown: string;
	assumed: string;
	/** How an operator sees that it is wrong. */
	whenWrong: string;
	/** What an operator does then. */
	replace: string;
}

export const FIXED_ASSUMPTIONS: Readonly<Record<string, FixedAssumption>> = {
	refusals: {
		section: '7, rule 9',
		notShown: 'Which HTTP status means that nothing was done.',
		assumed:
			'A 4xx of the API itself, except 408, 425 and 499, means that nothing was done. A 409 means that the `ext_id` is in use, unless its code is known to mean a refusal.',
		whenWrong: 'An order comes out as refused although the API placed it.',
		replace: 'Ask the provider of the API before you order.',
	},
	failed_orders: {
		section: '1, rule 13',
		notShown: 'Whether an order that came to nothing is charged, except an eSIM.',
		assumed: 'Neither the order nor its fee is charged.',
		whenWrong: 'The message says that nothing was spent, and a budget does not count the order.',
		replace: 'Ask the provider of the API before you order.',
	},
	callback_required: {
		section: '7, rule 3',
		notShown: 'Whether `callback_url required` is a code or a message.',
		assumed: 'It may be either.',
		whenWrong: 'The error does not say that a callback URL is missing.',
		replace: 'Nothing: it only changes the text of an error.',
	},
	scopes: {
		section: '5.7',
		notShown: 'The scope of the older calls and the batch.',
		assumed: 'The nodes check no scope before the call.',
		whenWrong: 'The API refuses the call with 403.',
		replace: 'Ask the provider of the API for the scope.',
	},
	batch_items: {
		section: '4.8',
		notShown: 'The fields next to `body` in a batch, and the values of `op`.',
		assumed: 'Nothing is needed. Fields that you type next to `body` are sent as they are.',
		whenWrong: 'The API refuses the batch, or each order in it.',
		replace: 'Type the fields that your API wants next to `body`, such as `op`.',
	},
	batch_index: {
		section: '2.8',
		notShown: 'Whether `index` counts from 0 or from 1.',
		assumed:
			'A result belongs to the order whose `ext_id` it shows. Without one, the nodes accept either.',
		whenWrong: 'Each order of the batch is looked up, and may come out as unknown.',
		replace: 'Look the orders up with Document: Get.',
	},
	batch_size: {
		section: '8',
		notShown: 'How many orders a batch may hold.',
		assumed: '100.',
		whenWrong: 'The API refuses the batch.',
		replace: 'Set Batch Size under Options.',
	},
	quantity: {
		section: '8',
		notShown: 'The limits of a quantity or an amount, and the fee of a withdrawal.',
		assumed: 'There are none, and limits count no fee.',
		whenWrong: 'The API refuses the order, or the fee leaves less than Keep at Least.',
		replace: 'Fill in Withdrawal Fee in the credential.',
	},
	redelivery: {
		section: '6.6',
		notShown: 'When and how often an event is delivered again.',
		assumed: 'An event that gets no 2xx comes again.',
		whenWrong: 'Events that came while n8n was not ready are missing.',
		replace: 'Look such orders up with Document: Get.',
	},
	event_payloads: {
		section: '6.6',
		notShown: 'The data of `card.otp` and `test.ping`.',
		assumed: 'They may hold anything. Secrets are removed except the password of `card.otp`.',
		whenWrong: 'A field is missing in the output.',
		replace: 'Ask the provider of the API. No entry replaces this.',
	},

	goods_ready: {
		section: '3.3',
		notShown: 'When something that was bought is ready.',
		assumed:
			'When its status is not `pending`, `processing` or `expired`. An eSIM must show its `lpa`. A gift card that shows `epin` or `codes` must have one that is not empty.',
		whenWrong: 'Wait Until Ready waits for the whole Maximum Wait for Result.',
		replace: 'Read it later with Card: Get, eSIM: Get or Gift Card: Get.',
	},
	card_secrets: {
		section: '4.9',
		notShown: 'Fields of a card besides `pan`, `cvv`, `card_encrypted`, `epin`.',
		assumed:
			'A field whose name or form looks like a secret is masked. The same applies to a gift card.',
		whenWrong: 'A secret under another name comes out as it is.',
		replace: 'Do not store the executions of such a workflow.',
	},
	card_encryption: {
		section: '5.7',
		notShown: 'How `card_encrypted` is made, except its X25519 key.',
		assumed: 'It is a compact JWE for that key (ECDH-ES).',
		whenWrong: 'Card: Get says why it cannot decrypt it, and returns it as it came.',
		replace: 'Decrypt `card_encrypted` after the node.',
	},
	screening_states: {
		section: '3.1',
		notShown: 'Which states a screening can have.',
		assumed:
			'It is finished when it is `completed` or `failed`. In any other state, the node waits.',
		whenWrong: 'The node waits for the whole Maximum Wait for Result.',
		replace: 'Set Maximum Wait for Result under Options.',
	},
	screening_words: {
		section: '2.6',
		notShown: 'The words of `severity`, and the range of `risk_score`.',
		assumed: 'A higher score is a higher risk. A word without a rule of yours goes to Review.',
		whenWrong: 'Items that you expect in Clear leave through Review or Unresolved.',
		replace: 'Set the rules of the gate.',
	},

	gift_form: {
		section: '4.5',
		notShown: 'The shape of the fields that a gift offer asks for (`required_fields`).',
		assumed:
			'A list of names or of objects with a name, or a JSON schema. A number that the buyer fills in may set the price. An `amount` in it tells two orders apart.',
		whenWrong: 'The form lacks fields, or a limit finds no price.',
		replace: 'Use Required Fields as JSON under Additional Fields.',
	},
	list_place: {
		section: '2.10',
		notShown: 'Where the entries of a list are in its response.',
		assumed: 'The response is the list, or holds one list only.',
		whenWrong: 'The list comes out as one item, and a hint says so.',
		replace: 'Split it after the node with Split Out.',
	},
};
