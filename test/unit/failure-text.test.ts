import { PartnerApiError, type PartnerApiErrorDetails } from '../../partner-api/errors';
import { type FailureContext, failureText } from '../../partner-api/failure-text';

const SPENDING: FailureContext = {
	call: 'Withdrawal: Create',
	changesState: true,
	extId: 'order-1',
	scope: 'withdraw',
	grantedScopes: ['balance:read'],
	urlField: 'API URL',
};
const READING: FailureContext = { call: 'Balance: Get', changesState: false, urlField: 'API URL' };

function text(details: Partial<PartnerApiErrorDetails>, context = SPENDING): string {
	const whole: PartnerApiErrorDetails = {
		code: 'x',
		outcome: 'refused',
		phase: 'call',
		...details,
	};
	const { message, description } = failureText(new PartnerApiError(whole), context);
	return `${message} | ${description}`;
}

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
		/policy for outgoing requests.*N8N_SSRF_ALLOWED_HOSTNAMES/,
	],
	['redirect', { outcome: 'unknown', status: 307 }, /redirect, which is not followed/],
	['html_answer', { outcome: 'unknown', status: 502 }, /web page came back.*Check API URL/],
	['empty_answer', { outcome: 'unknown', status: 200 }, /answer was empty/],
	['unreadable_encoding', { outcome: 'unknown', status: 200 }, /compressed.*Check API URL/i],
	['broken_json', { outcome: 'unknown', status: 200 }, /not valid JSON/],
	['unexpected_answer', { outcome: 'unknown', status: 200 }, /not as the API document shows/],
	['another_order', { outcome: 'unknown' }, /another order than the one that was sent/],
	['no_error_code', { status: 400 }, /Check the parameters/],
	['no_error_code', { status: 418 }, /carried no error code/],
	['invalid_field', { status: 400 }, /did not accept the request.*Check the parameters/],
	['token_expired', { status: 401 }, /refused, a new one too.*Open the credential: n8n tests it/],
	['tenant_blocked', { status: 403 }, /contract is blocked or inactive/],
	['not_found', { status: 404 }, /Check the ID, and API URL in the credential/],
	['card_not_active', { status: 409 }, /conflicts with what the API has on file\. If it is about/],
	['ext_id_conflict', { status: 409 }, /Document: Get.*only if it is another order/],
	['invalid_address', { status: 422 }, /not its values/],
	['rate_limited', { status: 429, retryAfterSeconds: 7 }, /Try again in 7 seconds/],
	['rate_limited', { status: 429 }, /Try again later/],
	['internal_error', { status: 500, outcome: 'unknown' }, /API is in trouble.*Try again later/],
	[
		'unavailable',
		{ status: 503, outcome: 'unknown', retryAfterSeconds: 9 },
		/Try again in 9 seconds/,
	],
	['a_code_of_tomorrow', { status: 499 }, /did not accept the request. Ask its operator/],
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
			unknown: /Outcome unknown: repeat with ext_id order-1\. That is safe/,
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

describe('the token exchange', () => {
	const token = { phase: 'token', outcome: 'not_sent', status: 401 } as const;

	test.each<[string, Partial<PartnerApiErrorDetails>, RegExp]>([
		['unknown_kid', {}, /does not know this Key ID/],
		['kid_revoked', {}, /or it was revoked/],
		['key_id_unknown', {}, /does not know this Key ID/],
		['invalid_aud', {}, /Check Partner ID.*Key ID.*Private Key.*Service Code/],
		['invalid_signature', {}, /Private Key belongs to it/],
		['tenant_blocked', { status: 403 }, /contract is blocked or inactive/],
		['not_found', { status: 404 }, /no token exchange at this address. Check API URL/],
		['html_answer', { status: 200 }, /web page.*Check API URL in the credential/],
		['not_found', { status: 404 }, /Check API URL; if that is right.*Key ID/],
		['no_error_code', { status: 404 }, /no token exchange at this address/],
		['not_allowed', { status: 403 }, /\| The contract is blocked or inactive/],
		['invalid_request', { status: 400 }, /assertion was refused. Check Partner ID/],
		['assertion_expired', { status: 422 }, /assertion was refused. Check Partner ID/],
		['rate_limited', { status: 429, retryAfterSeconds: 7 }, /Too many.*Try again in 7 seconds/],
		['unauthorized', { apiMessage: 'unknown kid' }, /does not know this Key ID/],
		['invalid_request', { status: 400, apiMessage: 'No such key id' }, /does not know this Key ID/],
		['internal_error', { status: 500, apiMessage: 'kid lookup failed' }, /API is in trouble/],
		[
			'unauthorized',
			{ apiMessage: 'We are kidding' },
			/was refused.*token exchange was answered with HTTP 401\./,
		],
		[
			'timeout',
			{ status: undefined },
			/exchange brought no complete answer in time. Check API URL/,
		],
	])('%s', (code, details, meaning) => {
		const said = text({ ...token, code, ...details });
		expect(said).toMatch(meaning);
		expect(said).toMatch(
			/^Withdrawal: Create: order not sent \(.*Order not sent: nothing was spent\./,
		);
		expect(text({ ...token, code, ...details }, READING)).toMatch(
			/^Balance: Get: call not sent \(/,
		);
		expect(said).not.toMatch(/[{}]|undefined/);
	});

	test('an address that is wrong is the API URL, whichever base the call itself has', () => {
		const context = { ...SPENDING, urlField: 'Base URL' };
		expect(text({ ...token, code: 'connection_failed', status: undefined }, context)).toMatch(
			'Check API URL in the credential',
		);
	});

	test.each([
		[120, 'The clock of this machine is 120 seconds ahead'],
		[-45, 'The clock of this machine is 45 seconds behind'],
	])('a clock off by %i seconds is told', (clockSkewSeconds, said) => {
		expect(text({ ...token, code: 'iat_in_future', clockSkewSeconds })).toMatch(said);
	});

	test.each([400, 401, 403, 404, 422])('a clock that is off is told with a %i', (status) => {
		expect(text({ ...token, code: 'x', status, clockSkewSeconds: 60 })).toMatch('60 seconds ahead');
	});

	test.each([200, 408, 429, 500])('it is not the reason for a %i', (status) => {
		expect(text({ ...token, code: 'x', status, clockSkewSeconds: 60 })).not.toMatch('clock');
	});

	test('names no option where it took too long: the test of a credential has none', () => {
		expect(text({ ...token, code: 'timeout', status: undefined })).not.toMatch('Options');
	});

	test.each([0, 3, -9])('a clock off by %i seconds is not worth a word', (clockSkewSeconds) => {
		expect(text({ ...token, code: 'invalid_aud', clockSkewSeconds })).not.toMatch('clock');
	});
});

describe('a scope that is granted is not said to be missing', () => {
	const context = { ...SPENDING, grantedScopes: ['balance:read', 'withdraw'] };

	test.each(['not_allowed', 'tenant_blocked', 'no_error_code'])('%s', (code) => {
		const said = text({ code, status: 403 }, context);
		expect(said).toMatch(/the scope withdraw is there \(granted are: balance:read, withdraw\)/);
		expect(said).toMatch(/contract is blocked or inactive, or the API does not allow this/);
		expect(said).not.toMatch(/missing|[{}]/);
	});

	test('it may be where the granted ones are not known', () => {
		const said = text(
			{ code: 'not_allowed', status: 403 },
			{ ...context, grantedScopes: undefined },
		);
		expect(said).toMatch(
			/scope is missing, or the contract is blocked.*Needed is the scope withdraw\./,
		);
	});
});

test.each([
	['Withdrawal: Create', false],
	['KYT Screening: Check', true],
])('%s: an ext_id keeps its network and address: %s', (call, screens) => {
	const said = text({ code: 'invalid_value', status: 422 }, { ...SPENDING, call, screens });
	expect(said.includes('must keep its network and address')).toBe(screens);
});

test('names no option where it took too long and there is none to set', () => {
	const context = { ...READING, timeLimit: '10 seconds' };
	const said = text({ code: 'timeout', outcome: 'unknown' }, context);
	expect(said).toMatch('| No complete answer came within 10 seconds. This call spends nothing.');
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
