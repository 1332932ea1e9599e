// How runs go on and end in the real n8n: stopped, retried with the same ext_id, with a credential of expressions, and failed.
import { randomUUID } from 'node:crypto';
import { singleNodeWorkflow, START } from '../../dev/stack/single-node-workflow';
import { ACTION_NODE, runNode } from '../support/n8n/harness';
import { useOwnSandbox } from '../support/n8n/own-sandbox';
import { WITHDRAWAL } from '../support/n8n/withdrawals';
import { waitUntil } from '../../dev/stack/wait-until';

/** The node's own retries are off, so every retry is n8n's. */
const ONCE = { ...WITHDRAWAL, options: { retries: 0 } };

const own = useOwnSandbox({}, true);

/** Loses the responses to the order and to its lookup, so that the node has to fail. */
function loseAnswers(): void {
	own.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
	own.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
}

/** The ext_id of every withdrawal that has arrived since the last call, in order. */
const sentExtIds = () => own.sentTo('/withdrawals').map(({ ext_id }) => ext_id);

test('Retry On Fail: the same ext_id, one order', async () => {
	loseAnswers();
	const { error, items } = await runNode({
		parameters: ONCE,
		credential: own.credential,
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
	});
	expect(error).toBeUndefined();
	const [first, second] = sentExtIds();
	expect(second).toBe(first);
	expect(items[0]?.json.ext_id).toBe(first);
	expect(own.sandbox.state.orders).toHaveLength(1);
});

test('Retry from the UI: the same ext_id, one order; a fresh run makes another', async () => {
	const { api, credential } = own;
	const node = { type: ACTION_NODE, parameters: ONCE, credential };
	const stored = await api.importWorkflow(singleNodeWorkflow(`test ${randomUUID()}`, node));
	loseAnswers();
	const failed = await api.finishedExecution(await api.run(stored.id, START));
	expect(failed.status).toBe('error');

	const retried = await api.finishedExecution(await api.retryExecution(failed.id));
	expect(retried.status).toBe('success');
	expect(own.sandbox.state.orders).toHaveLength(1);

	const fresh = await api.finishedExecution(await api.run(stored.id, START));
	expect(fresh.status).toBe('success');
	const [first, second, third] = sentExtIds();
	expect(second).toBe(first);
	expect(third).not.toBe(first);
	expect(own.sandbox.state.orders).toHaveLength(2);
	await api.deleteWorkflow(stored.id);
});

test('orders that were not sent when the execution is stopped are never sent', async () => {
	own.sandbox.configure({ latencyMs: 300 });
	const { credential } = own;
	const { execution } = await runNode({
		parameters: WITHDRAWAL,
		credential,
		items: Array.from({ length: 10 }, (_, index) => ({ index })),
		meanwhile: async (executionId) => {
			await waitUntil('a call', () => own.newRequests().length > 0 || undefined);
			await own.api.stopExecution(executionId);
		},
	});
	expect(execution.status).toBe('canceled');

	// Any further request of the stopped run would arrive before this run ends.
	own.newRequests();
	await runNode({ parameters: { resource: 'balance', operation: 'get' }, credential });
	expect(own.newRequests().map(({ path }) => path)).toEqual(['/gw/partner/balance']);
	expect(own.sandbox.state.orders.length).toBeLessThan(10);
});

test('a limit that differs between items: nobody is paid; one that they share: everybody is', async () => {
	const credential = await own.credentialWith({ maximumPerOrder: '={{ $json.limit }}' });
	const pay = async (...limits: string[]) => {
		const parameters = { ...WITHDRAWAL, extIdMode: 'auto' };
		return await runNode({ parameters, items: limits.map((limit) => ({ limit })), credential });
	};
	expect((await pay('5', '1000000')).error?.message).toMatch(
		/^An expression in the credential has different values for items 0 and 1/,
	);
	expect(own.newRequests()).toEqual([]);
	expect((await pay('5', '5')).error).toBeUndefined();
	expect(own.sandbox.state.orders).toHaveLength(2);
});
