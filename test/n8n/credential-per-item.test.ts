// In the real n8n: a credential with an expression that differs between the items of a run pays nobody, and asks for nothing.
import { TRON } from '../support/addresses';
import { runNode } from '../support/n8n/harness';
import { startOwnSandbox } from '../support/n8n/own-sandbox';

test('a limit that differs: nobody is paid; one that all items share: all are', async () => {
	const own = await startOwnSandbox({ settleMs: 0 });
	const credential = await own.credentialWith({ maximumPerOrder: '={{ $json.limit }}' });
	const pay = async (...limits: string[]) => {
		const order = { resource: 'withdrawal', operation: 'create', amount: '1', toAddress: TRON };
		const parameters = { ...order, extIdMode: 'auto' };
		return await runNode({ parameters, items: limits.map((limit) => ({ limit })), credential });
	};
	expect((await pay('5', '1000000')).error?.message).toMatch(
		/^An expression in the credential gives other values for item 1 than for item 0/,
	);
	expect(own.newRequests()).toEqual([]);
	expect((await pay('5', '5')).error).toBeUndefined();
	expect(own.sandbox.state.orders).toHaveLength(2);
	await own.sandbox.close();
});
