// The client at an API that differs where its document is silent: where calls are, their tokens, and what became of money.
// The other files here stay with one dialect: their calls have the same request and response in each.
import { z } from 'zod';
import { testCredential } from '../../nodes/credential-test';
import { type ApiCall, assumedCallOf, authorizeRequest, type NamedCall } from '../../partner-api';
import type { AuthorizableRequest } from '../../partner-api/token/authorize-request';
import { dialectSchema } from '../../dev/sandbox/dialects';
import { FAULTS, isBefore } from '../../dev/sandbox/http/faults';
import { atOnce, BALANCE, failureOf } from '../support/partner';
import { until } from '../support/until';
import { useSandbox } from '../support/use-sandbox';

/** A call that the document only names, as the nodes make it. */
function named(name: NamedCall, body: ApiCall['body'] = {}): ApiCall {
	return { ...assumedCallOf(name), named: name, body, retrySafety: 'unsafe' };
}

const DEPOSIT = { ...named('deposit_address'), retrySafety: 'safe' } as const;
const CARDS: ApiCall = { ...BALANCE, method: 'POST', base: 'base', path: '/api/cards', body: {} };
const cardIdSchema = z.object({ card_id: z.string() });
const anyCardSchema = z.union([
	cardIdSchema,
	z.object({ result: cardIdSchema }).transform(({ result }) => result),
]);
/** One that lasts says what became of the call; of these, the first tells nothing, and the others take long. */
const TOLD = FAULTS.filter((fault) => fault !== '401_once' && !fault.startsWith('timeout'));
const REFUSED = new Set<string>(['403', '429']);

describe.each(dialectSchema.options)('in the dialect %s', (dialect) => {
	const api = useSandbox({ dialect, settleMs: 0, deduplicates: false });
	/** How many tokens there are: an API may have one for each address. */
	const tokens = dialect === 'resources' ? 2 : 1;

	const orders = (kind: string) => {
		const own = Number(api.contract.partner.partnerId);
		return api.sandbox.state.orders.filter(
			(order) => order.partnerId === own && order.kind === kind,
		);
	};

	async function cardId(): Promise<string> {
		const body = { svc_product_id: 101, ext_id: `card-${api.contract.partner.partnerId}` };
		const issue = { ...CARDS, path: '/api/pin/create_card', body };
		const { card_id: id } = anyCardSchema.parse(await api.contract.client().call(issue));
		await until(() => orders('card_issue').every(({ status }) => status !== 'pending'));
		return id;
	}

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

	test('what Save says of the credential', async () => {
		const data = api.contract.credential();
		const credential = { id: '1', name: 'Partner', type: 'partnerSettlementApi', data };
		const { status, message } = await testCredential.call({} as never, credential);
		expect(status).toBe('OK');
		expect(message).toMatch(/The balance can be read\. Base URL answers\./);
	});

	test('fields are in the path, the query or the body, and nowhere twice', async () => {
		const client = api.contract.client();
		const card_id = await cardId();
		await client.call(named('card_topup', { card_id, amount: '1', ext_id: 'o-1' }));
		await client.call(named('reconciliation_ledger', { from: 1 }));
		const [topUp] = api.sandbox.state.requests.filter(({ path }) => path.includes('topup'));
		const [ledger] = api.sandbox.state.requests.filter(({ path }) => path.includes('ledger'));
		expect(JSON.parse(topUp?.body ?? '')).toEqual(
			dialect === 'resources'
				? { amount: '1', ext_id: 'o-1' }
				: { card_id, amount: '1', ext_id: 'o-1' },
		);
		expect({ query: ledger?.query, body: ledger?.body }).toEqual(
			dialect === 'resources'
				? { query: 'from=1', body: '' }
				: { query: '', body: JSON.stringify({ from: 1 }) },
		);
		expect(orders('card_topup')).toHaveLength(1);
	});

	test.each(TOLD)(
		'%s of a call that is only named: what became of it, and no second',
		async (fault) => {
			const client = api.contract.client({ retry: { retries: 2, longestWait: 0.05 } });
			const card_id = await cardId();
			const match = { path: '/api/partner/card_topup', times: 0 };
			api.sandbox.addFault({ match, fault, retryAfter: '0' });
			const topUp = named('card_topup', { card_id, amount: '1', ext_id: 'o-1' });
			const { outcome } = await failureOf(client.call(topUp));
			expect(outcome).toBe(REFUSED.has(fault) ? 'refused' : 'unknown');
			expect(orders('card_topup')).toHaveLength(isBefore(fault) ? 0 : 1);
		},
	);
});
