/** Proves: the text of an error of the token exchange, which keeps every call from being sent. */
import type { PartnerApiErrorDetails } from '../../partner-api/errors';
import { READING, SPENDING, text } from './support/failure-texts';

describe('the token exchange', () => {
	const token = { phase: 'token', outcome: 'not_sent', status: 401 } as const;

	test.each<[string, Partial<PartnerApiErrorDetails>, RegExp]>([
		['unknown_kid', {}, /that Key ID is registered/],
		['invalid_aud', {}, /Check Partner ID.*Service Code.*Key ID.*Private Key/],
		['invalid_signature', {}, /Private Key belongs to it/],
		['tenant_blocked', { status: 403 }, /contract is blocked or inactive/],
		['not_found', { status: 404 }, /no token exchange at this address. Check API URL/],
		['html_answer', { status: 200 }, /web page.*Check API URL in the credential/],
		['not_found', { status: 404 }, /Check API URL\. If that is right.*Key ID/],
		['no_error_code', { status: 404 }, /no token exchange at this address/],
		['not_allowed', { status: 403 }, /spent\. Your contract is blocked or inactive/],
		['invalid_request', { status: 400 }, /API refused the credential\. Check Partner ID/],
		['assertion_expired', { status: 422 }, /API refused the credential\. Check Partner ID/],
		['rate_limited', { status: 429, retryAfterSeconds: 7 }, /Too many.*Try again later/],
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

	test('an address that is wrong is the API URL, whichever base the call itself has', () => {
		const context = { ...SPENDING, urlField: 'Base URL' };
		expect(text({ ...token, code: 'connection_failed', status: undefined }, context)).toMatch(
			'Check API URL in the credential',
		);
	});
	test('names no option where it took too long: the test of a credential has none', () => {
		expect(text({ ...token, code: 'timeout', status: undefined })).not.toMatch('Options');
	});

	test.each([0, 3, -4])('a clock off by %i seconds is not worth a word', (clockSkewSeconds) => {
		expect(text({ ...token, code: 'invalid_aud', clockSkewSeconds })).not.toMatch('clock');
	});
});
