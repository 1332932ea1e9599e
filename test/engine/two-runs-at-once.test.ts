/** Proves that two runs at once with one order number place one order where the API knows no repeats, here and with Redis. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ETHEREUM } from '../support/addresses';
import { useSandbox } from '../support/use-sandbox';
import { Servers } from '../support/servers';
import { until } from '../support/until';
import { batchOf, NONE } from './support/orders';
import { CreatingNode } from './support/creating';
import { startFront } from './support/answers';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

const api = useSandbox({ deduplicates: false, settleMs: 3_600_000 });

const servers = new Servers();

afterAll(() => {
	servers.close();
});

const API_CALL: INodeParameters = {
	...{ resource: 'apiCall', operation: 'request', method: 'POST', base: 'base' },
	path: '/api/purchase',
	body: JSON.stringify({ offer_id: 'gift-music-5', ext_id: 'o-1' }),
};
const gift = (extId: string): IDataObject => ({
	op: 'gift_purchase',
	body: { offer_id: 'gift-music-5', ext_id: extId },
});
const giftBatch = (...extIds: string[]): INodeParameters => ({
	...batchOf([]),
	items: JSON.stringify(extIds.map(gift)),
});

function start(parameters: INodeParameters, more: Partial<NodeRun> = {}, credential = {}) {
	return startNode({
		parameters: { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 }, ...parameters },
		items: [{}],
		...more,
		credential: { ...api.contract.credential(), ...credential },
	});
}

function madeKeys(): string[] {
	const id = Number(api.contract.partner.partnerId);
	const own = api.sandbox.state.orders.filter(({ partnerId }) => partnerId === id);
	return own.map(({ extId }) => extId).sort();
}

test.each(['card.topUp', 'card.freeze'])(
	'%s: the second waits, and finds the first',
	async (operation) => {
		api.sandbox.configure({ settleMs: 0 });
		const creation = { operation, keys: 'custom', more: [{}], options: { retries: 0 } } as const;
		const node = await CreatingNode.of(api.sandbox, creation);
		api.sandbox.configure({ settleMs: 3_600_000 });
		const runs = await Promise.all(Array.from({ length: 5 }, async () => await node.start({})));
		expect(runs.map((run) => errorOf(run).message)).toEqual(runs.map(() => ''));
		const [key] = node.keys;
		const made = api.sandbox.state.orders.filter(({ extId }) => extId === key);
		expect(made).toHaveLength(1);
	},
);

test('an API Call is placed once', async () => {
	const runs = await Promise.all([start(API_CALL), start(API_CALL), start(API_CALL)]);
	expect(runs.map((run) => errorOf(run).message)).toEqual(['', '', '']);
	expect(madeKeys()).toEqual(['o-1']);
});

test('batches that share orders, in any order, cannot wait for each other, and place each once', async () => {
	const batches = [giftBatch('a', 'b', 'c'), giftBatch('c', 'a'), giftBatch('b', 'a')];
	const runs = await Promise.all(batches.map(async (batch) => await start(batch)));
	expect(runs.map((run) => errorOf(run).message)).toEqual(['', '', '']);
	const [last] = runs.slice(2);
	if (!last) throw new Error('No run');
	expect(outputs(last)[0]?.map(({ json }) => json.ext_id)).toEqual(['b', 'a']);
	expect(madeKeys()).toEqual(['a', 'b', 'c']);
});

test('if a lookup does not show a recent order yet, it is repeated, and nothing is sent', async () => {
	// The first run looks once; the second finds nothing at first.
	const front = await startFront(servers, api.sandbox.url, (path, _, before) =>
		path.endsWith('/document_get') && before < 2 ? NONE : undefined,
	);
	const urls = { apiUrl: `${front}/gw`, baseUrl: `${front}/core` };
	const at = api.contract.credential({ ...urls, apiDifferences: '{"documentDelay":2}' });
	const place = async () => await start(giftBatch('d'), {}, at);
	const runs = [...(await Promise.all([place(), place()])), await place()];
	expect(runs.map((run) => errorOf(run).message)).toEqual(['', '', '']);
	expect(madeKeys()).toEqual(['d']);
});

describe('a run that cannot get the key sends nothing, and says so', () => {
	const SENT_NOTHING = /^Outcome unknown: this attempt sent nothing.*; repeat with ext_id o-1\./;

	test('after Timeout, and when it is cancelled', async () => {
		api.sandbox.addFault({ match: { path: '/batch' }, fault: 'timeout_after_commit' });
		const holder = start({ ...giftBatch('o-1'), options: { retries: 0, timeout: 3600 } });
		await until(() => api.contract.bodies('/batch').length === 1);
		const cancelled = start(giftBatch('o-1'));
		cancelled.cancel();
		expect((await cancelled).status).not.toBe('success');
		const late = await start({ ...giftBatch('o-1'), options: { retries: 0, timeout: 1 } });
		holder.cancel();
		await holder;
		expect(errorOf(late).message).toBe(
			'Batch: Create: outcome unknown (key_under_way); repeat only with ext_id o-1',
		);
		expect(errorOf(late).description).toMatch(SENT_NOTHING);
		expect(api.contract.bodies('/batch')).toHaveLength(1);
	});
});

test('a screening has no key under way, so it needs no Redis', async () => {
	const screening = { resource: 'kyt', operation: 'check', network: 'eth', address: ETHEREUM };
	const run = await start(screening, {}, { deduplicationRedisUrl: 'no URL' });
	expect(outputs(run)[0]).toMatchObject([{ json: { ext_id: 'o-1' } }]);
});
