// An execution that is stopped in the real n8n sends no further order.
import { waitUntil } from '../../dev/stack/wait-until';
import { TRON } from '../support/addresses';
import { runNode, sharedN8n } from '../support/n8n/harness';
import { startOwnSandbox } from '../support/n8n/own-sandbox';

test('orders that were not sent when the execution is stopped are never sent', async () => {
	const own = await startOwnSandbox({ latencyMs: 300 });
	const { credential } = own;
	const { execution } = await runNode({
		parameters: { resource: 'withdrawal', operation: 'create', amount: '1', toAddress: TRON },
		credential,
		items: Array.from({ length: 10 }, (_, index) => ({ index })),
		meanwhile: async (executionId) => {
			await waitUntil('a call', () => own.newRequests().length > 0 || undefined);
			await (await sharedN8n()).stopExecution(executionId);
		},
	});
	expect(execution.status).toBe('canceled');

	// Whatever the stopped run still had to say would have come before the answer to this one.
	own.newRequests();
	await runNode({ parameters: { resource: 'balance', operation: 'get' }, credential });
	expect(own.newRequests().map(({ path }) => path)).toEqual(['/gw/partner/balance']);
	expect(own.sandbox.state.orders.length).toBeLessThan(10);
	await own.sandbox.close();
});
