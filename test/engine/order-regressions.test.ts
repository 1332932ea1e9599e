// Regressions of orders: each was a false word about money, or an order too many or too few.
import type { IDataObject } from 'n8n-workflow';
import { Servers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';
import { API_CALL, UNSAFE, useOrders } from './support/orders';
import { errorOf, outputs, startNode } from './support/run-node';

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
