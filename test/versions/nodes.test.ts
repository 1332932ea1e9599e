// The nodes in one of the releases of n8n that the package supports.
import { randomUUID } from 'node:crypto';
import { AUTOMATIC_SINCE } from '../../nodes/PartnerSettlement/definition/parameters';
import { addressFromLabel } from '../../dev/sandbox/addresses';
import { singleNodeWorkflow, START } from '../../dev/stack/single-node-workflow';
import { ALL, GATE, payout } from '../engine/support/screenings';
import * as nodes from '../support/n8n/harness';
import { useOwnSandbox } from '../support/n8n/own-sandbox';
import { WITHDRAWAL } from '../support/n8n/withdrawals';

const { ACTION_NODE, runNode, sharedN8n } = nodes;
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };

const ITEMS = ['1', '2'].map((amount) => ({
	amount,
	address: addressFromLabel('tron_usdt', `versions ${amount}`),
	key: `order-${amount}`,
}));

/** The node's own retries are off, so every retry is n8n's. */
const ONE_BY_ONE = { options: { retries: 0, concurrency: 1 } };
const ORDER = { ...ONE_BY_ONE, ...WITHDRAWAL, amount: '={{ $json.amount }}' };
const OWN_KEY = { ...ORDER, extIdMode: 'custom', extId: '={{ $json.key }}' };

const own = useOwnSandbox({ kytDelayMs: 0 }, true);
/** Whether a run of this n8n has a signature. */
let isSigned: boolean;

beforeAll(async () => {
	const version = await (await sharedN8n()).version();
	isSigned = version.localeCompare(AUTOMATIC_SINCE, 'en', { numeric: true }) >= 0;
	console.log(`n8n ${version}, ${isSigned ? 'with' : 'without'} a signature of the run`);
});

/** The first item is paid, the second is refused once, and so the node has to fail. */
function refuseTheSecond(): void {
	for (const body of ['"amount":"2"', ITEMS[1]?.address]) {
		own.sandbox.addFault({ match: { body }, fault: '403' });
	}
}

/** The ext_ids of the orders that arrived since the last call of this function, in order. */
function newExtIds(): unknown[] {
	return own
		.newRequests()
		.filter(({ path }) => /\/(withdrawals|kyt_check)$/.test(path))
		.map(({ body }) => (JSON.parse(body) as { ext_id: unknown }).ext_id);
}

/** The ext_ids of both attempts. */
async function retryOnFail(parameters: Record<string, unknown>): Promise<unknown[][]> {
	refuseTheSecond();
	const { error } = await runNode({
		parameters,
		items: ITEMS,
		credential: own.credential,
		settings: RETRY_ON_FAIL,
	});
	expect(error).toBeUndefined();
	const extIds = newExtIds();
	return [extIds.slice(0, 2), extIds.slice(2)];
}

/** The ext_ids of a run that fails, of its Retry from the list of executions, and of a fresh run. */
async function retryByHand(parameters: Record<string, unknown>): Promise<unknown[][]> {
	const api = await sharedN8n();
	const node = { type: ACTION_NODE, parameters, items: ITEMS, credential: own.credential };
	const stored = await api.importWorkflow(singleNodeWorkflow(`test ${randomUUID()}`, node));
	refuseTheSecond();
	const failed = await api.finishedExecution(await api.run(stored.id, START));
	expect(failed.status).toBe('error');
	const extIds = [newExtIds()];
	for (const begin of [() => api.retryExecution(failed.id), () => api.run(stored.id, START)]) {
		const execution = await api.finishedExecution(await begin());
		expect(execution.status).toBe('success');
		extIds.push(newExtIds());
	}
	await api.deleteWorkflow(stored.id);
	return extIds;
}

test('all nodes and the credential are there', async () => {
	const api = await sharedN8n();
	const all = [ACTION_NODE, nodes.BALANCE_TRIGGER_NODE, nodes.GATE_NODE, nodes.TRIGGER_NODE];
	expect((await api.nodeTypes()).map(({ name }) => name)).toEqual(expect.arrayContaining(all));
	const credentials = (await api.credentialTypes()).map(({ name }) => name);
	expect(credentials).toContain('partnerSettlementApi');
});

test('the gate sends each item to the output of its verdict', async () => {
	const items = ALL.map(payout);
	const gate = { type: nodes.GATE_NODE, parameters: GATE, credential: own.credential };
	const { error, outputs } = await runNode({ ...gate, items });
	expect(error).toBeUndefined();
	const routes = outputs.map((items) => items.map(({ json }) => json.id));
	expect(routes).toEqual([['clear'], ['medium'], ['sanctions'], ['failed']]);
});

test('orders with keys of their own and Retry: each is placed once, also by a fresh run', async () => {
	const keys = ITEMS.map(({ key }) => key);
	expect(await retryByHand(OWN_KEY)).toEqual([keys, keys, keys]);
	expect(own.sandbox.state.orders).toHaveLength(2);
});

describe('orders with automatic keys are not sent if the run has no signature; otherwise each is placed once by', () => {
	test('Retry On Fail', async () => {
		if (isSigned) {
			const [first, second] = await retryOnFail(ORDER);
			expect(second).toEqual(first);
			expect(own.sandbox.state.orders).toHaveLength(2);
		} else {
			await expectNothingSent();
		}
	});

	test('Retry', async () => {
		if (isSigned) {
			const [failed, retried, fresh] = await retryByHand(ORDER);
			expect(retried).toEqual(failed);
			expect(failed).not.toContain(fresh?.[0]);
			expect(own.sandbox.state.orders).toHaveLength(4);
		} else {
			await expectNothingSent();
		}
	});

	async function expectNothingSent(): Promise<void> {
		const run = { parameters: ORDER, items: ITEMS, credential: own.credential };
		const { error } = await runNode(run);
		expect(error?.message).toMatch(/cannot keep an automatic ext_id for an order/);
		expect(error?.description).toMatch(/^Not sent: .*Set When Run Again to My Order Number,/);
		expect(own.newRequests()).toEqual([]);
	}
});
