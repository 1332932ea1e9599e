// In the real n8n, with its orders counted in a file: a budget holds over executions at once, over a retry and a new run.
import { TRON } from '../support/addresses';
import { runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

const ON = { onError: 'continueRegularOutput' };
/** An amount of 1, and the sandbox's fee. */
const LIMITS = { maximumPerDay: '74', withdrawalFee: '1' };
const WITHDRAWAL = {
	...{ resource: 'withdrawal', operation: 'create', amount: '1', toAddress: TRON },
	options: { retries: 0 },
};

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0 });
});

afterAll(() => own.sandbox.close());

test('200 orders in executions at once: what there is room for is paid, and Budget: Get says so', async () => {
	const credential = await own.credentialWith(LIMITS);
	const items = Array.from({ length: 10 }, (_, id) => ({ id }));
	const runs = await Promise.all(
		Array.from({ length: 20 }, async () =>
			runNode({ parameters: WITHDRAWAL, credential, items, settings: ON }),
		),
	);
	expect(own.sandbox.state.orders).toHaveLength(37);
	const failed = runs.flatMap(({ items: out }) => out.filter(({ json }) => 'error' in json));
	expect(failed).toHaveLength(163);
	const { items: windows } = await runNode({
		parameters: { resource: 'budget', operation: 'get' },
		credential,
	});
	expect(windows.map(({ json }) => json)).toMatchObject([
		{ window: '24h', maximum: '74', spent: '74', left: '0', orders: { withdrawal: 37 } },
		{ window: '30d', maximum: null, spent: '74', left: null },
	]);
	expect(windows[0]?.json.counted_in).toMatch(/partner-settlement-budgets\.sqlite$/);
});
