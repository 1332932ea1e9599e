// Retry On Fail and Retry of an execution, in the real n8n, send the same ext_id; a new run sends another.
import { randomUUID } from 'node:crypto';
import { START, singleNodeWorkflow } from '../../dev/stack/single-node-workflow';
import { TRON } from '../support/addresses';
import { ACTION_NODE, runNode, sharedN8n } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

/** The node's own retries are off: what is seen is n8n's. */
const WITHDRAWAL = {
	resource: 'withdrawal',
	operation: 'create',
	amount: '1',
	toAddress: TRON,
	options: { retries: 0 },
};

let own: OwnSandbox;

beforeEach(async () => {
	own = await startOwnSandbox();
});

afterEach(async () => {
	await own.sandbox.close();
});

function workflow(credential: OwnSandbox['credential'], settings = {}) {
	const node = { type: ACTION_NODE, parameters: WITHDRAWAL, credential, settings };
	return singleNodeWorkflow(`test ${randomUUID()}`, node);
}

/** The answer of the order is lost, and so is that of the lookup: the node has to fail. */
function loseAnswers(): void {
	own.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
	own.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
}

/** The ext_id of every withdrawal that arrived, in order. */
function sentExtIds(): unknown[] {
	return own.sandbox.state.requests
		.filter(({ path }) => path.endsWith('/withdrawals'))
		.map(({ body }) => (JSON.parse(body) as { ext_id: unknown }).ext_id);
}

test('Retry On Fail: the same ext_id, one order', async () => {
	loseAnswers();
	const { error, items } = await runNode({
		parameters: WITHDRAWAL,
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
	const api = await sharedN8n();
	const stored = await api.importWorkflow(workflow(own.credential));
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
