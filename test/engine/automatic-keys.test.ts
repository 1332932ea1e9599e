/** Proves that the automatic key survives retries and crashes, and differs for each pass of a loop. */
import { NAME, type NodeRun, outputs, startNode } from './support/run-node';
import {
	createRunExecutionData,
	type IRunData,
	type IRunExecutionData,
	type ITaskData,
	NodeOperationError,
} from 'n8n-workflow';
import { useSandbox } from '../support/use-sandbox';
import { WITHDRAWAL } from './support/orders';

const api = useSandbox();

/** What n8n writes down for a node that had started when the process died. */
const started = { startTime: 1, executionIndex: 0, source: [null], executionTime: 0 };
const NODE = { id: '', name: NAME, type: '', typeVersion: 1, position: [0, 0] as [number, number] };
const CRASHED: ITaskData = {
	...{ ...started, executionStatus: 'crashed' },
	error: new NodeOperationError({ ...NODE, parameters: {} }, 'Node crashed'),
};
const FINISHED: ITaskData = {
	...{ ...started, executionStatus: 'success' },
	data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
};
/** What n8n writes down if an execution cannot even begin. */
const NOT_BEGUN: ITaskData = {
	...{ ...started, source: [], executionStatus: 'error', hints: [] },
	data: { main: [[{ json: {} }]] },
};

/** What n8n has in its database of an execution that has not begun. */
function unbegun(results: ITaskData[] = []): IRunExecutionData {
	const runData: IRunData = results.length > 0 ? { [NAME]: results } : {};
	return createRunExecutionData({ resumeToken: 'a-run', resultData: { runData } });
}

/** Runs the node as the next one of an execution. @returns what came out, and the execution as n8n then stores it */
async function pass(stored: IRunExecutionData, more: Partial<NodeRun> = {}) {
	const credential = { ...api.contract.credential() };
	const items = [{ amount: '1' }];
	const run = await startNode({ parameters: WITHDRAWAL, items, credential, stored, ...more });
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

describe('a pass in which nothing was ordered', () => {
	const onError = 'continueRegularOutput';
	const NOTHING: [string, Partial<NodeRun>][] = [
		['no credential could be read', { onError, settings: { credentials: {} } }],
		['no item could be sent', { onError, items: [{ amount: '-1' }] }],
	];

	test.each(NOTHING)(
		'counts where %s: a retry from the start orders nothing twice',
		async (_, none) => {
			const [first, second] = await loop(unbegun());
			const { after, extId } = await pass(unbegun(), none);
			expect(extId).not.toBe(first);
			expect((await pass(after)).extId).toBe(second);
		},
	);
});

describe('a pass that failed', () => {
	/** The first pass went through; the answer of the second was lost, and so was that of its lookup. */
	async function failInTheSecond() {
		const { after: before } = await pass(unbegun());
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
		const { status, after } = await pass(before);
		expect(status).toBe('error');
		return { after, results: before.resultData.runData[NAME] ?? [] };
	}

	const asItWas = (results: ITaskData[]) => results;

	test.each<[string, typeof asItWas, NodeRun['settings']]>([
		['retried', asItWas, {}],
		['retried after a crash', (results) => [CRASHED, ...results], {}],
		['retried after a retry that could not begin', () => [NOT_BEGUN], {}],
		['retried after it was cut and pasted', asItWas, { id: 'pasted' }],
	])('%s: the same ext_id', async (_, change, settings) => {
		const { after, results } = await failInTheSecond();
		const { status } = await pass(forRetry(after, change(results)), { settings });
		expect(status).toBe('success');
		const [, second, third] = sentKeys('/withdrawals');
		expect(third).toBe(second);
	});
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

describe('where the run has no signature, as before n8n 2.14', () => {
	const unsigned = (): IRunExecutionData => ({ ...unbegun(), resumeToken: undefined });

	test('an order is not sent, and says that it needs a key of its own', async () => {
		const { status, after } = await pass(unsigned());
		expect(status).toBe('error');
		const { message, description } = after.resultData.error ?? {};
		expect(message).toBe(
			'This n8n cannot keep an automatic ext_id for an order: that needs n8n 2.14 or newer',
		);
		expect(description).toMatch(/^Not sent: .*Set When Run Again to My Order Number, /);
		expect(api.contract.bodies('/withdrawals')).toEqual([]);
	});
});
