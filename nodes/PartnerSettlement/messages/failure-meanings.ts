import type { LocalErrorCode } from '../../../partner-api';

/** What a failure means that carries a code of ours instead of the API's. */
export const LOCAL_MEANING: Record<LocalErrorCode, string> = {
	connection_failed: 'No connection to the API could be made. Check {url} and the network.',
	connection_lost: 'The connection broke before the answer was complete.',
	timeout: 'No complete answer came within {limit}.',
	cancelled: 'The execution was cancelled.',
	blocked_by_egress_filter:
		"This n8n's policy for outgoing requests does not allow {url}. Check it; if it is right, have its host named in N8N_SSRF_ALLOWED_HOSTNAMES of this n8n.",
	redirect: 'The address answered with a redirect, which is not followed. Check {url}.',
	html_answer:
		'A web page came back instead of JSON. Check {url}; a gateway in between may also be in trouble.',
	empty_answer: 'The answer was empty.',
	unreadable_encoding:
		'The answer came compressed, which was not asked for, and could not be read. A gateway in between may do that: check {url}.',
	answer_too_large:
		'The answer is larger than any of the API should be, and was not read. Check {url}; a list may have to be asked for in parts.',
	broken_json: 'The answer was not valid JSON.',
	unexpected_answer: 'The answer is not as the API document shows it.',
	another_order:
		'The answer shows another order than the one that was sent: the ext_id may have been used for it before. Look up with Document: Get which order it belongs to.',
	may_exist:
		'This order may have been sent before, and it could not be looked up whether it exists. So it was not sent again.',
	came_to_nothing:
		'This order was sent before, and came to nothing. To order again, use another ext_id.',
	missing_scope: 'The credential lacks the scope for this. {scope}',
	stopped_spending:
		'The balance did not cover an item before this one, so the run spends no more. Turn off Stop When Balance Is Short under Options to go on all the same.',
	no_error_code: 'The answer carried no error code.',
};

/** Our codes of a response that came; the API may use the words of the others for something else. */
export const OF_A_RESPONSE: ReadonlySet<string> = new Set([
	'redirect',
	'html_answer',
	'empty_answer',
	'unreadable_encoding',
	'answer_too_large',
	'broken_json',
	'unexpected_answer',
	'another_order',
	'no_error_code',
] satisfies LocalErrorCode[]);

/** Whether a code is the API's own (section 2.9), and none that we give where there was no such response. */
export function isApiCode(code: string): boolean {
	return !Object.hasOwn(LOCAL_MEANING, code);
}

/** Section 5.4: a contract that is blocked is refused as a scope that is missing is. */
const NOT_ALLOWED = 'The caller may not do this: {refusal}';

const TOO_MANY = 'Too many requests. {retry}';

/** Section 7, rule 3: the document does not say whether this is the code or the message. */
export const NO_CALLBACK_URL = 'callback_url required';

/** Codes the API document names (section 7). */
export const CODE_MEANING: Record<string, string> = {
	insufficient_balance:
		'The settlement balance does not cover this{balance}. Top it up, or lower what is to be spent.',
	not_allowed: NOT_ALLOWED,
	// Section 4.5 names it, but not the code of the refusal.
	payment_source:
		'Only the prepaid USDT balance can pay (section 1, rule 14). Leave payment_source out.',
	[NO_CALLBACK_URL]:
		'No callback URL is set yet. Set one with Webhook: Set URL, then rotate the secret.',
};

/** Section 4.7. */
export const SAME_SCREENING = ' An ext_id must keep its network and address.';

/** What a code that no table names means, by the HTTP status. */
export const STATUS_MEANING: Record<number, string> = {
	400: 'The API did not accept the request. Check the parameters.',
	401: 'The access token was refused, a new one too. Open the credential: n8n tests it, and again on Save, and says what is wrong.',
	403: NOT_ALLOWED,
	404: 'There is no such record or path. Check the ID, and {url}.',
	408: 'The API, or a gateway in between, gave up waiting.',
	409: 'This conflicts with what the API has on file. If it is about the ext_id, look up with Document: Get which order that belongs to: only if it is another order does this one need an ext_id of its own.',
	422: 'The API understood the request but not its values. Check the parameters.{screening}',
	429: TOO_MANY,
};

const ASSERTION_REFUSED =
	'The assertion was refused. Check Partner ID, that Key ID is registered and not revoked, that Private Key belongs to it, and Service Code.';

/** What a refusal of the token exchange means. */
export const TOKEN_STATUS_MEANING: Record<number, string> = {
	400: ASSERTION_REFUSED,
	401: ASSERTION_REFUSED,
	403: 'The contract is blocked or inactive. Ask the operator of the API.',
	404: 'There is no token exchange at this address. Check API URL; if that is right, the API does not know the Key ID.',
	422: ASSERTION_REFUSED,
	429: TOO_MANY,
};
