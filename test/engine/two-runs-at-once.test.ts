/** Proves that two runs at once with one order number place one order where the API knows no repeats, here and with Redis. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ETHEREUM } from '../support/addresses';
import { useSandbox } from '../support/use-sandbox';
import { Servers } from '../support/servers';
import { until } from '../support/until';
import { API_CALL as WITHDRAWAL_CALL, batchOf, NONE, UNSAFE, useOrders } from './support/orders';
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

describe('what was a false word about money, or an order too many', () => {
	const { api, order } = useOrders({ settleMs: 5 });
	const forgetful = useSandbox({ settleMs: 5, deduplicates: false });
	const servers = new Servers();
	afterAll(() => {
		servers.close();
	});

	const OFFER = 'magic-never';
	const [[, TOP_UP]] = UNSAFE as [(typeof UNSAFE)[0]];

	/** The key of a batch's order, given as an AI agent's tool is, all in one run of the agent. */
	async function keyOfAgent(op: string, body: string) {
		const batch = { resource: 'batch', operation: 'create', extIdMode: 'auto' };
		const options = { retries: 0, maximumPerItem: '1000' };
		const done = await startNode({
			parameters: { ...batch, items: `[{"op":"${op}","body":${body}}]`, options },
			items: [{}],
			credential: { ...api.contract.credential() },
			resumeSignature: 'an-agent',
			settings: { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' },
			onError: 'continueRegularOutput',
		});
		const { ext_id: extId, details } = outputs(done)[0]?.[0]?.json ?? {};
		return extId ?? (details as IDataObject).ext_id;
	}

	// Two orders of the same key and content, Items at Once 2, an API to which repeats are unknown.
	test('items at once do not place one order twice', async () => {
		const parameters = {
			...{ ...WITHDRAWAL_CALL, base: 'base', path: '/api/purchase' },
			body: JSON.stringify({ offer_id: OFFER, ext_id: 'o-1' }),
			options: { retries: 0, concurrency: 2 },
		};
		const credential = { ...forgetful.contract.credential() };
		const onError = 'continueRegularOutput';
		const done = await startNode({ parameters, items: [{}, {}], credential, onError });
		const failed = { json: { details: { outcome: 'not_sent', ext_id: 'o-1' } } };
		expect(outputs(done)[0]).toMatchObject([failed, failed]);
		expect(forgetful.contract.bodies('/api/purchase')).toEqual([]);
	});

	// The same body under another op got the key of the first: it was never placed, "found by a lookup".
	test("an agent's orders that differ in op are two", async () => {
		const body = `{"offer_id":"${OFFER}"}`;
		const [one, two] = [
			await keyOfAgent('esim_purchase', body),
			await keyOfAgent('gift_purchase', body),
		];
		expect(one).not.toBe(two);
	});

	// A long number and the same as a text got two keys: paid twice.
	test('an agent that spells a long id as a number and as a text repeats its order', async () => {
		const keyOf = async (iccid: string) =>
			await keyOfAgent('esim_purchase', `{"offer_id":"${OFFER}","iccid":${iccid}}`);
		expect(await keyOf('8949000000000000001')).toBe(await keyOf('"8949000000000000001"'));
	});

	// A 401 that is a web page counts as lost: it was sent once more at once, although it is assumed, and then called refused.
	test('a 401 that is a web page is no refusal', async () => {
		let sent = 0;
		const url = await servers.start((request, response) => {
			request.resume();
			const say = (status: number, text: string, type = 'application/json') =>
				response.writeHead(status, { 'content-type': type }).end(text);
			if (request.url?.endsWith('/token')) return say(200, '{"token":"opaque"}');
			if (request.url?.endsWith('/document_get')) return say(404, '{"error":"not_found"}');
			sent += 1;
			if (sent > 1) return say(403, '{"error":"not_allowed"}');
			return say(401, '<!doctype html><html></html>', 'text/html');
		});
		const credential = { ...api.contract.credential({ apiUrl: url, baseUrl: url }) };
		const run = await startNode({ parameters: TOP_UP.auto, items: [{}], credential });
		expect(errorOf(run).message).toContain('outcome unknown');
		expect(sent).toBe(1);
	});

	// A status of a document stood in an error as it came.
	test('what a document says is redacted in an error', async () => {
		const document = { status: 'pan 4242424242424242' };
		const said = await order(TOP_UP.custom, { document });
		expect(said.description).not.toContain('4242424242424242');
	});
});
