// Regressions of orders: each was a false word about money, or an order too many or too few.
import { createServer } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Servers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';
import { batchOf } from './support/batch';
import { type OwnAnswer, startFront } from './support/front';
import { OneAnswer } from './support/one-answer';
import { API_CALL, FORBIDDEN, NONE, SENT, UNSAFE, useOrders } from './support/orders';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

const { api, order, made } = useOrders({ settleMs: 5 });
const forgetful = useSandbox({ settleMs: 5, deduplicates: false });
const servers = new Servers();
const esims = new OneAnswer(false);
afterAll(() => {
	servers.close();
	esims.close();
});

const OFFER = 'magic-never';
const [[, TOP_UP]] = UNSAFE as [(typeof UNSAFE)[0]];

/** `answer` is given the path and how many requests it has had. */
async function run(
	answer: (path: string, before: number) => OwnAnswer | undefined,
	parameters: INodeParameters,
	more: Partial<NodeRun> = {},
) {
	let sent = 0;
	const front = await startFront(servers, api.sandbox.url, (path, _, before) => {
		if (/\/(token|balance)$/.test(path)) return undefined;
		if (!path.endsWith('/document_get')) sent += 1;
		return answer(path, before);
	});
	const credential = {
		...api.contract.credential({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }),
	};
	const done = await startNode({ parameters, items: [{}], credential, ...more });
	const items = outputs(done).flatMap((output) => output.map(({ json }) => json));
	return { ...errorOf(done), items, sent };
}

const isLookup = (path: string) => path.endsWith('/document_get');

/** As an AI agent's tool, all in one run of the agent. */
async function agent(items: string) {
	const done = await startNode({
		parameters: {
			resource: 'batch',
			operation: 'create',
			items,
			extIdMode: 'auto',
			options: { retries: 0, maximumPerItem: '1000' },
		},
		items: [{}],
		credential: { ...api.contract.credential() },
		resumeSignature: 'an-agent',
		settings: { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' },
		onError: 'continueRegularOutput',
	});
	return outputs(done)[0]?.map(({ json }) => json) ?? [];
}

// 1. A custom key, sent by another run just now: none at the first lookup, then 409, and it is there at a second lookup.
test.each(UNSAFE)('a refusal after the lookup before it: %s', async (_, { custom, sent }) => {
	const found = { status: 200, body: { ...sent, ext_id: 'o-1', status: 'pending' } };
	const duplicate = { status: 409, body: { error: 'duplicate_ext_id' } };
	const said = await run((path, before) => {
		if (!isLookup(path)) return duplicate;
		return before === 0 ? NONE : found;
	}, custom);
	// Today: "refused (duplicate_ext_id) ... Refused: nothing was spent."
	expect(said.message).toBe('');
});

// 2. Two orders of the same key and content, Items at Once 2, an API to which repeats are unknown.
test('items at once do not place one order twice', async () => {
	const parameters = {
		...{ ...API_CALL, base: 'base', path: '/api/purchase' },
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

// 3. The same body under another op is another order, and gets the key of the first: it is never placed, "found by a lookup".
test("an agent's orders that differ in op are two", async () => {
	const [first] = await agent(`[{"op":"esim_purchase","body":{"offer_id":"${OFFER}"}}]`);
	const [second] = await agent(`[{"op":"gift_purchase","body":{"offer_id":"${OFFER}"}}]`);
	const keys = [first, second].map((item) => (item?.details as IDataObject).ext_id);
	expect(new Set(keys).size).toBe(2);
});

// 4. A long number and the same as a text get two keys: paid twice.
test('an agent that spells a long id as a number and as a text repeats its order', async () => {
	const batch = (iccid: string) =>
		`[{"op":"esim_purchase","body":{"offer_id":"${OFFER}","iccid":${iccid}}}]`;
	const keyOf = async (iccid: string) => {
		const [item] = await agent(batch(iccid));
		return item?.ext_id ?? (item?.details as IDataObject).ext_id;
	};
	expect(await keyOf('8949000000000000001')).toBe(await keyOf('"8949000000000000001"'));
});

const failed = (index: number) => ({
	index,
	op: 'x',
	status: 'failed',
	body: {},
	error: 'declined',
});

// 6. A 401 that is a web page counts as lost: it is sent once more at once, although it is assumed, and then called refused.
test('a 401 that is a web page is no refusal', async () => {
	let sent = 0;
	const url = await servers.start(
		createServer((request, response) => {
			request.resume();
			const json = (status: number, body: object) =>
				response
					.writeHead(status, { 'content-type': 'application/json' })
					.end(JSON.stringify(body));
			if (request.url?.endsWith('/token')) return json(200, { token: 'opaque' });
			if (request.url?.endsWith('/document_get')) return json(404, { error: 'not_found' });
			sent += 1;
			if (sent > 1) return json(403, { error: 'not_allowed' });
			return response
				.writeHead(401, { 'content-type': 'text/html' })
				.end('<!doctype html><html></html>');
		}),
	);
	const credential = { ...api.contract.credential({ apiUrl: url, baseUrl: url }) };
	const said = errorOf(await startNode({ parameters: TOP_UP.auto, items: [{}], credential }));
	expect({ sent, message: said.message }).toEqual({
		sent: 1,
		message: expect.stringContaining('outcome unknown') as string,
	});
});

// 7. Results that name other keys than their index.
test('a result belongs to the order whose key stands beside its body', async () => {
	const results = [
		{ ...failed(0), ext_id: 'b' },
		{
			index: 1,
			ext_id: 'a',
			op: 'x',
			status: 'accepted',
			body: { withdrawal_id: 'w', status: 'pending' },
			error: '',
		},
	];
	const answer = { status: 200, body: { count: 2, results } };
	const batch = batchOf([
		{ ...SENT, ext_id: 'a' },
		{ ...SENT, amount: '2', ext_id: 'b' },
	]);
	const said = await run((path) => (isLookup(path) ? NONE : answer), batch, {
		onError: 'continueRegularOutput',
	});
	// By their index, a was refused, "nothing was spent", and the record of a came out as that of b.
	expect(said.items).toMatchObject([
		{ ext_id: 'a', body: { withdrawal_id: 'w' } },
		{ details: { outcome: 'refused', ext_id: 'b' } },
	]);
});

test('a batch that is refused with results of its orders is not "refused"', async () => {
	const result = {
		op: 'x',
		status: 'accepted',
		body: { withdrawal_id: 'w', status: 'pending' },
		error: '',
	};
	const body = { count: 2, results: [{ ...result, index: 0 }, failed(1)] };
	const said = await order(batchOf([SENT, { ...SENT, amount: '2' }]), {
		orders: [{ status: 422, body }],
		document: NONE,
	});
	expect(said.message).not.toMatch(/: refused/);
});

test('a result that is accepted and has an error is looked up', async () => {
	const body = {
		count: 1,
		results: [{ index: 0, op: 'x', status: '201', body: {}, error: 'provider_timeout' }],
	};
	const document = { ...SENT, status: 'pending' };
	const said = await order(batchOf([SENT]), { orders: [{ status: 200, body }], document });
	expect(said.message).toBe('');
});

// 8. Retry pays item 1 again.
test('no error tells to retry a run in which something was done without a key', async () => {
	const items = [SENT, { ...SENT, ext_id: 'o-1' }, { ...SENT, ext_id: 'o-3' }];
	const { description } = await order(
		{ ...API_CALL, body: '={{ $json.body }}' },
		{
			orders: [{ status: 200, body: { withdrawal_id: 'w' } }, undefined, FORBIDDEN],
			document: NONE,
		},
		{ items: items.map((body) => ({ body: JSON.stringify(body) })) },
	);
	expect(description).toContain('Retry would do that again');
	expect(description).not.toContain('Use Retry on this execution');
});

// 10. An eSIM purchase of which every item failed.
test('a quantity of which every item failed is not done', async () => {
	const answer = { items: [{ error: 'out_of_stock' }, { error: 'out_of_stock' }] };
	const two = {
		...{ resource: 'esim', operation: 'purchase', offerId: 'o', extIdMode: 'auto' },
		...{ additionalFields: { quantity: 2 }, options: { retries: 0 } },
	};
	const credential = { apiDifferences: '{"documentDelay":0}' };
	const done = await esims.run(answer, two, {}, { credential });
	expect(errorOf(done).message).toContain('outcome unknown');
});

// 12. A status of a document stands in an error as it came.
test('what a document says is redacted in an error', async () => {
	const document = { status: 'pan 4242424242424242' };
	const said = await order(TOP_UP.custom, { document });
	expect(said.description).not.toContain('4242424242424242');
});

// 13. A key beside the body of a batch's order is none: a new run pays again, and nothing says so.
test('an ext_id beside a body in Batch: Create is a mistake', async () => {
	const items = JSON.stringify([{ op: 'withdrawal', ext_id: 'invoice-7', body: SENT }]);
	const said = await order({ ...batchOf([]), items });
	expect(said.message).not.toBe('');
	expect(made()).toEqual([]);
});
