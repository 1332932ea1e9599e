/** Proves: the text of an error of the token exchange, which keeps every call from being sent. */
import type { PartnerApiErrorDetails } from '../../../../../partner-api/errors';
import { READING, SPENDING, text } from '../../../support/failure-texts';

describe('the token exchange', () => {
	const token = { phase: 'token', outcome: 'not_sent', status: 401 } as const;

	test.each<[string, Partial<PartnerApiErrorDetails>, RegExp]>([
		['tenant_blocked', { status: 403 }, /contract is blocked or inactive/],
		['not_found', { status: 404 }, /no token exchange at this address, .*: check API URL/],
		['html_answer', { status: 200 }, /web page.*check API URL in the credential/],
		['not_found', { status: 404 }, /check API URL, then Key ID/],
		['no_error_code', { status: 404 }, /no token exchange at this address/],
		['not_allowed', { status: 403 }, /spent\. Your contract is blocked or inactive/],
		['invalid_request', { status: 400 }, /API refused the credential: check Partner ID/],
		['no_code', {}, /check Partner ID.*Service Code.*Key ID.*Private Key/],
		['rate_limited', { status: 429, retryAfterSeconds: 7 }, /Too many.*try again later/],
		['internal_error', { status: 500 }, /API is in trouble/],
		['unauthorized', {}, /API refused the credential.*token exchange gave HTTP 401\./],
		['timeout', { status: undefined }, /No complete response came in time/],
	])('%s', (code, details, meaning) => {
		const said = text({ ...token, code, ...details });
		expect(said).toMatch(meaning);
		expect(said).toMatch(/^Withdrawal: Create: not sent \(.*Not sent: nothing was spent\./);
		expect(text({ ...token, code, ...details }, READING)).toMatch(/^Balance: Get: not sent \(/);
		expect(said).not.toMatch(/[{}]|undefined/);
	});

	const FIELDS = {
		kid: 'Key ID is registered',
		signature: 'Private Key belongs to Key ID',
		partner: 'Partner ID is right',
		audience: 'Service Code is right',
		clock: 'the clock of this machine is right',
		repeat: 'nothing in between sends a request twice',
	};
	const GUESSES = /refused the credential: check Partner ID and Service Code, that Key ID/;

	test.each<[keyof typeof FIELDS, string, string | undefined, number]>([
		['kid', 'unknown_kid', undefined, 401],
		['kid', 'KEY-ID-REVOKED', undefined, 400],
		['kid', 'unauthorized', 'No key is registered under this kid', 401],
		['signature', 'invalid_signature', 'The signature does not match the registered key', 401],
		['signature', 'unauthorized', 'signature verification failed', 422],
		['partner', 'invalid_iss', 'iss must be the partner id of the key, as decimal text', 401],
		['partner', 'partner_not_found', undefined, 401],
		['partner', 'unknown-partner', undefined, 400],
		['partner', 'invalid_request', 'Unknown issuer', 400],
		['audience', 'invalid_aud', 'aud must be svc-partner-api', 401],
		['audience', 'unauthorized', 'The audience must be svc-partner-api', 401],
		['clock', 'assertion_expired', 'exp was 3 s ago', 422],
		['clock', 'iat_in_future', "iat is 30 s ahead of the service's clock", 401],
		['repeat', 'jti_reused', 'This jti was used before', 401],
		['repeat', 'unauthorized', 'replay detected', 401],
	])(
		'names the one field that the API tells of (%s): %s, %s',
		(field, code, apiMessage, status) => {
			const said = text({ ...token, code, apiMessage, status });
			expect(said).toMatch(`The API refused the credential: check first that ${FIELDS[field]}.`);
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

	test('of a refused call, no word is taken for a field of the credential', () => {
		expect(text({ code: 'invalid_signature', status: 401 })).not.toMatch('Private Key');
	});

	test('an address that is wrong is the API URL, whichever base the call itself has', () => {
		const context = { ...SPENDING, urlField: 'Base URL' };
		expect(text({ ...token, code: 'connection_failed', status: undefined }, context)).toMatch(
			'check API URL in the credential',
		);
	});
	test('names no option where it took too long: the test of a credential has none', () => {
		expect(text({ ...token, code: 'timeout', status: undefined })).not.toMatch('Options');
	});

	test.each([0, 3, -4])('a clock off by %i seconds is not worth a word', (clockSkewSeconds) => {
		expect(text({ ...token, code: 'invalid_aud', clockSkewSeconds })).not.toMatch('clock');
	});
});
