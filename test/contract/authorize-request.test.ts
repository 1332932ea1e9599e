// A request of another HTTP client gets a token only if nobody but the API can read it.
import { authorizeRequest, InputError } from '../../partner-api';
import type { AuthorizableRequest } from '../../partner-api/token/authorize-request';
import { TRON } from '../support/addresses';
import { atOnce, BALANCE, EXCHANGE_REQUEST } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';

const api = useSandbox();

function bearer(request: AuthorizableRequest): string {
	const { Authorization: value } = request.headers ?? {};
	if (typeof value !== 'string') throw new Error('There is no Authorization header');
	return value;
}

test('a request of another HTTP client gets a token that the API takes', async () => {
	const url = `${api.sandbox.apiUrl}/partner/balance`;
	const given = { url, headers: { accept: 'x' } };
	const request = await authorizeRequest(api.contract.settings(), given);
	expect(request.headers).toMatchObject({ accept: 'x' });
	const answer = await fetch(url, { headers: { authorization: bearer(request) } });
	expect(answer.status).toBe(200);
});

test('the token is the one the nodes use', async () => {
	const url = api.sandbox.apiUrl;
	await api.contract.client().call(BALANCE);
	await atOnce(50, async () => await authorizeRequest(api.contract.settings(), { url }));
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(1);
});

test('a request that already carries a token was refused, so it gets a new one, once', async () => {
	const request: AuthorizableRequest = { url: api.sandbox.apiUrl };
	const first = await authorizeRequest(api.contract.settings(), request);
	const authorize = async () => await authorizeRequest(api.contract.settings(), first);
	const again = await atOnce(10, authorize);
	expect(new Set(again.map(bearer)).size).toBe(1);
	expect(again.map(bearer)).not.toContain(bearer(first));
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
	expect(again.map(bearer)).toContain(bearer(await authorize()));
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
});

test('redirects are turned off under the names that both HTTP helpers of n8n use', async () => {
	const off = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };
	const request = { url: api.sandbox.apiUrl };
	expect(await authorizeRequest(api.contract.settings(), request)).toMatchObject(off);
});

test.each([
	...'/gw /gw/ /gw?x=1 /gw/partner/balance /core/api/cards'.split(' '),
	...'/core/../gw/partner/balance /gw//partner'.split(' '),
])('a token is given to %s of the host', async (path) => {
	const request = { url: api.sandbox.url + path };
	expect(bearer(await authorizeRequest(api.contract.settings(), request))).toMatch(/^Bearer /);
});

/** Stands for the address of this file's sandbox. */
const HOST = 'http://here';
const ELSEWHERE = [
	...'/ /another-app /gwx/partner /gw/../another-app /gw/%2e%2e/another-app'.split(' '),
	...'/gw/..%2fanother-app /gw/..%5Canother-app /gw/..;/another-app'.split(' '),
	...'/gw/%252e%252e/another-app /GW/partner'.split(' '),
].map((path): [object, RegExp] => [{ url: HOST + path }, /neither API URL nor Base URL/]);

test.each<[given: object, message: RegExp | typeof InputError]>([
	...ELSEWHERE,
	[{ url: '/partner/balance', baseURL: `${HOST}/gw` }, InputError],
	[{ url: '/gw/partner/balance', baseURL: `${HOST}/another-app` }, InputError],
	[{ url: '//evil.example/gw', baseURL: `${HOST}/gw` }, InputError],
	[{ url: 'https://evil.example/gw', baseURL: `${HOST}/gw` }, InputError],
	[{ url: '../another-app', baseURL: `${HOST}/gw` }, InputError],
	[{ url: 'https://evil.example/partner/balance' }, InputError],
	[{ url: 'https://127.0.0.1/partner/balance' }, InputError],
	[{ url: 'http://127.0.0.1:1/partner/balance' }, InputError],
	[{ url: '//evil.example/partner' }, InputError],
	[{ url: 'http://127.0.0.1@evil.example/' }, InputError],
	[{ url: '/partner/balance' }, InputError],
	[{ url: '' }, InputError],
	[{ url: [`${HOST}/gw`] }, InputError],
	[{ url: `${HOST}/gw/partner/balance`, uri: 'https://evil.example/gw' }, InputError],
	[{ uri: '/gw', url: 'https://evil.example/gw' }, InputError],
	// Somebody else could read these.
	[
		{ proxy: 'http://evil.example' },
		/option Proxy, others could read it. Send the request without the option Proxy/,
	],
	[{ rejectUnauthorized: false }, /Ignore SSL Issues.*NODE_EXTRA_CA_CERTS/],
	[{ rejectUnauthorized: 0 }, /Ignore SSL Issues/],
	[{ skipSslCertificateValidation: true }, /Ignore SSL Issues/],
	[{ agentOptions: { ca: 'x' } }, /SSL Certificates/],
	[{ agentOptions: { rejectUnauthorized: false } }, /SSL Certificates/],
	[{ agentOptions: { socketPath: '/tmp/x' } }, /SSL Certificates/],
	[{ headers: { HOST: 'evil.example' } }, /header Host/],
	[{ method: 'trace' }, /method TRACE/],
])('a token is not given to a request with %j', async (given, message) => {
	const text = JSON.stringify({ url: `${HOST}/gw`, ...given }).replaceAll(HOST, api.sandbox.url);
	const request = JSON.parse(text) as AuthorizableRequest;
	await expect(authorizeRequest(api.contract.settings(), request)).rejects.toThrow(message);
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(0);
});

describe('with a limit in the credential, no request gets a token', () => {
	test.each<Record<string, string>>([
		{ maximumPerOrder: '1' },
		{ keepAtLeast: '0' },
		{ allowedRecipients: TRON },
		{ clearanceHours: '1', clearanceRules: '{}' },
	])('%j: whatever the method, no token is requested', async (limit) => {
		const settings = api.contract.settings(limit);
		const url = `${api.sandbox.apiUrl}/partner/balance`;
		for (const method of [undefined, 'GET', 'get', 'POST', 'PUT', 'DELETE', 'HEAD', '']) {
			const sent = authorizeRequest(settings, { url, method });
			await expect(sent).rejects.toThrow(InputError);
			await expect(sent).rejects.toThrow(/^Nothing was sent: .* For a GET, use API Call: Request /);
		}
		expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(0);
	});

	test('a token from before the limit is not renewed after the API refused it', async () => {
		const request = { url: `${api.sandbox.apiUrl}/partner/balance` };
		const before = await authorizeRequest(api.contract.settings(), request);
		const limited = api.contract.settings({ maximumPerOrder: '1' });
		await expect(authorizeRequest(limited, before)).rejects.toThrow(/^Nothing was sent: /);
		expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(1);
	});
});

test('an Authorization header of another kind does not drop the token that all runs share', async () => {
	const request = { url: `${api.sandbox.apiUrl}/partner/balance` };
	const own = { ...request, headers: { Authorization: 'Basic eDp5' } };
	const tokens = [request, own, own].map(async (one) =>
		bearer(await authorizeRequest(api.contract.settings(), one)),
	);
	expect(new Set(await Promise.all(tokens)).size).toBe(1);
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(1);
});
