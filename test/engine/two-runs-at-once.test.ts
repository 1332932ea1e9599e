/** Proves that two runs at once with one order number place one order where the API knows no repeats, here and with Redis. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ETHEREUM } from '../support/addresses';
import { atOnce } from '../support/partner';
import { until } from '../support/until';
import { batchOf, NONE, useOrders } from './support/orders';
import { CreatingNode } from './support/creating';
import { useFront } from './support/answers';
import { errorOf, outputs } from './support/run-node';

const { api, start: startNode, made } = useOrders({ deduplicates: false, settleMs: 3_600_000 });
const frontOf = useFront(api);

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

function start(parameters: INodeParameters, fields = {}) {
	const common = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
	const credential = { ...api.contract.credential(), ...fields };
	return startNode({ ...common, ...parameters }, { credential });
}

const madeKeys = () => made().sort();

test.each(['card.topUp', 'card.freeze'])(
	'%s: the second waits, and finds the first',
	async (operation) => {
		api.sandbox.configure({ settleMs: 0 });
		const creation = { operation, keys: 'custom', more: [{}], options: { retries: 0 } } as const;
		const node = await CreatingNode.of(api.sandbox, creation);
		api.sandbox.configure({ settleMs: 3_600_000 });
		const runs = await atOnce(5, async () => await node.start());
		expect(runs.map((run) => errorOf(run).message)).toEqual(runs.map(() => ''));
		expect(node.api.orders().filter(({ extId }) => extId === node.keys[0])).toHaveLength(1);
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
	const at = await frontOf((path, _, before) =>
		path.endsWith('/document_get') && before < 2 ? NONE : undefined,
	);
	const fields = { ...at, apiDifferences: '{"documentDelay":2}' };
	const place = async () => await start(giftBatch('d'), fields);
	const runs = [...(await Promise.all([place(), place()])), await place()];
	expect(runs.map((run) => errorOf(run).message)).toEqual(['', '', '']);
	expect(madeKeys()).toEqual(['d']);
});

test('a run that cannot get the key sends nothing, and says so: after Timeout, and when it is cancelled', async () => {
	api.sandbox.addFault({ match: { path: '/batch' }, fault: 'timeout_after_commit' });
	const holder = start({ ...giftBatch('o-1'), options: { retries: 0, timeout: 3600 } });
	await until(() => api.contract.bodies('/batch').length === 1);
	const cancelled = start(giftBatch('o-1'));
	const late = await start({ ...giftBatch('o-1'), options: { retries: 0, timeout: 1 } });
	cancelled.cancel();
	expect((await cancelled).status).not.toBe('success');
	holder.cancel();
	await holder;
	const { message, description } = errorOf(late);
	expect(message).toMatch('outcome unknown (key_under_way); repeat only with ext_id o-1');
	expect(description).toMatch(
		/^Outcome unknown: this attempt sent nothing.*; repeat with ext_id o-1\./,
	);
	expect(api.contract.bodies('/batch')).toHaveLength(1);
});

test('a run that n8n starts a second time, as it does with stalled ones, ends as unknown while the first is under way', async () => {
	api.sandbox.addFault({ match: { path: '/batch' }, fault: 'timeout_after_commit' });
	const batch = { ...batchOf([{ amount: '1' }]), extIdMode: 'auto' };
	const again = (timeout: number) =>
		startNode(
			{ ...batch, options: { retries: 0, timeout } },
			{ credential: api.contract.credential(), resumeSignature: 'a-stalled-run' },
		);
	const holder = again(3600);
	await until(() => api.contract.bodies('/batch').length === 1);
	const { message } = errorOf(await again(1));
	holder.cancel();
	await holder;
	expect(message).toMatch(/outcome unknown \(key_under_way\); repeat only with ext_id n8n-/);
	expect(api.contract.bodies('/batch')).toHaveLength(1);
});

test('a screening has no key under way, so it needs no Redis', async () => {
	const screening = { resource: 'kyt', operation: 'check', network: 'eth', address: ETHEREUM };
	const run = await start(screening, { deduplicationRedisUrl: 'no URL' });
	expect(outputs(run)[0]).toMatchObject([{ json: { ext_id: 'o-1' } }]);
});
