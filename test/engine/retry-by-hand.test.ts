import { TRON } from '../addresses';
import { useSandbox } from '../contract/support/use-sandbox';
import { Servers } from '../contract/support/servers';
import { startFront } from './support/front';
import { type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const api = useSandbox();
const servers = new Servers();

afterAll(() => {
	servers.close();
});

const BATCH = {
	resource: 'batch',
	operation: 'create',
	items: JSON.stringify([
		{ body: { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON } },
	]),
	extIdMode: 'auto',
	options: { retries: 0 },
};
const KINDS: [string, NodeRun['parameters'], string][] = [
	['an order', WITHDRAWAL, '/withdrawals'],
	['the order of a cart', BATCH, '/batch'],
];

/** One run of an execution, or of a retry of it. */
function start(parameters: NodeRun['parameters'], more: Partial<NodeRun> = {}) {
	return startNode({
		parameters,
		items: [{ amount: '1' }],
		credential: { ...api.contract.settings() },
		resumeSignature: 'a-run',
		onError: 'continueRegularOutput',
		...more,
	});
}

/** The first item of a retry in which the order is refused. */
async function refusedIn(
	parameters: NodeRun['parameters'],
	path: string,
	more: Partial<NodeRun> = {},
) {
	api.sandbox.addFault({ match: { path, times: 0 }, fault: '403' });
	const [items = []] = outputs(await start(parameters, { mode: 'retry', ...more }));
	return items[0]?.json;
}

describe.each(KINDS)('%s that is refused in a retry', (_, parameters, path) => {
	test('comes out as done where the execution before had placed it', async () => {
		const [placed = []] = outputs(await start(parameters));
		const item = await refusedIn(parameters, path);
		expect(item?.error).toBeUndefined();
		expect(item?.ext_id).toBe(placed[0]?.json.ext_id);
	});

	test('is refused where there is no such order', async () => {
		const item = await refusedIn(parameters, path);
		expect(item?.details).toMatchObject({
			outcome: 'refused',
			code: 'not_allowed',
			ext_id: expect.stringMatching(/^n8n-/),
		});
		// The address of Document: Get may be wrong: the answer alone is no proof.
		expect(item?.details).toMatchObject({ is_retry: true });
		expect(item?.message).toMatch('Refused: nothing was spent by this try.');
		expect(item?.message).toMatch('Document: Get shows no order with this ext_id');
	});

	test('is open where it cannot be looked up', async () => {
		await start(parameters);
		api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: '403' });
		const item = await refusedIn(parameters, path);
		expect(item).toMatchObject({
			message: expect.stringMatching('An earlier try may have gone through'),
			details: { outcome: 'unknown', code: 'not_allowed' },
		});
	});

	test('is open where something else than the API says that there is none', async () => {
		const front = await startFront(servers, api.sandbox.url, (url) =>
			url.endsWith('/document_get') ? { status: 404, body: 'no such page' } : undefined,
		);
		const change = { apiUrl: `${front}/gw`, baseUrl: `${front}/core` };
		const credential = { ...api.contract.settings(change) };
		const item = await refusedIn(parameters, path, { credential });
		expect(item?.details).toMatchObject({ outcome: 'unknown' });
	});

	test('is not looked up in an execution that is none', async () => {
		expect((await refusedIn(parameters, path, { mode: 'trigger' }))?.details).not.toHaveProperty(
			'is_retry',
		);
		expect(api.contract.bodies('/document_get')).toEqual([]);
	});
});

test('what a retry does not send is marked: a try before it may have carried it out', async () => {
	/** The sandbox's magic amount. */
	const items = ['13.04', '2'].map((amount) => ({ amount }));
	const [failed = []] = outputs(await start(WITHDRAWAL, { items, mode: 'retry' }));
	expect(failed.map(({ json }) => json.details)).toMatchObject([
		// Of this one the API knows no order.
		{ outcome: 'refused' },
		{ outcome: 'not_sent', is_retry: true },
	]);
});
