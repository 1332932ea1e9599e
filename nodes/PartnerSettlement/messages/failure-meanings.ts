import type { LocalErrorCode } from '../../../partner-api';

/** The meaning of our own codes, used if the API gave none. */
export const LOCAL_MEANING: Record<LocalErrorCode, string> = {
	connection_failed: 'The API could not be reached: check {url}, and the network.',
	connection_lost: 'The connection broke before the response was complete.',
	timeout: 'No complete response came in time.',
	cancelled: 'The execution was cancelled.',
	blocked_by_egress_filter:
		'Your n8n does not allow requests to {url}. Check it, or ask whoever runs your n8n to add its host to N8N_SSRF_ALLOWED_HOSTNAMES.',
	redirect: 'The API redirected to another address, which is not followed: check {url}.',
	html_answer:
		'A web page came back instead of an API response: check {url}. A gateway in between may be having problems.',
	empty_answer: 'The response was empty.',
	unreadable_encoding:
		'The response was compressed and could not be read. A gateway in between may cause this: check {url}.',
	answer_too_large:
		'The response is too large and was not read. Check {url}, or ask for less, such as a shorter time range.',
	broken_json: 'The response was not valid JSON.',
	unexpected_answer: 'The response does not have the form that the API promises.',
	another_order:
		'The API shows a different order under this ext_id, which may have been used before: look it up with Document: Get.',
	another_partner:
		'The access token belongs to another partner, so it is not used. Check Partner ID, Key ID and {url}.',
	may_exist:
		'This order may have been sent before, and a lookup could not tell. It was not sent again.',
	came_to_nothing:
		'The status says that this order came to nothing. To order again, use another ext_id.',
	ended_otherwise:
		'Its status does not say whether you were charged. Look for it in Ledger: Get Many before you order again.',
	key_under_way:
		'Another run is sending an order with this ext_id. Retry this execution when that run is done.',
	redis_unreachable:
		'Redis is not responding. The order was held back, because it could have been sent twice. Check Redis and retry.',
	missing_scope: 'The credential is not allowed to do this: {scope}.',
	no_longer_allowed:
		"Right before the order, the credential's limits could not be confirmed. Retry this execution.",
	wrong_call:
		'The entry "calls" in API Differences does not fit this call. Correct it in the credential.',
	no_error_code: 'The response carried no error code.',
};

/** Whether a code is ours, used if the API gave none (section 2.9). */
export function isLocalCode(code: string): code is LocalErrorCode {
	return Object.hasOwn(LOCAL_MEANING, code);
}

/** Section 5.4: a blocked contract is refused with the same code as a missing scope. */
const NOT_ALLOWED =
	'The API does not allow this: a scope is missing, or your contract is blocked or inactive ({scope}).';

const TOO_MANY = 'Too many requests: retry later.';

/** Section 7, rule 3: the document does not say whether this is the code or the message. */
export const NO_CALLBACK_URL = 'callback_url required';

/** The sandbox's code for a key that was used for another order; the document does not show the API's. */
export const KEY_CONFLICT = 'ext_id_conflict';

/**
 * Codes with which the API refuses (section 7), and the one for a key that is taken. A 4xx with one of them has placed no
 * order; an earlier attempt may have.
 */
export const CODE_MEANING: Record<string, string> = {
	insufficient_balance: 'The balance does not cover this. Top it up, or spend less.',
	not_allowed: NOT_ALLOWED,
	// Section 4.5 names the field, but not the code of the refusal.
	payment_source: 'Only the prepaid USDT balance can pay: leave payment_source out.',
	[NO_CALLBACK_URL]:
		'No callback URL is set yet: set one with Webhook: Set URL, then rotate the secret.',
	[KEY_CONFLICT]:
		'This ext_id was used before, for another order. A new order needs a new order number.',
};

/** Codes and HTTP statuses whose text could lead an AI agent to place a new order. The agent does not see that text. */
export const NOT_FOR_AGENTS: ReadonlySet<string | number> = new Set<string | number>([
	...['insufficient_balance', 'another_order', 'came_to_nothing', 'ended_otherwise', KEY_CONFLICT],
	409,
]);

/** The meaning of an HTTP status, for a code that is in no table. */
export const STATUS_MEANING: Record<number, string> = {
	400: 'The API did not accept the request: check the parameters.',
	401: 'The API refused the access token, and then a new one. Open the credential and save it: n8n then says what is wrong.',
	403: NOT_ALLOWED,
	404: 'There is no such record or path: check the ID, and {url}.',
	408: 'The API, or a gateway in between, gave up waiting.',
	409: 'This conflicts with an order on file. Look the ext_id up with Document: Get before you use another number.',
	422: 'The API does not accept one of the values: check the parameters.',
	429: TOO_MANY,
};

const ASSERTION_REFUSED =
	'The API refused the credential. Check Partner ID and Service Code, that Key ID is registered, and that Private Key belongs to it.';

/** The meaning of a refused token exchange. */
export const TOKEN_STATUS_MEANING: Record<number, string> = {
	400: ASSERTION_REFUSED,
	401: ASSERTION_REFUSED,
	403: 'Your contract is blocked or inactive: ask the provider of the API.',
	404: 'There is no token exchange at this address, or the API does not know the Key ID: check {url}, then Key ID.',
	422: ASSERTION_REFUSED,
	429: TOO_MANY,
};

/** Words of the API that say what is wrong with an assertion: an assumption, because the document shows no codes. */
const TELLING_WORDS: [RegExp, string][] = [
	[/\b(kid|key id)\b/, 'Key ID is registered'],
	[/\bsignature\b/, 'Private Key belongs to Key ID'],
	[/\b(iss|issuer|partner (id|not found)|unknown partner)\b/, 'Partner ID is right'],
	[/\b(aud|audience)\b/, 'Service Code is right'],
	[/\b(iat|exp|expired|clock)\b/, 'the clock of this machine is right'],
	[/\b(jti|replay)\b/, 'nothing in between sends a request twice'],
];

/** The meaning of a refused token exchange. @param said the API's code and message: they may name one field */
export function tokenMeaning(status: number, said: string): string | undefined {
	const byStatus = TOKEN_STATUS_MEANING[status];
	const words = said.toLowerCase().replace(/[_-]/g, ' ');
	const [told, another] = TELLING_WORDS.filter(([pattern]) => pattern.test(words));
	if (!told || another || byStatus !== ASSERTION_REFUSED) return byStatus;
	return `The API refused the credential: check first that ${told[1]}.`;
}
