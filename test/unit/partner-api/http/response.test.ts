// A response gives its body or an error that says what became of the order, whatever it holds.
import { redactSecrets } from '../../../../partner-api/values/redact';
import { readResponse } from '../../../../partner-api/http/response';
import type { HttpResponse } from '../../../../partner-api/http/transport';
import {
	type FailureOutcome,
	PartnerApiError,
	type PartnerApiErrorDetails,
} from '../../../../partner-api/errors';

function failure(
	status: number,
	text = '',
	headers = {},
	phase: 'call' | 'token' = 'call',
	unreadable?: HttpResponse['unreadable'],
): PartnerApiErrorDetails {
	try {
		readResponse({ status, text, headers, unreadable }, phase);
	} catch (error) {
		if (error instanceof PartnerApiError) return error.details;
		throw error;
	}
	throw new Error('The answer was read');
}

const HTML = '<!DOCTYPE html><html><body>Bad Gateway</body></html>';

test.each([200, 201, 202, 299])('the body of a %i is parsed', (status) => {
	expect(readResponse({ status, headers: {}, text: '{"a":1}' }, 'call')).toEqual({ a: 1 });
});

test.each([3_000, 50_000])('of %i levels 500 are read: the order exists', (levels) => {
	const text = `{"ext_id":"order-1","deep":${'['.repeat(levels)}${']'.repeat(levels)}}`;
	const record = redactSecrets(readResponse({ status: 200, headers: {}, text }, 'call'));
	expect(record).toMatchObject({ ext_id: 'order-1' });
	expect(JSON.stringify(record)).toContain('["this has more than 500 levels"]');
	expect(failure(400, text).outcome).toBe('refused');
});

test.each([
	'"sanctions_hit":true,"sanctions_hit":false',
	'"a":1,"b":{},"a":1',
	'"a":1,"\\u0061":2',
	'"__proto__":1,"__proto__":{}',
	'"x":[{"in \\"":1,"in \\"":1}]',
])('an answer with a name twice in one object proves nothing: %s', (members) => {
	expect(failure(200, `{"status":"completed",${members}}`)).toMatchObject({
		code: 'broken_json',
		outcome: 'unknown',
	});
	expect(failure(400, `{"error":"x",${members}}`)).toMatchObject({ outcome: 'refused' });
});

test.each<[string, string, string]>([
	['empty', '', 'empty_answer'],
	['white space', ' \r\n', 'empty_answer'],
	['a page', HTML, 'html_answer'],
	['a page without a doctype', '\n<HTML>', 'html_answer'],
	['broken JSON', '{"a":1', 'broken_json'],
	['text', 'OK', 'broken_json'],
])('a 200 whose body is %s: outcome unknown', (_name, text, code) => {
	expect(failure(200, text)).toMatchObject({ code, outcome: 'unknown', status: 200 });
	expect(failure(200, text, {}, 'token')).toMatchObject({ code, outcome: 'not_sent' });
});

test.each<[number, FailureOutcome]>([
	[300, 'unknown'],
	[400, 'refused'],
	[401, 'refused'],
	[403, 'refused'],
	[404, 'refused'],
	[408, 'unknown'],
	[409, 'refused'],
	[425, 'unknown'],
	[499, 'unknown'],
	[422, 'refused'],
	[429, 'refused'],
	[500, 'unknown'],
	[504, 'unknown'],
])('a %i leaves the money %s; in the token exchange nothing was sent', (status, outcome) => {
	expect(failure(status, '{"error":"x"}').outcome).toBe(outcome);
	expect(failure(status, '{"error":"x"}', {}, 'token').outcome).toBe('not_sent');
});

test('a web page under a 4xx is no refusal of the API: something in between answered', () => {
	for (const status of [400, 401, 403, 404]) expect(failure(status, HTML).outcome).toBe('unknown');
	// A gateway that limits the rate has not passed the call on.
	expect(failure(429, HTML).outcome).toBe('refused');
});

test('a batch that is refused with results leaves its orders open, wherever they stand', () => {
	for (const holder of [{ results: [] }, { data: { results: [] } }, { batch: { results: [] } }]) {
		const said = failure(422, JSON.stringify({ error: 'partial', ...holder }));
		expect(said).toMatchObject({ code: 'partial', outcome: 'unknown' });
	}
});

test.each<[string, string, string]>([
	['no message', '{"error":"not_allowed"}', 'not_allowed'],
	['a message that is no text', '{"error":"not_allowed","message":{"a":1}}', 'not_allowed'],
	['no code', '{"message":"no"}', 'no_error_code'],
	['an empty body', '', 'no_error_code'],
	['a page', HTML, 'html_answer'],
])('a refusal with %s', (_name, body, code) => {
	expect(failure(403, body).code).toBe(code);
});

describe.each(['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml'])('%s', (type) => {
	const headers = { 'content-type': type };

	test.each(['<?xml version="1.0"?><html/>', '<!-- nginx --><html>', '<script>1</script>', 'Bad'])(
		'%s is a page',
		(page) => {
			for (const status of [200, 404, 502]) {
				expect(failure(status, page, headers).code).toBe('html_answer');
			}
		},
	);

	test('one that a gateway has compressed leaves an order open', () => {
		const unreadable = { code: 'unreadable_encoding', detail: 'Content-Encoding gzip' } as const;
		const said = failure(403, '', headers, 'call', unreadable);
		expect(said).toMatchObject({ code: 'html_answer', outcome: 'unknown' });
	});

	test('JSON stays JSON, and nothing stays nothing', () => {
		expect(readResponse({ status: 200, text: '{"a":1}', headers }, 'call')).toEqual({ a: 1 });
		expect(failure(403, '{"error":"not_allowed"}', headers).code).toBe('not_allowed');
		expect(failure(404, '', headers).code).toBe('no_error_code');
		expect(failure(200, ' ', headers).code).toBe('empty_answer');
	});
});

describe('headers of a refusal', () => {
	test.each<[string | string[], number | undefined]>([
		['0', 0],
		[['3', '9'], 3],
		['Wed, 21 Oct 2015 07:28:00 GMT', 0],
		['Sun Nov  6 08:49:37 1994', 0],
		['soon', undefined],
		['1.5', 1.5],
		['1.', undefined],
		['Wed, 99 Foo 2015 07:28:00 GMT', undefined],
		[' 3 ', 3],
		['+2', undefined],
		['-5', undefined],
		['1e3', undefined],
		['', undefined],
		['2030-01-01T00:00:00Z', undefined],
	])('Retry-After: %s', (value, seconds) => {
		const { retryAfterSeconds } = failure(429, '{}', { 'retry-after': value });
		expect(retryAfterSeconds).toBe(seconds);
	});

	test.each([
		'Wed, 21 Oct 2015 07:28:30 GMT',
		'Wednesday, 21-Oct-15 07:28:30 GMT',
		'Wed Oct 21 07:28:30 2015',
	])('Retry-After: %s counts from the date of the response', (until) => {
		const date = 'Wed, 21 Oct 2015 07:28:00 GMT';
		expect(failure(429, '{}', { date, 'retry-after': until }).retryAfterSeconds).toBe(30);
	});

	test.each([undefined, 'yesterday'])('with the Date %s it counts from now', (date) => {
		jest.useFakeTimers({ now: Date.UTC(2030, 0, 1) });
		const until = 'Tue, 01 Jan 2030 00:01:00 GMT';
		const { retryAfterSeconds } = failure(503, '{}', { date, 'retry-after': until });
		jest.useRealTimers();
		expect(retryAfterSeconds).toBe(60);
	});

	test('Date tells how far the local clock is ahead', () => {
		const date = new Date(Date.now() - 300_000).toUTCString();
		const { clockSkewSeconds = 0 } = failure(401, '{}', { date });
		expect(Math.round(clockSkewSeconds / 10)).toBe(30);
	});

	test.each([
		['https://login.example.com/here-hidden?token=hidden#part', 'https://login.example.com'],
		['https://user:hidden@login.example.com:8443/here', 'https://login.example.com:8443'],
		['//user:hidden@login.example.com/here', undefined],
		['https:\\\\user:hidden@login.example.com/here', 'https://login.example.com'],
		['/here/hidden?token=hidden', undefined],
		['hidden:here', undefined],
		['https://user:hidden@[', undefined],
	])('of Location %s nothing but the host is named', (location, detail) => {
		const found = failure(302, '', { location });
		expect(found).toMatchObject({ code: 'redirect' });
		expect(found.detail).toBe(detail);
	});
});
