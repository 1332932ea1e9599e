import { row } from '../../../partner-api/assumptions/row';

/** What the code takes for true where the document is silent, in more than one value: only docs/assumptions.md reads it. */
export const FIXED_ASSUMPTIONS = {
	agent_token: row('4.5', 'Whether {base_url} takes a token of its own (`typ=agent`).', {
		assumed: 'The one token is for both addresses.',
		whenWrong: 'Calls on {base_url} fail with 401 while the balance can be read.',
		replace: 'API Differences, `agentTokenPath`.',
	}),
	refusals: row(
		'7, rule 9',
		'Which HTTP status means that nothing was done. In a repeat, a 409 with a code of its own may mean that the first is still under way.',
		{
			assumed: 'A 4xx of the API itself, but for 408, 425 and 499, means that nothing was done.',
			whenWrong: 'An order that was placed is told as refused.',
			replace: 'Ask the provider of the API before you order: it cannot be replaced.',
		},
	),
	scopes: row('5.7', 'The scope of the older calls and the batch.', {
		assumed: 'None is asked for before the call.',
		whenWrong: 'The API refuses the call with 403.',
		replace: 'Ask the operator of the API for the scope.',
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
	list_place: row('2.10', 'Where the entries of a list stand in its response.', {
		assumed: 'The response is the list, or holds one list only.',
		whenWrong: 'It comes out as one item, and a hint says so.',
		replace: 'Split it behind the node with Split Out.',
	}),
};
