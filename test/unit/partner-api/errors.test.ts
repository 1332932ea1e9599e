// Which failures may be over at the next attempt.
import { PartnerApiError } from '../../../partner-api/errors';

function failed(code: string, status?: number): PartnerApiError {
	return new PartnerApiError({ code, status, outcome: 'unknown', phase: 'call' });
}

describe('a failure that may be over at the next try', () => {
	test.each([
		failed('connection_failed'),
		failed('timeout'),
		failed('unexpected_answer'),
		failed('empty_answer', 200),
		failed('html_answer', 200),
		failed('request_timeout', 408),
		failed('rate_limited', 429),
		failed('internal_error', 500),
		failed('html_answer', 502),
		failed('unavailable', 503),
	])('%s', (error) => {
		expect(error.isTransient).toBe(true);
	});
});

describe('a failure that the next try meets again', () => {
	test.each([
		...[400, 401, 403, 404, 409, 422].map((status) => failed('a_code', status)),
		failed('html_answer', 404),
		failed('redirect', 307),
		failed('cancelled'),
		failed('blocked_by_egress_filter'),
		failed('missing_scope'),
	])('%s', (error) => {
		expect(error.isTransient).toBe(false);
	});
});

test('what it says is of a bounded length', () => {
	const long = 'a'.repeat(1_000_000);
	const error = new PartnerApiError({
		...{ code: long, apiMessage: long, detail: long },
		...{ outcome: 'unknown', phase: 'call' },
	});
	const { code, apiMessage, detail } = error.details;
	expect([code, apiMessage, detail].map((text) => text?.length)).toEqual([500, 500, 500]);
});
