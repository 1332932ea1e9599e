// Failures of the token exchange, and a clock that is off: what the error says, and what is retried.
import { failureText } from '../../nodes/PartnerSettlement/messages/failure-text';
import type { PartnerApiError } from '../../partner-api';
import { atOnce, BALANCE, BALANCE_REQUEST, EXCHANGE_REQUEST, failureOf } from '../support/partner';
import { useServers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';

const api = useSandbox();
const servers = useServers();

beforeEach(() => {
	api.sandbox.configure({ blockedCode: 'tenant_blocked', clockOffsetSeconds: 0 });
});

/** A call of Base URL, which an API may have at its API URL. */
const DEPOSIT = { ...BALANCE, base: 'base', named: 'deposit_address' } as const;
const MOVED = { calls: { deposit_address: { base: 'api' } } } as const;

async function refused(change: Record<string, string> = {}): Promise<PartnerApiError> {
	const failure = await failureOf(api.contract.client({}, change).call(BALANCE));
	expect(failure.outcome).toBe('not_sent');
	expect(api.contract.arrived(BALANCE_REQUEST)).toBe(0);
	return failure;
}

function said(error: PartnerApiError, more: { scope?: string } = {}): string {
	const context = { call: 'Balance: Get', changesState: false, ...more };
	const { message, description } = failureText(error, context);
	return `${message}. ${description}`;
}

test('a blocked tenant has a token, and gets 403; the error never says that it lacks a scope that it has', async () => {
	api.sandbox.setBlocked(api.contract.partner.partnerId, true);
	const granted =
		/contract is blocked or inactive \(it needs the scope balance:read; granted: balance:read/;
	const codes = { tenant_blocked: /contract is blocked or inactive/, not_allowed: granted };
	for (const [code, text] of Object.entries(codes)) {
		api.sandbox.configure({ blockedCode: code });
		const failure = await failureOf(api.contract.client().call(BALANCE));
		expect(failure).toMatchObject({ code, outcome: 'refused' });
		expect(said(failure, { scope: 'balance:read' })).toMatch(text);
	}
});

test('a 401 that is a web page is no refusal of the API: no new token is tried', async () => {
	let calls = 0;
	const apiUrl = await servers.start((request, response) => {
		const isExchange = request.url?.endsWith('/token') === true;
		calls += isExchange ? 0 : 1;
		const [status, type] = isExchange ? [200, 'application/json'] : [401, 'text/html'];
		response.writeHead(status, { 'content-type': type });
		response.end(isExchange ? '{"token":"opaque"}' : '<!doctype html><html></html>');
	});
	const client = api.contract.client({}, { apiUrl });
	const failure = await failureOf(client.call(BALANCE));
	expect([failure.code, failure.outcome, calls]).toEqual(['html_answer', 'unknown', 1]);

	const agentTokenPath = '/no/exchange';
	const [here, there] = [client.with(MOVED), client.with({ agentTokenPath })];
	expect(said(await failureOf(here.call(DEPOSIT)))).toMatch('check API URL in the credential');
	expect(said(await failureOf(there.call(DEPOSIT)))).toMatch('check Base URL in the credential');
});

test.each([200, 404, 502])('a wrong URL where a page comes back with %i', async (status) => {
	const apiUrl = await servers.start((_request, response) => {
		response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><html></html>');
	});
	const failure = await refused({ apiUrl });
	expect(failure.code).toBe('html_answer');
	const elsewhere = await failureOf(api.contract.client({}, { apiUrl }).call(DEPOSIT));
	expect(said(elsewhere)).toMatch(
		/web page came back instead of an API response: check API URL in the credential/,
	);
});

test.each([
	['{"jwt":"elsewhere"}', 'unexpected_answer'],
	['{"error":"not_here"}', 'not_here'],
	['<!doctype html><html></html>', 'html_answer'],
	['', 'empty_answer'],
])('an exchange that answers 200 with %s is called once in a run', async (body, code) => {
	let requests = 0;
	const apiUrl = await servers.start((_request, response) => {
		requests += 1;
		response.end(body);
	});
	const client = api.contract.client({ retry: { retries: 3, longestWait: 0 } }, { apiUrl });
	for (let item = 0; item < 20; item += 1) {
		const failure = await failureOf(client.call(BALANCE));
		expect(failure).toMatchObject({ code, outcome: 'not_sent' });
	}
	expect(requests).toBe(1);
});

test.each(['closed_before', '500', '503', 'truncated'] as const)(
	'%s in the exchange: nothing was sent, and the next call may succeed',
	async (fault) => {
		api.sandbox.addFault({ match: { path: '/partner/token' }, fault });
		const client = api.contract.client();
		expect((await failureOf(client.call(BALANCE))).outcome).toBe('not_sent');
		expect(api.contract.arrived(BALANCE_REQUEST)).toBe(0);
		await client.call(BALANCE);
	},
);

test('a refused exchange is retried by the next run, not for each item of this one', async () => {
	const client = api.contract.client({}, { keyId: 'nobody-knows' });
	const failures = await atOnce(50, async () => await failureOf(client.call(BALANCE)));
	for (let item = 0; item < 10; item += 1) failures.push(await failureOf(client.call(BALANCE)));
	expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['unknown_kid']));
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(1);
	await refused({ keyId: 'nobody-knows' });
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
});

test.each([
	[120, 'behind'],
	[-120, 'ahead'],
])("the API's clock is off by %i s: the error says so", async (clockOffsetSeconds, direction) => {
	api.sandbox.configure({ clockOffsetSeconds });
	const seconds = new RegExp(`clock of this machine is 1[12]\\d seconds ${direction}`);
	expect(said(await refused())).toMatch(seconds);
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(1);
});

test('a small difference of the clocks is not told in place of the reason', async () => {
	api.sandbox.configure({ clockOffsetSeconds: 20 });
	expect(said(await refused({ keyId: 'nobody-knows' }))).toMatch(/Key ID is registered/);
});
