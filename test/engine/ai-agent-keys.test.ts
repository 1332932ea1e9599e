/** Proves that the key of an AI agent's order goes by what is ordered: a repeat in another spelling has the same one. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { batchOf, SENT, useOrders } from './support/orders';
import { outputs, startNode } from './support/run-node';
import { ETHEREUM, TRON } from '../support/addresses';

const { api, made } = useOrders({ settleMs: 5, kytDelayMs: 5 });

/** The limit that a tool needs. */
const OPTIONS = { retries: 0, maximumPerItem: '1000' };

/** The key with which an AI agent's tool orders, all in one run of the agent; of a batch, those of its orders. */
async function keyOf(parameters: INodeParameters): Promise<unknown[]> {
	const run = await startNode({
		parameters: { extIdMode: 'auto', additionalFields: {}, options: OPTIONS, ...parameters },
		items: [{}],
		credential: { ...api.contract.credential() },
		resumeSignature: 'an-agent',
		settings: { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' },
		onError: 'continueRegularOutput',
	});
	return (outputs(run)[0] ?? []).map(({ json }) => {
		const { ext_id: extId, details } = json as { ext_id?: string; details?: { ext_id: string } };
		return extId ?? details?.ext_id;
	});
}

const purchase = (resource: string, additionalFields: INodeParameters): INodeParameters => ({
	...{ resource, operation: 'purchase', offerId: 'offer', additionalFields },
});
const gift = (requiredFields: string) => purchase('giftCard', { requiredFields });
const esim = (additionalFields: INodeParameters) => purchase('esim', additionalFields);
const batch = (body: string, op = 'x') => ({
	...{ resource: 'batch', operation: 'create', items: `[{"op":"${op}","body":${body}}]` },
});
const screening = (address: string, additionalFields: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'kyt', operation: 'check', network: 'eth', address, additionalFields },
});
const topUp = (body: string): INodeParameters => ({
	...{ resource: 'card', operation: 'topUp', cardId: 'c', amount: '1' },
	options: { ...OPTIONS, body },
});
const to = `"to_address":"${TRON}"`;
const SMALL = ETHEREUM.toLowerCase();

test.each([
	['its fields in another order', gift('{"a":"1","b":"2"}'), gift('{ "b":"2", "a":"1" }')],
	['fields in fields', gift('{"x":[{"a":1,"b":2}]}'), gift('{"x":[{"b":2,"a":1}]}')],
	[
		'an amount and codes in a batch',
		batch(`{"amount":"1.50","network":"TRON","currency":"USDT",${to}}`),
		batch(`{${to},"network":"tron","currency":"Usdt","amount":1.5}`),
	],
	[
		'an amount in a body',
		topUp('{"card_id":"c","amount":"5"}'),
		topUp('{"amount":"5.00","card_id":"c"}'),
	],
	['a quantity of one', esim({}), esim({ quantity: 1 })],
	['that in a batch', batch('{"offer_id":"o","quantity":"1"}'), batch('{"offer_id":"o"}')],
	[
		'a quantity and an ID as texts',
		batch('{"svc_product_id":101,"quantity":2}'),
		batch('{"svc_product_id":"101","quantity":"2"}'),
	],
	['a long ID', batch('{"iccid":8949000000000000001}'), batch('{"iccid":"8949000000000000001"}')],
	['an address', screening(ETHEREUM), screening(SMALL, { refresh: false })],
	[
		'that in a batch',
		batch(`{"network":"eth","address":"${ETHEREUM}"}`),
		batch(`{"network":"ETH","address":"${SMALL}","refresh":false}`),
	],
])('an order that is repeated in another spelling keeps its key: %s', async (_, first, second) => {
	const keys = await keyOf(first);
	expect(keys).toEqual([expect.stringMatching(/^n8n-/)]);
	expect(await keyOf(second)).toEqual(keys);
});

test.each([
	['a value', gift('{"a":"1"}'), gift('{"a":"2"}')],
	['a list in another order', gift('{"a":[1,2]}'), gift('{"a":[2,1]}')],
	['a name', gift('{"a":"1"}'), gift('{"b":"1"}')],
	['a quantity', esim({}), esim({ quantity: 2 })],
	['what the shop calls a quantity', gift('{}'), gift('{"quantity":1}')],
	['what the shop calls a refresh', gift('{}'), gift('{"refresh":false}')],
	['a new screening', screening(ETHEREUM), screening(ETHEREUM, { refresh: true })],
	['whether a value is in a list', gift('{"a":[null,1]}'), gift('{"a":[1]}')],
	['an op', batch('{"offer_id":"o"}', 'esim_purchase'), batch('{"offer_id":"o"}', 'gift_purchase')],
	['an id that looks like an amount', gift('{"a":"1"}'), gift('{"a":"1.0"}')],
])('another order has another key: %s', async (_, first, second) => {
	expect(await keyOf(second)).not.toEqual(await keyOf(first));
});

describe("an AI agent's batch", () => {
	/** The sandbox's magic amount. */
	const SHORT = { ...SENT, amount: '13.04' };
	const limited = (bodies: IDataObject[]) => ({ ...batchOf(bodies), options: OPTIONS });

	test('that it sends again with one order corrected pays the others once', async () => {
		await keyOf(limited([SHORT, SENT]));
		const corrected = ['2', '1.0'].map((amount) => ({ ...SENT, amount }));
		await keyOf(limited(corrected));
		await keyOf(limited([SENT]));
		expect(made()).toHaveLength(2);
	});

	test('holds two orders of the same as two, each once', async () => {
		const keys = await keyOf(limited([SENT, SENT]));
		expect(new Set(keys).size).toBe(2);
		expect(await keyOf(limited([SENT, SENT]))).toEqual(keys);
		expect(made()).toEqual(keys);
	});
});
