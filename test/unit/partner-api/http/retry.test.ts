// What is sent again after which failure, and how long it waits; what an error says is of a bounded length.
import fc from 'fast-check';
import { type FailureOutcome, PartnerApiError } from '../../../../partner-api/errors';
import { mayRetry, retryWait, type RetrySafety } from '../../../../partner-api/http/retry';

function failed(
	code: string,
	outcome: FailureOutcome,
	status?: number,
	retryAfterSeconds?: number,
): PartnerApiError {
	return new PartnerApiError({ code, outcome, status, retryAfterSeconds, phase: 'call' });
}

function repeated(error: PartnerApiError): RetrySafety[] {
	return (['safe', 'idempotent', 'unsafe'] as const).filter((repeat) => mayRetry(error, repeat));
}

describe('a call that never reached the API, or was refused for now, is retried', () => {
	test.each([
		failed('connection_failed', 'not_sent'),
		failed('timeout', 'not_sent'),
		failed('rate_limited', 'refused', 429),
		// The record of orders may have failed only once.
		failed('no_longer_allowed', 'not_sent'),
	])('%s', (error) => {
		expect(repeated(error)).toEqual(['safe', 'idempotent', 'unsafe']);
	});
});

describe('after a lost response, only a call that reads or carries an ext_id is retried', () => {
	test.each([
		failed('connection_lost', 'unknown'),
		failed('timeout', 'unknown'),
		failed('broken_json', 'unknown', 200),
		failed('empty_answer', 'unknown', 200),
		failed('unexpected_answer', 'unknown'),
		failed('html_answer', 'unknown', 200),
		failed('request_timeout', 'unknown', 408),
		failed('internal_error', 'unknown', 500),
		failed('no_error_code', 'unknown', 504),
		// With results of a batch.
		failed('rate_limited', 'unknown', 429),
	])('%s', (error) => {
		expect(repeated(error)).toEqual(['safe', 'idempotent']);
	});
});

describe('a failure that a retry cannot outlive is never retried', () => {
	test.each([
		...[400, 401, 403, 404, 409, 422].map((status) => failed('a_code', 'refused', status)),
		failed('html_answer', 'unknown', 404),
		failed('redirect', 'unknown', 307),
		failed('cancelled', 'unknown'),
		failed('blocked_by_egress_filter', 'not_sent'),
		failed('missing_scope', 'not_sent'),
	])('%s', (error) => {
		expect(repeated(error)).toEqual([]);
	});
});

describe('the wait before a repeat', () => {
	const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
	const lost = failed('timeout', 'unknown');

	test('doubles, with full jitter, up to the longest', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(60), share, (repeat, most, random) => {
				const wait = retryWait(lost, repeat, { retries: 20, longestWait: most }, random);
				expect(wait).toBe(random * Math.min(0.5 * 2 ** (repeat - 1), most));
			}),
		);
	});

	test('is what the API asks for, never longer than the longest', () => {
		const limits = { retries: 3, longestWait: 30 };
		expect(retryWait(failed('x', 'refused', 429, 7), 1, limits)).toBe(7);
		expect(retryWait(failed('x', 'refused', 429, 86_400), 1, limits)).toBe(30);
		// Never sooner than without it.
		expect(retryWait(failed('x', 'unknown', 503, 0), 3, limits, 0.5)).toBe(1);
	});
});

test('what an error says is of a bounded length', () => {
	const long = 'a'.repeat(1_000_000);
	const error = new PartnerApiError({
		...{ code: long, apiMessage: long, detail: long },
		...{ outcome: 'unknown', phase: 'call' },
	});
	const { code, apiMessage, detail } = error.details;
	expect([code, apiMessage, detail].map((text) => text?.length)).toEqual([500, 500, 500]);
});
