// In the real n8n, with its orders counted in a file: a budget holds over executions at once, over a retry and a new run.
import { pay, runAgent } from './support/agent-run';
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

beforeEach(async () => {
	own = await startOwnSandbox({ settleMs: 0 });
});

afterEach(() => own.sandbox.close());

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

test('an agent that pays in parts, over ten executions: what a day allows, and no word of what is left', async () => {
	const credential = await own.credentialWith({ maximumPerDay: '30', withdrawalFee: '1' });
	const told: string[] = [];
	for (let execution = 0; execution < 10; execution += 1) {
		const run = await runAgent({ own, script: [[pay('5')]], credential });
		told.push(...run.told);
	}
	expect(own.sandbox.state.orders).toHaveLength(5);
	const refused = told.filter((text) => text.includes('"outcome":"not_sent"'));
	expect(refused).toHaveLength(5);
	for (const text of refused) {
		expect(text).toContain('The budget of this credential is used up');
		expect(text).toContain('a person decides');
		expect(text).not.toMatch(/left|less|smaller|parts|again at|\d USDT/);
	}
});
