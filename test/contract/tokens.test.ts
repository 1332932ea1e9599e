// One token serves all runs of a credential, is renewed in time and once after a 401, also at an API that differs where its
// document is silent. What becomes of orders there: test/engine/other-dialects.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiCall, assumedCallOf } from '../../partner-api';
import { atOnce, BALANCE, BALANCE_REQUEST, EXCHANGE_REQUEST, failureOf } from '../support/partner';
import { useServers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';
import { dialectSchema } from '../../dev/sandbox/dialects';

const api = useSandbox();
const servers = useServers();

beforeEach(() => {
	api.sandbox.configure({ tokenTtlSeconds: 900, tokenShape: 'access_token' });
});

test('another key of the same partner is another credential', async () => {
	const second = await api.sandbox.addKey(api.contract.partner.partnerId);
	await api.contract.client().call(BALANCE);
	await api.contract
		.client({}, { keyId: second.keyId, privateKey: second.privateKeyPem })
		.call(BALANCE);
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
});

test('a token with a life of 3 s is renewed before it ends: never a 401', async () => {
	api.sandbox.configure({ tokenTtlSeconds: 3 });
	const client = api.contract.client();
	while (api.sandbox.stats().tokenExchanges < 3) {
		await atOnce(5, async () => await client.call(BALANCE));
		await pause(25);
	}
	expect(api.sandbox.stats().unauthorized).toBe(0);
}, 20_000);

test('an exchange without a response delays each call only until its own timeout, and the others wait on', async () => {
	let answer = (): void => undefined;
	const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
	const apiUrl = await servers.start((request, response) => {
		if (request.url !== '/auth/v1/partner/token') response.end('{"balance":"1"}');
		else void mayAnswer.then(() => response.end('{"token":"opaque"}'));
	});
	const patient = api.contract.client({ timeoutMs: 60_000 }, { apiUrl }).call(BALANCE);
	const client = api.contract.client({ timeoutMs: 50 }, { apiUrl });
	for (const limits of [undefined, { timeoutMs: 20, retry: { retries: 0, longestWait: 0 } }]) {
		const failure = await failureOf(client.call(BALANCE, limits));
		expect(failure).toMatchObject({ code: 'timeout', outcome: 'not_sent' });
		expect(failure.details.phase).toBe('token');
	}
	answer();
	expect(await patient).toEqual({ balance: '1' });
	const inNoHurry = { timeoutMs: 60_000, retry: { retries: 0, longestWait: 0 } };
	expect(await client.call(BALANCE, inNoHurry)).toEqual({ balance: '1' });
});

test('a second 401 ends the call, and no later call requests one more token', async () => {
	api.sandbox.addFault({ match: { path: '/partner/balance', times: 0 }, fault: '401_once' });
	const client = api.contract.client();
	const failure = await failureOf(client.call(BALANCE));
	expect(failure).toMatchObject({ code: 'token_expired', outcome: 'refused' });
	expect(api.contract.arrived(BALANCE_REQUEST)).toBe(2);
	for (let call = 1; call < 10; call += 1) await failureOf(client.call(BALANCE));
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
});

describe('whose token the exchange gives (section 5.2)', () => {
	/** An API whose tokens have these claims, as JSON. */
	async function start(claims: string) {
		const payload = Buffer.from(claims).toString('base64url');
		const arrived: (string | undefined)[] = [];
		const apiUrl = await servers.start(({ url }, response) => {
			arrived.push(url);
			const isExchange = url === '/auth/v1/partner/token';
			response.end(isExchange ? `{"token":"eyJhIjoxfQ.${payload}.x"}` : '{"balance":"1"}');
		});
		return { apiUrl, arrived };
	}

	test.each([
		['another', '1043', '{"partner_id":1042}'],
		['an ID that equals it as a double', '9007199254740993', '{"partner_id":9007199254740992}'],
		['a long one that begins the same', '9223372036854775807', '{"partner_id":922337203685477580}'],
		['no number of a partner', '1043', '{"partner_id":{"id":1043}}'],
	])('a token of %s is refused, and nothing is sent', async (_, partnerId, claims) => {
		const { apiUrl, arrived } = await start(claims);
		const client = api.contract.client({}, { apiUrl, partnerId });
		for (let call = 0; call < 3; call += 1) {
			const failure = await failureOf(client.call(BALANCE));
			expect(failure).toMatchObject({ code: 'another_partner', outcome: 'not_sent' });
			expect(failure.details).toMatchObject({ phase: 'token', status: 200 });
			expect(failure.details.detail).toMatch(/^partner_id of the token is \S+$/);
		}
		// Asked for once: another exchange would give the same.
		expect(arrived).toEqual(['/auth/v1/partner/token']);
	});

	test.each([
		['the same', '1043', '{"partner_id":1043}'],
		['the largest int64', '9223372036854775807', '{"partner_id":9223372036854775807}'],
	])('a token of %s is used', async (_, partnerId, claims) => {
		const { apiUrl } = await start(claims);
		const client = api.contract.client({}, { apiUrl, partnerId });
		expect(await client.call(BALANCE)).toEqual({ balance: '1' });
	});
});

/** A call that the document only names, as the nodes make it. */
const DEPOSIT = {
	...assumedCallOf('deposit_address'),
	...({ named: 'deposit_address', body: {}, retrySafety: 'safe' } as const),
};
const CARDS: ApiCall = { ...BALANCE, method: 'POST', base: 'base', path: '/api/cards', body: {} };

describe.each(dialectSchema.options)('in the dialect %s', (dialect) => {
	const api = useSandbox({ dialect });
	/** How many tokens there are: an API may have one for each address. */
	const tokens = dialect === 'resources' ? 2 : 1;

	const arrivedAt = (method: string, path: string) =>
		api.sandbox.state.requests.filter((one) => one.method === method && one.path.endsWith(path));

	test('one exchange for each kind of token serves both addresses, five runs at once, and later ones', async () => {
		const clients = Array.from({ length: 5 }, () => api.contract.client());
		await atOnce(60, async (index) => await clients[index % 5]?.call(index % 2 ? BALANCE : CARDS));
		await api.contract.client().call(DEPOSIT);
		expect(api.sandbox.stats()).toMatchObject({ tokenExchanges: tokens, unauthorized: 0 });
	});

	test.each([
		['API URL', BALANCE, '/partner/balance'],
		['Base URL', CARDS, '/api/cards'],
	])('a 401 at %s: one new token of its kind, and one retry', async (_, call, path) => {
		const client = api.contract.client();
		for (const before of [BALANCE, CARDS]) await client.call(before);
		api.sandbox.addFault({ match: { path }, fault: '401_once' });
		await client.call(call);
		for (const after of [BALANCE, CARDS]) await client.call(after);
		expect(api.sandbox.stats().tokenExchanges).toBe(tokens + 1);
		expect(arrivedAt(call.method, path)).toHaveLength(4);
	});
});
