// In the real n8n all items and runs share an access token, and it is renewed in time.
import { waitUntil } from '../../dev/stack/wait-until';
import { runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

const BALANCE = { resource: 'balance', operation: 'get' };
const RUNS_AT_ONCE = 5;
const SHORT_LIFE_SECONDS = 3;
const WATCHED_MS = 10_000;
const TOKENS_USED_UP = 4;

let own: OwnSandbox;

beforeEach(async () => {
	own = await startOwnSandbox();
});

afterEach(async () => {
	await own.sandbox.close();
});

async function readBalance(items: number): Promise<number> {
	const { error, items: output } = await runNode({
		parameters: BALANCE,
		items: Array.from({ length: items }, (_, index) => ({ index })),
		credential: own.credential,
	});
	expect(error).toBeUndefined();
	return output.length;
}

test('300 items in one run and five runs at once take one token exchange', async () => {
	const runs = await Promise.all([
		readBalance(300),
		...Array.from({ length: RUNS_AT_ONCE }, () => readBalance(1)),
	]);

	expect(runs).toEqual([300, 1, 1, 1, 1, 1]);
	const { tokenExchanges, unauthorized } = own.sandbox.stats();
	expect({ tokenExchanges, unauthorized }).toEqual({ tokenExchanges: 1, unauthorized: 0 });
});

test('a token that lives 3 s is renewed in time: no 401 over 10 s', async () => {
	own.sandbox.configure({ tokenTtlSeconds: SHORT_LIFE_SECONDS });
	const end = Date.now() + WATCHED_MS;

	await waitUntil('ten seconds of runs, and four tokens used up', async () => {
		await readBalance(20);
		const areUsedUp = own.sandbox.stats().tokenExchanges > TOKENS_USED_UP;
		return (areUsedUp && Date.now() > end) || undefined;
	});

	expect(own.sandbox.stats().unauthorized).toBe(0);
});

test('a refused token is replaced by one new one, and the call repeated once', async () => {
	await readBalance(1);
	own.newRequests();
	own.sandbox.addFault({ match: { path: '/partner/balance' }, fault: '401_once' });

	await readBalance(1);

	expect(own.newRequests().map(({ status }) => status)).toEqual([401, 200]);
	expect(own.sandbox.stats().tokenExchanges).toBe(2);
});
