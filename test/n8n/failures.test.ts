// How failures come out in the real n8n: the error that ends a run, and the items of On Error: Continue.
import { TRON } from '../support/addresses';
import { runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

const WITHDRAWAL = {
	...{ resource: 'withdrawal', operation: 'create', toAddress: TRON },
	...{ amount: '={{ $json.amount }}', extIdMode: 'custom', extId: '={{ $json.id }}' },
};

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ initialBalance: '100.00' });
});

afterAll(async () => {
	await own.sandbox.close();
});

const run = (items: { id: string; amount: string }[], more = {}) =>
	runNode({ parameters: WITHDRAWAL, items, credential: own.credential, ...more });

test('an error says what happened, what became of the money and what to do', async () => {
	const { error } = await run([{ id: 'too-much', amount: '5000' }]);
	expect(error?.message).toBe('Withdrawal: Create: refused (insufficient_balance)');
	expect(error?.description).toContain('The balance does not cover this: top it up');
	expect(error?.description).toContain('Refused: nothing was spent.');
});

test('with On Error: Continue each item has its result in its place', async () => {
	const amounts = ['1', 'x', '5000', '1'];
	const given = amounts.map((amount, index) => ({ id: `c-${String(index)}`, amount }));
	const { error, items } = await run(given, { continueOnFail: true });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toMatchObject([
		{ ext_id: 'c-0', status: 'pending' },
		{
			error: 'Amount must be a decimal such as 12.50, not "x"',
			details: { outcome: 'not_sent' },
		},
		{
			error: 'Withdrawal: Create: refused (insufficient_balance)',
			details: { outcome: 'refused', code: 'insufficient_balance', ext_id: 'c-2' },
		},
		{ ext_id: 'c-3' },
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
});
