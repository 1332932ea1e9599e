// In the real n8n: a credential with an expression that differs between the items of a run pays nobody, and asks for nothing.
import { TRON } from '../support/addresses';
import { GATE_NODE, runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0, kytDelayMs: 0 });
});

afterAll(() => own.sandbox.close());

const DIFFERS = /^An expression in the credential gives other values for item 1 than for item 0/;
const WITHDRAWAL = {
	...{ resource: 'withdrawal', operation: 'create', amount: '1', toAddress: TRON },
	extIdMode: 'auto',
};
const LIMITED = { maximumPerOrder: '={{ $json.limit }}' };

const withLimits = (...limits: string[]) => limits.map((limit) => ({ limit, to: TRON }));

test.each<[string, Record<string, string>]>([
	['a limit', LIMITED],
	['recipients', { allowedRecipients: '={{ $itemIndex === 0 ? $json.to : "" }}' }],
	['an API URL', { apiUrl: '=https://{{ $json.limit }}.example.com' }],
])('%s', async (_, fields) => {
	const credential = await own.credentialWith(fields);
	own.newRequests();
	const items = withLimits('5', '1000000');
	const paid = await runNode({ parameters: WITHDRAWAL, items, credential });
	expect(paid.error?.message).toMatch(DIFFERS);
	const read = { resource: 'balance', operation: 'get' };
	expect((await runNode({ parameters: read, items, credential })).error?.message).toMatch(DIFFERS);
	expect(own.newRequests()).toEqual([]);
	expect(own.sandbox.state.orders).toEqual([]);
});

test('the gate sends all to Unresolved where it goes on', async () => {
	const credential = await own.credentialWith({
		clearanceHours: '1',
		clearanceRules: '={{ JSON.stringify({ reviewFromScore: $json.limit }) }}',
	});
	own.newRequests();
	const { outputs } = await runNode({
		type: GATE_NODE,
		parameters: { network: 'tron_usdt', address: '={{ $json.to }}' },
		items: withLimits('25', '100'),
		credential,
		continueOnFail: true,
	});
	expect(outputs.map(({ length }) => length)).toEqual([0, 0, 0, 2]);
	expect(own.newRequests()).toEqual([]);
});

test.each<[string, Record<string, string>, string[]]>([
	['the same for all items', LIMITED, ['5', '5']],
	['one item', LIMITED, ['5']],
	['no expression', { maximumPerOrder: '5' }, ['5', '1000000']],
])('with %s, all are paid', async (_, fields, limits) => {
	const credential = await own.credentialWith(fields);
	const before = own.sandbox.state.orders.length;
	const items = withLimits(...limits);
	const { error } = await runNode({ parameters: WITHDRAWAL, items, credential });
	expect(error).toBeUndefined();
	expect(own.sandbox.state.orders).toHaveLength(before + limits.length);
});
