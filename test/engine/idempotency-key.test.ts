/**
 * Proves which ext_id an order gets: one by its run, node, pass, item and place, which survives retries and crashes; or the
 * operator's own, for exactly one order. No two orders share one, and no repeat gets another.
 */
import {
	type INodeParameters,
	createRunExecutionData,
	type IRunData,
	type IRunExecutionData,
	type ITaskData,
	NodeOperationError,
} from 'n8n-workflow';
import { keyOf } from './support/creating';
import { batchOf, SENT, useOrders, WITHDRAWAL } from './support/orders';
import { AS_TOOL, errorOf, NAME, type NodeRun, ON, outputs, workflowOf } from './support/run-node';

const { api, start, made } = useOrders({ settleMs: 5, kytDelayMs: 5 });

/** The keys that come out, of orders and of failed ones. */
async function keysOf(parameters: INodeParameters, more: Partial<NodeRun> = {}) {
	const common = { extIdMode: 'auto', additionalFields: {}, options: { retries: 0 } };
	const how = { resumeSignature: 'a-run', ...ON };
	const run = await start({ ...common, ...parameters }, { ...how, ...more });
	return (outputs(run)[0] ?? []).map(keyOf);
}

const AGENT: Partial<NodeRun> = { onError: 'stopWorkflow', ...AS_TOOL };

describe('the automatic key', () => {
	const two = { items: ['1', '2'].map((amount) => ({ amount })) };

	test('is the same when a run is tried again, and another in another run', async () => {
		const first = await keysOf(WITHDRAWAL, two);
		expect(await keysOf(WITHDRAWAL, two)).toEqual(first);
		expect(new Set(first).size).toBe(2);
		expect(made()).toEqual(first);
		const other = await keysOf(WITHDRAWAL, { ...two, resumeSignature: 'another-run' });
		expect(first.filter((key) => other.includes(key))).toEqual([]);
		// It shows nothing of what authorises resuming.
		expect(JSON.stringify([first, other])).not.toMatch(/a-run|another-run/);
	});

	test('of a batch goes by item and place, except an order that brings its own', async () => {
		const items = [[SENT, SENT, { ...SENT, ext_id: 'mine' }], [SENT]];
		const parameters = { ...batchOf([]), items: '={{ $json.items }}' };
		const rows = items.map((bodies) => ({
			items: JSON.stringify(bodies.map((body) => ({ body }))),
		}));
		const keys = await keysOf(parameters, { items: rows });
		const derived = expect.stringMatching(/^n8n-batch-create-[0-9a-f]{32}$/);
		expect(keys).toEqual([derived, derived, 'mine', derived]);
		expect(new Set(keys).size).toBe(4);
		expect(await keysOf(parameters, { items: rows })).toEqual(keys);
		expect(made()).toEqual(keys);
	});
});

test.each([
	['"mine"', /^mine$/],
	['""', /^n8n-card-freeze-[0-9a-f]{32}$/],
])(
	'a body of the operator with the ext_id %s has its own if it brings one, also in an error',
	async (own, key) => {
		const options = { body: `{"card_id":"no-such-card","ext_id":${own}}`, retries: 0 };
		const freeze = { resource: 'card', operation: 'freeze', cardId: 'card-1' };
		const [said] = await keysOf({ ...freeze, options });
		expect(said).toMatch(key);
		expect(api.contract.bodies('/card_freeze')[0]).toContain(`"ext_id":"${String(said)}"`);
	},
);

describe('a Custom key is for exactly one order', () => {
	const custom = { extIdMode: 'custom', extId: '1042' };
	const keyed = (...keys: (string | undefined)[]) => ({
		...batchOf(keys.map((key) => ({ ...SENT, ...(key === undefined ? {} : { ext_id: key }) }))),
		...custom,
	});

	test.each([
		['of one', keyed(undefined), ['1042']],
		['of one that brings its own', keyed('own'), ['own']],
		['of several that bring theirs', keyed('a', 'b'), ['a', 'b']],
	])('a batch %s', async (_, parameters, keys) => {
		expect(await keysOf(parameters)).toEqual(keys);
		expect(made()).toEqual(keys);
	});

	test.each([
		[undefined, undefined],
		['own', undefined],
	])('a batch of several (%p, %p) is refused, in an agent as well', async (...keys) => {
		const parameters = keyed(...keys);
		for (const more of [{}, AGENT]) {
			const run = await start(parameters, more);
			expect(errorOf(run).message).toBe(
				'Order Number (ext_id) is for one order, and this item holds several',
			);
			// An agent is never invited to use another number.
			const isInvited = errorOf(run).description.includes('Give each order its own ext_id');
			expect(isInvited).toBe(more !== AGENT);
		}
		expect(api.contract.arrived('POST /gw/partner/batch')).toBe(0);
	});
});

test.each(['h-1 ', '\n h-1'])('%j is the order number h-1', async (extId) => {
	const parameters = { ...WITHDRAWAL, amount: '1', extIdMode: 'custom', extId: '={{ $json.id }}' };
	expect(await keysOf(parameters, { items: [{ id: 'h-1' }] })).toEqual(['h-1']);
	expect(await keysOf(parameters, { items: [{ id: extId }] })).toEqual(['h-1']);
	const call = { resource: 'apiCall', operation: 'request', method: 'POST', base: 'api' };
	const body = JSON.stringify({ ...SENT, ext_id: extId });
	expect(await keysOf({ ...call, path: '/partner/withdrawals', body })).toEqual(['h-1']);
	expect(await keysOf(batchOf([{ ...SENT, ext_id: extId }]))).toEqual(['h-1']);
	expect(made()).toEqual(['h-1']);
	const lookup = { resource: 'document', operation: 'get', extId: '={{ $json.id }}' };
	expect(await keysOf(lookup, { items: [{ id: extId }] })).toEqual(['h-1']);
});

describe('over retries and crashes', () => {
	/** What n8n writes down for a node that had started when the process died. */
	const started = { startTime: 1, executionIndex: 0, source: [null], executionTime: 0 };
	const CRASHED: ITaskData = {
		...{ ...started, executionStatus: 'crashed' },
		error: new NodeOperationError(workflowOf({}).node, 'Node crashed'),
	};
	const FINISHED: ITaskData = {
		...{ ...started, executionStatus: 'success' },
		data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
	};
	/** And where an execution cannot even begin. */
	const NOT_BEGUN: ITaskData = {
		...{ ...started, source: [], executionStatus: 'error', hints: [] },
		data: { main: [[{ json: {} }]] },
	};

	/** What n8n has in its database of an execution that has not begun. */
	function unbegun(results: ITaskData[] = []): IRunExecutionData {
		const runData: IRunData = results.length > 0 ? { [NAME]: results } : {};
		return createRunExecutionData({ resumeToken: 'a-run', resultData: { runData } });
	}

	/** Runs the node as the next one of an execution, and gives that as n8n stores it then. */
	async function pass(stored: IRunExecutionData, more: Partial<NodeRun> = {}) {
		const run = await start(WITHDRAWAL, { items: [{ amount: '1' }], stored, ...more });
		const after = JSON.parse(JSON.stringify(run.data)) as IRunExecutionData;
		return { status: run.status, extId: outputs(run)[0]?.[0]?.json.ext_id, after };
	}

	function sentKeys(path: string): string[] {
		return api.contract.bodies(path).map((body) => (JSON.parse(body) as { ext_id: string }).ext_id);
	}

	/** The ext_ids of three passes of a loop. */
	async function loop(stored: IRunExecutionData): Promise<unknown[]> {
		const first = await pass(stored);
		const second = await pass(first.after);
		return [first.extId, second.extId, (await pass(second.after)).extId];
	}

	/** What a retry takes over of an execution that failed. */
	function forRetry(failed: IRunExecutionData, results: ITaskData[]): IRunExecutionData {
		const { error, ...resultData } = failed.resultData;
		expect(error).toBeDefined();
		return { ...failed, resultData: { ...resultData, runData: { [NAME]: results } } };
	}

	test.each([
		['crashed', [CRASHED]],
		['finished', [FINISHED]],
	])(
		"each pass of a loop has an ext_id of its own, also beside a result of n8n's own making of a node that had %s",
		async (_, recovered) => {
			const extIds = await loop(unbegun());
			expect(await loop(unbegun(recovered))).toEqual(extIds);
			expect(new Set(extIds).size).toBe(3);
			expect(extIds).not.toContain(undefined);
		},
	);

	test.each<[string, Partial<NodeRun>]>([
		['no credential could be read', { settings: { credentials: {} } }],
		['no item could be sent', { items: [{ amount: '-1' }] }],
	])('a pass counts where %s: a retry from the start orders nothing twice', async (_, none) => {
		const [first, second] = await loop(unbegun());
		const nothing = await pass(unbegun(), { onError: 'continueRegularOutput', ...none });
		expect(nothing.extId).not.toBe(first);
		expect((await pass(nothing.after)).extId).toBe(second);
	});

	const asItWas = (results: ITaskData[]) => results;

	test.each<[string, typeof asItWas, NodeRun['settings']]>([
		['retried', asItWas, {}],
		['retried after a crash', (results) => [CRASHED, ...results], {}],
		['retried after a retry that could not begin', () => [NOT_BEGUN], {}],
		['retried after it was cut and pasted', asItWas, { id: 'pasted' }],
	])('a pass that failed, %s: the same ext_id', async (_, change, settings) => {
		// The first pass goes through; the answer of the second is lost, and so is that of its lookup.
		const { after: before } = await pass(unbegun());
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
		const failed = await pass(before);
		expect(failed.status).toBe('error');
		const results = change(before.resultData.runData[NAME] ?? []);
		const { status } = await pass(forRetry(failed.after, results), { settings });
		expect(status).toBe('success');
		const [, second, third] = sentKeys('/withdrawals');
		expect(third).toBe(second);
	});

	test('nodes of a workflow without ids, as Execute Workflow may be given one, are told apart by their names', async () => {
		const ids = { id: '' };
		await pass(unbegun(), { settings: ids });
		await pass(unbegun(), { settings: { ...ids, name: 'Second' } });
		await pass(unbegun(), { settings: ids });
		const [first, second, repeat] = sentKeys('/withdrawals');
		expect(second).not.toBe(first);
		expect(repeat).toBe(first);
	});

	test('where the run has no signature, as before n8n 2.14, an order is not sent, and says that it needs a key of its own', async () => {
		const { status, after } = await pass({ ...unbegun(), resumeToken: undefined });
		expect(status).toBe('error');
		const { message, description } = after.resultData.error ?? {};
		expect(message).toBe(
			'This n8n cannot keep an automatic ext_id for an order: that needs n8n 2.14 or newer',
		);
		expect(description).toMatch(/^Not sent: .*Set When Run Again to My Order Number, /);
		expect(api.contract.bodies('/withdrawals')).toEqual([]);
	});
});
