/** Proves: the text of every error: what it means, what became of the money, and what to do. */
import type { FailureContext } from '../../nodes/PartnerSettlement/messages/failure-text';
import type { PartnerApiErrorDetails } from '../../partner-api/errors';
import { READING, SPENDING, text } from './support/failure-texts';

/** Every code with how it comes about, and what its text has to tell. */
const CODES: [string, Partial<PartnerApiErrorDetails>, RegExp][] = [
	['insufficient_balance', { status: 422 }, /balance does not cover.*Top it up/],
	['payment_source', { status: 403 }, /balance can pay.*Leave payment_source out/],
	[
		'missing_scope',
		{ outcome: 'not_sent' },
		/Needed is the scope withdraw; granted are: balance:read/,
	],
	[
		'stopped_spending',
		{ outcome: 'not_sent' },
		/balance did not cover an item before.*Stop When Balance Is Short/,
	],
	['not_allowed', { status: 403 }, /Needed is the scope withdraw; granted are: balance:read/],
	['callback_url required', { status: 400 }, /Set one with Webhook: Set URL/],
	['x', { status: 400, apiMessage: 'Callback_url required.' }, /Set one with Webhook: Set URL/],
	['connection_failed', { outcome: 'not_sent' }, /Check API URL in the credential and the network/],
	['connection_lost', { outcome: 'unknown' }, /connection broke/],
	['timeout', { outcome: 'unknown' }, /within the Timeout \(set under Options\)/],
	['cancelled', { outcome: 'unknown' }, /execution was cancelled/],
	[
		'blocked_by_egress_filter',
		{ outcome: 'not_sent' },
		/does not allow requests to API URL.*N8N_SSRF_ALLOWED_HOSTNAMES/,
	],
	[
		'redirect',
		{ outcome: 'unknown', status: 307 },
		/redirect to another address came back, which is not followed/,
	],
	['html_answer', { outcome: 'unknown', status: 502 }, /web page came back.*Check API URL/],
	['empty_answer', { outcome: 'unknown', status: 200 }, /response was empty/],
	['unreadable_encoding', { outcome: 'unknown', status: 200 }, /compressed.*Check API URL/i],
	['broken_json', { outcome: 'unknown', status: 200 }, /not valid JSON/],
	[
		'unexpected_answer',
		{ outcome: 'unknown', status: 200 },
		/not of the form that the API promises/,
	],
	['another_order', { outcome: 'unknown' }, /another order than the one that was sent/],
	['may_exist', { outcome: 'unknown' }, /may have been sent before.*So it was not sent again/],
	['came_to_nothing', { outcome: 'refused' }, /came to nothing.*give it another ext_id/],
	['no_error_code', { status: 400 }, /Check the parameters/],
	['no_error_code', { status: 418 }, /carried no error code/],
	['invalid_field', { status: 400 }, /did not accept the request.*Check the parameters/],
	[
		'token_expired',
		{ status: 401 },
		/refused the access token, and a new one too\. Open the credential and save it: n8n tests it/,
	],
	['tenant_blocked', { status: 403 }, /contract is blocked or inactive/],
	['not_found', { status: 404 }, /Check the ID, and API URL in the credential/],
	['card_not_active', { status: 409 }, /conflicts with what the API has on file\. If it is about/],
	['ext_id_conflict', { status: 409 }, /for another order\. If yours is a new order, give it/],
	['invalid_address', { status: 422 }, /does not accept one of the values/],
	['rate_limited', { status: 429, retryAfterSeconds: 7 }, /Try again in 7 seconds/],
	['rate_limited', { status: 429 }, /Try again later/],
	['internal_error', { status: 500, outcome: 'unknown' }, /API is in trouble.*Try again later/],
	[
		'unavailable',
		{ status: 503, outcome: 'unknown', retryAfterSeconds: 9 },
		/Try again in 9 seconds/,
	],
	['a_code_of_tomorrow', { status: 499 }, /did not accept the request. Ask its provider/],
];

describe.each(CODES)('%s (%j)', (code, details, meaning) => {
	const spending = text({ ...details, code });
	const reading = text({ ...details, code }, READING);

	test('says what it means and what to do', () => {
		expect(spending).toMatch(meaning);
	});

	test('names the call and the stable code', () => {
		expect(spending).toMatch(
			new RegExp(`^Withdrawal: Create: .*\\(${code}\\)(; repeat only with ext_id order-1)? \\|`),
		);
		expect(reading).toMatch(new RegExp(`^Balance: Get: .*\\(${code}\\) \\|`));
	});

	test('says where the money is', () => {
		const outcome = details.outcome ?? 'refused';
		const money = {
			refused: /Refused: nothing was spent/,
			not_sent: /Not sent: nothing was spent/,
			unknown: /Outcome unknown: repeat with ext_id order-1\. The API knows an order by its ext_id/,
		}[outcome];
		expect(spending).toMatch(money);
		expect(spending.match(/nothing was spent|Outcome unknown/g)).toHaveLength(1);
	});

	test('a call that spends nothing says so, and never "outcome unknown"', () => {
		expect(reading).toMatch(/spends nothing|nothing was spent/);
		expect(reading).not.toMatch(/outcome unknown/i);
	});

	test('leaves no placeholder, no undefined and no double space', () => {
		for (const one of [spending, reading]) expect(one).not.toMatch(/[{}]|undefined|\[object| {2}/);
	});

	test('gives the HTTP status where there was one', () => {
		if (details.status === undefined) expect(spending).not.toMatch('HTTP');
		else expect(spending).toMatch(`HTTP ${String(details.status)}.`);
	});
});

test.each<[string, Partial<FailureContext>, RegExp]>([
	[
		'one whose replay is documented',
		{ isReplayDocumented: true },
		/repeat with ext_id order-1\. If the order exists, the API returns it and charges nothing more\./,
	],
	['one that carries its key', {}, /The API knows an order by its ext_id/],
	[
		'an inferred one',
		{ retrySafety: 'unsafe' },
		/The order is looked up then, and sent only if there is none\./,
	],
	[
		'one that was not sent now',
		{ last: 'never_sent' },
		/Outcome unknown: it was not sent now, but an earlier attempt may have placed it\. Only repeat/,
	],
	[
		'one that was refused now',
		{ last: 'refused' },
		/Outcome unknown: it was refused now, but an earlier attempt may have placed it\. Only repeat/,
	],
	[
		'one of several of its item',
		{ inBody: true },
		/repeat with ext_id order-1, put as ext_id into the body of that order in Items\./,
	],
	['several in one call', { extIds: ['a', 'b'] }, /repeat with ext_id a, b\./],
	['one without a key', { extIds: [] }, /Outcome unknown: it may have .*Check before you repeat/],
])('of an order that is unknown, %s, the text says how to repeat it', (_, context, said) => {
	const details = { code: 'timeout', outcome: 'unknown' } as const;
	expect(text(details, { ...SPENDING, ...context })).toMatch(said);
});

describe('a scope that is granted is not said to be missing', () => {
	const context = { ...SPENDING, grantedScopes: ['balance:read', 'withdraw'] };

	test.each(['not_allowed', 'tenant_blocked', 'no_error_code'])('%s', (code) => {
		const said = text({ code, status: 403 }, context);
		expect(said).toMatch(/the scope withdraw is there \(granted are: balance:read, withdraw\)/);
		expect(said).toMatch(/contract is blocked or inactive, or it does not cover this/);
		expect(said).not.toMatch(/missing|[{}]/);
	});

	test('it may be where the granted ones are not known', () => {
		const said = text(
			{ code: 'not_allowed', status: 403 },
			{ ...context, grantedScopes: undefined },
		);
		expect(said).toMatch(
			/scope is missing, or your contract is blocked.*Needed is the scope withdraw\./,
		);
	});
});

test.each([
	['Withdrawal: Create', false],
	['KYT Screening: Screen an Address', true],
])('%s: an ext_id keeps its network and address: %s', (call, screens) => {
	const said = text({ code: 'invalid_value', status: 422 }, { ...SPENDING, call, screens });
	expect(said.includes('belongs to one network and address')).toBe(screens);
});

test('names no option where it took too long and there is none to set', () => {
	const context = { ...READING, timeLimit: '10 seconds' };
	const said = text({ code: 'timeout', outcome: 'unknown' }, context);
	expect(said).toMatch('| No complete response came within 10 seconds. This call spends nothing.');
	expect(said).not.toMatch(/Options|[{}]/);
});

test('what the API says and the detail are passed on as sentences', () => {
	expect(text({ apiMessage: 'Too small', detail: 'amount' })).toMatch(
		'The API says: Too small. Detail: amount.',
	);
});

test('scopes that hold dollar signs are shown as they are', () => {
	const context = { ...SPENDING, grantedScopes: ['$&', "$'"] };
	expect(text({ code: 'not_allowed', status: 403 }, context)).toMatch("granted are: $&, $'.");
});

test('what is available is told where it is known', () => {
	const context = { ...SPENDING, availableBalance: '12.30' };
	expect(text({ code: 'insufficient_balance', status: 422 }, context)).toMatch(
		'does not cover this: 12.30 USDT are available. Top it up',
	);
});
