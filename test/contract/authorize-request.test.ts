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
	const request = await authorizeRequest(api.contract.settings(), {
		url,
		headers: { accept: 'x' },
	});
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
	const again = await atOnce(
		10,
		async () => await authorizeRequest(api.contract.settings(), first),
	);
	expect(new Set(again.map(bearer)).size).toBe(1);
	expect(again.map(bearer)).not.toContain(bearer(first));
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
	const late = await authorizeRequest(api.contract.settings(), first);
	expect(again.map(bearer)).toContain(bearer(late));
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
});

test('redirects are turned off under the names that both HTTP helpers of n8n use', async () => {
	expect(
		await authorizeRequest(api.contract.settings(), { url: api.sandbox.apiUrl }),
	).toMatchObject({
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	});
});

test.each([
	...'/gw /gw/ /gw?x=1 /gw/partner/balance /core/api/cards'.split(' '),
	...'/core/../gw/partner/balance /gw//partner'.split(' '),
])('a token is given to %s of the host', async (path) => {
	const request = { url: api.sandbox.url + path };
	expect(bearer(await authorizeRequest(api.contract.settings(), request))).toMatch(/^Bearer /);
});

test.each([
	...'/ /another-app /gwx/partner /gw/../another-app /gw/%2e%2e/another-app'.split(' '),
	...'/gw/..%2fanother-app /gw/..%5Canother-app /gw/..;/another-app'.split(' '),
	...'/gw/%252e%252e/another-app /GW/partner'.split(' '),
])('a token is not given to %s of the host, which is not under a base', async (path) => {
	const request = { url: api.sandbox.url + path };
	await expect(authorizeRequest(api.contract.settings(), request)).rejects.toThrow(
		/neither API URL nor Base URL/,
	);
});

test.each([
	['/partner/balance', '/gw'],
	['/gw/partner/balance', '/another-app'],
	['//evil.example/gw', '/gw'],
	['https://evil.example/gw', '/gw'],
	['../another-app', '/gw'],
])('a token is not given to %s on a base URL with the path %s', async (url, path) => {
	const request = { url, baseURL: api.sandbox.url + path };
	await expect(authorizeRequest(api.contract.settings(), request)).rejects.toThrow(InputError);
});

test.each([
	'https://evil.example/partner/balance',
	'https://127.0.0.1/partner/balance',
	'http://127.0.0.1:1/partner/balance',
	'//evil.example/partner',
	'http://127.0.0.1@evil.example/',
	'/partner/balance',
	'',
])('a token is not given to %j', async (url) => {
	await expect(authorizeRequest(api.contract.settings(), { url })).rejects.toThrow(InputError);
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(0);
});

test.each([
	['url', { uri: 'https://evil.example/gw' }],
	['uri', { uri: '/gw', url: 'https://evil.example/gw' }],
])('a token is not given if only %s is under a base', async (_, addresses) => {
	const request = { url: `${api.sandbox.apiUrl}/partner/balance`, ...addresses };
	await expect(authorizeRequest(api.contract.settings(), request)).rejects.toThrow(InputError);
	const list = { url: [api.sandbox.apiUrl] } as unknown as AuthorizableRequest;
	await expect(authorizeRequest(api.contract.settings(), list)).rejects.toThrow(InputError);
});

describe('a token is not given to a request that somebody else could read', () => {
	test.each<[string, RegExp, Partial<AuthorizableRequest>]>([
		[
			'Proxy as a URL',
			/option Proxy, others could read it. Send the request without the option Proxy/,
			{ proxy: 'http://evil.example' },
		],
		['Ignore SSL Issues', /Ignore SSL Issues.*NODE_EXTRA_CA_CERTS/, { rejectUnauthorized: false }],
		['a value other than true', /Ignore SSL Issues/, { rejectUnauthorized: 0 }],
		['the newer helper', /Ignore SSL Issues/, { skipSslCertificateValidation: true }],
		['its own certificate authority', /SSL Certificates/, { agentOptions: { ca: 'x' } }],
		['an agent', /SSL Certificates/, { agentOptions: { rejectUnauthorized: false } }],
		['a socket', /SSL Certificates/, { agentOptions: { socketPath: '/tmp/x' } }],
		['another host', /header Host/, { headers: { HOST: 'evil.example' } }],
		['an echo', /method TRACE/, { method: 'trace' }],
	])('%s', async (_, message, options) => {
		const request = { url: api.sandbox.apiUrl, ...options };
		await expect(authorizeRequest(api.contract.settings(), request)).rejects.toThrow(message);
		expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(0);
	});
});

describe('with a limit in the credential, no request gets a token', () => {
	const limits: Record<string, string>[] = [
		{ maximumPerOrder: '1' },
		{ keepAtLeast: '0' },
		{ allowedRecipients: TRON },
		{ clearanceHours: '1', clearanceRules: '{}' },
	];

	test.each(limits)('%j: whatever the method, no token is requested', async (limit) => {
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
