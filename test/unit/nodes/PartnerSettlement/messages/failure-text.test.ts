/** Proves: the text of every error: what it means, what became of the money, and what to do. */
import type { PartnerApiErrorDetails } from '../../../../../partner-api/errors';
import { READING, SPENDING, text } from '../../../support/failure-texts';

/**
 * Codes with how they come about, and what their text has to tell: those whose text depends on the call, and one of each
 * outcome. docs/errors.md shows the text of every code.
 */
const CODES: [string, Partial<PartnerApiErrorDetails>, RegExp][] = [
	['insufficient_balance', { status: 422 }, /balance does not cover.*Top it up/],
	['missing_scope', { outcome: 'not_sent' }, /it needs the scope withdraw; granted: balance:read/],
	['not_allowed', { status: 403 }, /it needs the scope withdraw; granted: balance:read/],
	['timeout', { outcome: 'unknown' }, /No complete response came in time/],
	['no_error_code', { status: 418 }, /carried no error code/],
	['token_expired', { status: 401 }, /and then a new one\. Open the credential and save it/],
	['card_not_active', { status: 409 }, /conflicts with an order on file. Look the ext_id up/],
	['ext_id_conflict', { status: 409 }, /for another order. A new order needs/],
	['internal_error', { status: 500, outcome: 'unknown' }, /API is having problems.*retry later/],
	['a_code_of_tomorrow', { status: 499 }, /did not accept the request: ask its provider/],
];

describe.each(CODES)('%s (%j)', (code, details, meaning) => {
	const spending = text({ ...details, code });
	const reading = text({ ...details, code }, READING);

	test('says what it means, where the money is, and what to do', () => {
		expect(spending).toMatch(meaning);
		const outcome = details.outcome ?? 'refused';
		const money = {
			refused: /Refused: nothing was spent/,
			not_sent: /Not sent: nothing was spent/,
			unknown: /Outcome unknown: repeat with ext_id order-1\. That finds the order, or places it/,
		}[outcome];
		expect(spending).toMatch(money);
		expect(spending.match(/nothing was spent|Outcome unknown/g)).toHaveLength(1);
	});

	test('names the call, the stable code and the HTTP status where there was one', () => {
		expect(spending).toMatch(
			new RegExp(`^Withdrawal: Create: .*\\(${code}\\)(; repeat only with ext_id order-1)? \\|`),
		);
		expect(reading).toMatch(new RegExp(`^Balance: Get: .*\\(${code}\\) \\|`));
		const { status } = details;
		expect(/HTTP [^.]*\./.exec(spending)?.[0]).toBe(status && `HTTP ${String(status)}.`);
	});

	test('a call that spends nothing says so, and never "outcome unknown"', () => {
		expect(reading).toMatch(/spends nothing|nothing was spent/);
		expect(reading).not.toMatch(/outcome unknown/i);
	});
});

test.each([404, 405])('HTTP %d of a call that is only named: its path can be entered', (status) => {
	const details = { code: 'not_found', status, outcome: 'refused' } as const;
	const named = { ...SPENDING, named: 'card_topup', hasBody: true };
	expect(text(details, named)).toMatch(/was spent\. .*calls\.card_topup in API Differences/);
	expect(text({ ...details, code: 'no_error_code' }, named)).toMatch('calls.card_topup');
	expect(text(details, SPENDING)).not.toMatch('API Differences');
});

test('an order that is unknown and has no key is to be checked before it is repeated', () => {
	const said = text({ code: 'timeout', outcome: 'unknown' }, { ...SPENDING, extId: undefined });
	expect(said).toMatch(/Outcome unknown: it may have .*check before you repeat/);
	expect(said).not.toMatch('ext_id');
});

test('a key that is taken is not to be repeated', () => {
	const details = { code: 'ext_id_conflict', outcome: 'unknown' } as const;
	const said = text(details, { ...SPENDING, isKeyTaken: true });
	expect(said).toMatch(
		/: nothing was spent because the order number \(ext_id\) is taken \(ext_id_conf/,
	);
	expect(said).not.toMatch(/repeat/i);
});

test('if the key came with the item, the error suggests a number made from it', () => {
	const details = { code: 'may_exist', outcome: 'not_sent' } as const;
	const context = { ...SPENDING, isKeyTaken: true, ownNumber: 'freeze-{{ $json.ext_id }}' };
	expect(text(details, context)).toMatch('Use another number, such as freeze-{{ $json.ext_id }}.');
	const open = { ...context, isKeyTaken: false, mayBeTaken: true };
	expect(text(details, open)).toMatch(
		/It may be your order .* Use another number only for a second order, such as freeze-/,
	);
});

test('if this attempt sent nothing, the text says so', () => {
	const details = { code: 'connection_failed', outcome: 'not_sent' } as const;
	const said = text(details, { ...SPENDING, outcome: 'unknown', sentNothing: true });
	expect(said).toMatch(
		'Outcome unknown: this attempt sent nothing, but an earlier one may have; repeat with ext_id order-1.',
	);
	expect(said).not.toMatch('if an attempt');
});

test('a message of the API of any length is cut', () => {
	expect(text({ apiMessage: 'x'.repeat(1_000_000) }).length).toBeLessThan(1_000);
});

describe('the token exchange', () => {
	const token = { phase: 'token', outcome: 'not_sent', status: 401 } as const;

	test.each<[string, Partial<PartnerApiErrorDetails>, RegExp]>([
		['tenant_blocked', { status: 403 }, /contract is blocked or inactive/],
		['html_answer', { status: 200 }, /web page.*check API URL in the credential/],
		[
			'not_found',
			{ status: 404 },
			/no token exchange at this .*: check API URL in the credential, then Key ID/,
		],
		['not_allowed', { status: 403 }, /spent\. Your contract is blocked or inactive/],
		['invalid_request', { status: 400 }, /API refused the credential. Check Partner ID/],
		['no_code', {}, /Check Partner ID.*Service Code.*Key ID.*Private Key/],
		['rate_limited', { status: 429, retryAfterSeconds: 7 }, /Too many.*retry later/],
		['unauthorized', {}, /API refused the credential.*token exchange returned HTTP 401\./],
	])('%s', (code, details, meaning) => {
		const said = text({ ...token, code, ...details });
		expect(said).toMatch(meaning);
		expect(said).toMatch(/^Withdrawal: Create: not sent \(.*Not sent: nothing was spent\./);
		expect(text({ ...token, code, ...details }, READING)).toMatch(/^Balance: Get: not sent \(/);
		expect(said).not.toMatch(/[{}]|undefined/);
	});

	const GUESSES = /refused the credential. Check Partner ID and Service Code, that Key ID/;

	test.each<[string, string, string | undefined, number]>([
		['Key ID is registered', 'unknown_kid', undefined, 401],
		['Key ID is registered', 'unauthorized', 'No key is registered under this kid', 401],
		['Private Key belongs to Key ID', 'invalid_signature', 'The signature does not match', 401],
		['Private Key belongs to Key ID', 'unauthorized', 'signature verification failed', 422],
		['Partner ID is right', 'invalid_iss', 'iss must be the partner id of the key', 401],
		['Partner ID is right', 'invalid_request', 'Unknown issuer', 400],
		['Service Code is right', 'invalid_aud', 'aud must be svc-partner-api', 401],
		['the clock of this machine is right', 'assertion_expired', 'exp was 3 s ago', 422],
		['the clock of this machine is right', 'iat_in_future', 'iat is 30 s ahead of the clock', 401],
		['nothing in between sends a request twice', 'jti_reused', 'This jti was used before', 401],
	])(
		'names the one field that the API tells of (%s): %s, %s',
		(field, code, apiMessage, status) => {
			const said = text({ ...token, code, apiMessage, status });
			expect(said).toMatch(`The API refused the credential: check first that ${field}.`);
			expect(said).not.toMatch(GUESSES);
			expect(said.match(/check first/g)).toHaveLength(1);
		},
	);

	test.each<[string, string | undefined]>([
		['unauthorized', undefined],
		['invalid_assertion', 'Wrong credentials'],
		['invalid_assertion', 'Check iss, aud and kid'],
		['issued_elsewhere', 'The sound of it is odd, expect nothing'],
		['partner_auth_failed', 'The partner API of this partner refuses it'],
	])('names all fields where none is told, or several are: %s, %s', (code, apiMessage) => {
		expect(text({ ...token, code, apiMessage })).toMatch(GUESSES);
	});
});
