// The tokens of the client at an API that differs where its document is silent. What becomes of orders there:
// test/engine/fault-matrix.dialects.test.ts; where calls are: test/unit/partner-api/dialect/call.test.ts.
import { type ApiCall, assumedCallOf, authorizeRequest } from '../../partner-api';
import type { AuthorizableRequest } from '../../partner-api/token/authorize-request';
import { dialectSchema } from '../../dev/sandbox/dialects';
import { atOnce, BALANCE } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';

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

	test('one exchange for each kind of token serves both addresses, and later runs', async () => {
		const client = api.contract.client();
		await atOnce(60, async (index) => await client.call(index % 2 ? BALANCE : CARDS));
		await api.contract.client().call(DEPOSIT);
		expect(api.sandbox.stats()).toMatchObject({ tokenExchanges: tokens, unauthorized: 0 });
	});

	test.each([
		['API URL', BALANCE, '/partner/balance'],
		['Base URL', CARDS, '/api/cards'],
	])('a 401 at %s: one new token of its kind, and one repeat', async (_, call, path) => {
		const client = api.contract.client();
		for (const before of [BALANCE, CARDS]) await client.call(before);
		api.sandbox.addFault({ match: { path }, fault: '401_once' });
		await client.call(call);
		for (const after of [BALANCE, CARDS]) await client.call(after);
		expect(api.sandbox.stats().tokenExchanges).toBe(tokens + 1);
		expect(arrivedAt(call.method, path)).toHaveLength(4);
	});

	test('the token of each address is that of another HTTP client as well', async () => {
		const { apiUrl, baseUrl } = api.sandbox;
		const statuses = [BALANCE, CARDS].map(async ({ method, base, path, body }) => {
			const url = (base === 'api' ? apiUrl : baseUrl) + path;
			const request: AuthorizableRequest = { url };
			const authorized = await authorizeRequest(api.contract.settings(), request);
			const authorization = String(authorized.headers?.Authorization);
			const headers = { authorization, 'content-type': 'application/json' };
			const sent = body === undefined ? {} : { body: JSON.stringify(body) };
			return (await fetch(url, { method, headers, ...sent })).status;
		});
		expect(await Promise.all(statuses)).toEqual([200, 200]);
	});
});
