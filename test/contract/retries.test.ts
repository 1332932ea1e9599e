// What the client retries by itself, how often and after which wait, and what it never retries.
import type { ApiCall } from '../../partner-api';
import { TRON } from '../support/addresses';
import { atOnce, BALANCE, BALANCE_REQUEST, Contract, failureOf } from '../support/partner';
import { until } from '../support/until';
import { useSandbox } from '../support/use-sandbox';

const RETRY = { retries: 3, longestWait: 0.05 };
const HOUR = 3600;
const WITHDRAWALS = '/partner/withdrawals';

const api = useSandbox({ settleMs: 5 });
let cancel: AbortController;

beforeEach(() => {
	cancel = new AbortController();
	api.sandbox.configure({ rateLimitPerSecond: null });
});

afterEach(() => {
	cancel.abort();
});

function withdrawal(extId: string): ApiCall {
	const body = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON, ext_id: extId };
	return { method: 'POST', base: 'api', path: WITHDRAWALS, body, retrySafety: 'idempotent' };
}

test('a refusal after a lost response says that an attempt was lost', async () => {
	api.sandbox.addFault({ match: { path: WITHDRAWALS }, fault: 'timeout_after_commit' });
	api.sandbox.addFault({ match: { path: WITHDRAWALS }, fault: '403' });
	const client = api.contract.client({ retry: RETRY, timeoutMs: 500 });
	expect(await client.tryCall(withdrawal('two'))).toMatchObject({
		failure: { code: 'not_allowed', outcome: 'refused' },
		mayBeDone: true,
	});
	expect(api.contract.orders()).toHaveLength(1);
});

test('a failed token exchange is retried, too', async () => {
	api.sandbox.addFault({ match: { path: '/auth/v1/partner/token' }, fault: '503' });
	await api.contract.client({ retry: RETRY }).call(BALANCE);
	expect(api.contract.arrived(BALANCE_REQUEST)).toBe(1);
});

test('the wait between two attempts can be cancelled, and the error says that the order may exist', async () => {
	const retry = { retries: 1, longestWait: HOUR };
	const client = api.contract.client({ retry, signal: cancel.signal });
	api.sandbox.addFault({ match: { path: WITHDRAWALS }, fault: '503', retryAfter: String(HOUR) });
	const failure = failureOf(client.call(withdrawal('cancelled')));
	await until(() => api.contract.arrived(`POST /gw${WITHDRAWALS}`) === 1);
	cancel.abort();
	expect(await failure).toMatchObject({ code: 'cancelled', outcome: 'unknown' });
});

test('a 429 holds back calls that are not sent yet, including those of other runs', async () => {
	const patience = { retry: { retries: 0, longestWait: HOUR }, signal: cancel.signal };
	const [client, otherRun] = [api.contract.client(patience), api.contract.client(patience)];
	const path = '/partner/balance';
	api.sandbox.addFault({ match: { path }, fault: '429', retryAfter: String(HOUR) });
	await failureOf(client.call(BALANCE));
	const others = atOnce(6, async (index) => {
		return await failureOf((index % 2 ? client : otherRun).call(BALANCE));
	});
	// Meanwhile, a whole call of another partner ends. From it on, arrivals count anew.
	await (await Contract.of(api.sandbox)).client().call(BALANCE);
	cancel.abort();
	expect((await others).map(({ code }) => code)).toEqual(Array(6).fill('cancelled'));
	expect(api.contract.arrived(BALANCE_REQUEST)).toBe(1);
});

test('a call whose scope the token lacks is not sent; a new token is requested once', async () => {
	const poor = await Contract.of(api.sandbox, { scopes: ['balance:read'] });
	const client = poor.client({ retry: RETRY });
	const missing = { code: 'missing_scope', outcome: 'not_sent' };
	for (let time = 0; time < 3; time += 1) {
		const call: ApiCall = { ...withdrawal('poor'), scope: 'withdraw' };
		expect(await failureOf(client.call(call))).toMatchObject(missing);
	}
	expect(poor.arrived(`POST /gw${WITHDRAWALS}`)).toBe(0);
	expect(api.sandbox.stats().tokenExchanges).toBe(2);
});
