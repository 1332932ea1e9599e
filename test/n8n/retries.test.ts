import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { CREDENTIAL_TYPE, credentialData } from '../../stack/credential';
import { N8nApi } from '../../stack/n8n-api';
import { type N8n, startN8n } from '../../stack/n8n';
import { NODE, START, singleNodeWorkflow } from '../../stack/single-node-workflow';
import { waitUntil } from '../../stack/wait-until';
import { readContext } from './context';
import { ACTION_NODE, runNode, sharedN8n } from './harness';
import { type OwnSandbox, startOwnSandbox } from './own-sandbox';

/** The node's own retries are off: what is seen is n8n's. */
const WITHDRAWAL = {
	resource: 'withdrawal',
	operation: 'create',
	amount: '1',
	toAddress: 'TX2Zj2NZL4Hjyst9P1Q2RGeiySQ4bNdHkd',
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

/** The same behind a webhook: n8n stores what such a run needs before it begins, a run by hand only when it ends. */
function webhookWorkflow(credential: OwnSandbox['credential'], path: string) {
	const { nodes, ...rest } = workflow(credential);
	const webhook = {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: randomUUID(),
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
	};
	return {
		...rest,
		pinData: {},
		nodes: nodes.map((node) => (node.name === START ? { ...node, ...webhook } : node)),
	};
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

describe('kill -9 while an order is under way', () => {
	let n8n: N8n | undefined;
	let userFolder: string | undefined;

	afterEach(async () => {
		await n8n?.stop();
		if (userFolder !== undefined) await rm(userFolder, { recursive: true, force: true });
	});

	test('the crashed execution, retried: the same ext_id, one order', async () => {
		const { tarball, n8n: shared } = readContext();
		n8n = await startN8n({ tarball });
		({ userFolder } = n8n);
		const api = new N8nApi(n8n.url);
		await api.signIn(shared.owner);
		const credential = await api.createCredential({
			name: 'Own sandbox',
			type: CREDENTIAL_TYPE,
			data: credentialData(own.sandbox, own.partner),
		});
		const webhookPath = randomUUID();
		const stored = await api.importWorkflow(webhookWorkflow(credential, webhookPath));
		await api.activate(stored);
		// The order is made, and no answer ever comes.
		own.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'timeout_after_commit' });
		await fetch(n8n.webhookUrl(webhookPath), { method: 'POST' });
		await waitUntil('the order', () => own.sandbox.state.orders.length > 0 || undefined);
		await n8n.kill('SIGKILL');

		n8n = await startN8n({ tarball, userFolder });
		const again = new N8nApi(n8n.url);
		await again.signIn(shared.owner);
		const crashed = await waitUntil('the crashed execution', async () => {
			const rows = await again.listExecutions(stored.id);
			return rows.find(({ status }) => status === 'crashed');
		});
		const retried = await again.finishedExecution(await again.retryExecution(crashed.id));
		expect(retried.status).toBe('success');
		expect(retried.data.resultData.runData[NODE]).toHaveLength(1);
		const [first, second] = sentExtIds();
		expect(second).toBe(first);
		expect(own.sandbox.state.orders).toHaveLength(1);
	});
});
