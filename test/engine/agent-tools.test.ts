/**
 * Proves what a tool of an AI agent takes and tells: an order number is fixed or of another node, nothing is the model's at any
 * depth, no call is told as an order that is none, and a repeat in another spelling has the same key.
 */
import {
	createRunExecutionData,
	type IDataObject,
	type IExecuteContextData,
	type INodeParameters,
} from 'n8n-workflow';
import { orderOutcomeValues } from '../../dev/sandbox/magic';
import { TRON, ETHEREUM } from '../support/addresses';
import { keyOf } from './support/creating';
import { AS_TOOL, ON, outputs } from './support/run-node';
import { batchOf, ESIM, SENT, TOP_UP, useOrders, WITHDRAWAL } from './support/orders';

const { api, start, order, made } = useOrders({ settleMs: 0, kytDelayMs: 0 });

const OPTIONS = { retries: 0, maximumPerItem: '50' };

/** One call of the tool. */
async function call(parameters: INodeParameters, ...items: IDataObject[]): Promise<IDataObject> {
	return await callIn({}, parameters, items.length > 0 ? { items } : {});
}

/**
 * @param contextData what n8n keeps of the execution for its nodes
 * @param fields of the credential, where they differ
 */
async function callIn(
	contextData: IExecuteContextData,
	parameters: INodeParameters,
	{ items = [{}], fields = {} }: { items?: IDataObject[]; fields?: object } = {},
): Promise<IDataObject> {
	const executionData = { contextData };
	const run = await start(
		{ ...WITHDRAWAL, amount: '1', options: OPTIONS, ...parameters },
		{
			stored: createRunExecutionData({ resumeToken: 'an-agent', executionData }),
			items,
			credential: { ...api.contract.credential(), ...fields },
			...AS_TOOL,
		},
	);
	return outputs(run)[0]?.[0]?.json ?? {};
}

test.each<[string, INodeParameters]>([
	['a time', { extId: '={{ Date.now() }}' }],
	['a random number', { extId: '={{ Math.random() }}' }],
	['an escaped name', { extId: '={{ \\u0024json.number }}' }],
	['a locator', { extId: { __rl: true, mode: 'id', value: '={{ $json.number }}' } }],
])('an order number that is %s is refused', async (_, own) => {
	const told = await call({ extIdMode: 'custom', ...own }, { number: 'mine' });
	expect(told.error).toMatch(/^Order Number \(ext_id\) could come from the AI agent/);
	expect(made()).toEqual([]);
});

test.each(['__proto__', 'constructor'])(
	'an order numbered %s counts with its fee, and changes no object of n8n',
	async (extId) => {
		const named = { extIdMode: 'custom', extId, amount: '2' };
		const limited = { fields: { maximumPerOrder: '50', withdrawalFee: '1' } };
		await callIn({}, { ...named, options: { retries: 0 } }, limited);
		const changed = ['isDone', 'cost', 'calls'].filter((name) => name in {} || name in Object);
		expect(changed).toEqual([]);

		const context: IExecuteContextData = {};
		const options = { ...OPTIONS, maximumPerRun: '5' };
		await callIn(context, { ...named, options }, limited);
		const told = await callIn(context, { ...named, options, extId: 'another' }, limited);
		expect(told.error).toMatch('Maximum per Run');
	},
);

test('a body that holds an expression at any depth is refused', async () => {
	const body = { card_id: 'c-1', amount: '={{ $json.amount }}' };
	const told = await call({ ...TOP_UP, options: { ...OPTIONS, body } }, { amount: '7' });
	expect(told.error).toMatch(/^Body could come from the AI agent/);
	expect(made()).toEqual([]);
});

test('Document: Get takes the number that the model gives', async () => {
	const { ext_id: number } = await call({});
	expect(number).toEqual(expect.any(String));
	const extId = '={{ $json.number }}';
	const lookUp = { resource: 'document', operation: 'get', extId, options: {} };
	expect(await call(lookUp, { number })).toMatchObject({ ext_id: number });
});

test('a document that shows nothing but the number is no order: it is sent', async () => {
	const answers = { document: { document: null }, fields: { maximumPerOrder: '50' } };
	const given = { ...WITHDRAWAL, options: OPTIONS };
	expect((await order(given, answers, AS_TOOL)).sent).toHaveLength(1);
});

test('an order that came to nothing is refused by the next call', async () => {
	const { amount } = orderOutcomeValues.get('failed') ?? {};
	await call({ amount });
	const told = await call({ amount });
	expect(told.details).toMatchObject({ outcome: 'refused', record: { status: 'failed' } });
	expect(told).not.toHaveProperty('note_for_agent');
});

test('an order that an earlier run placed is not told as ordered now', async () => {
	const own = { extIdMode: 'custom', extId: 'o-earlier' };
	const fields = { maximumPerOrder: '50' };
	expect((await callIn({}, own, { fields })).note_for_agent).toMatch(/^Ordered once\. Until/);
	const again = await callIn({}, own, { fields });
	expect(again.note_for_agent).toMatch(/^Not ordered again: an earlier call or run/);
});

test.each([
	['one number for two items', {}, [{}, {}]],
	[
		'one number for two orders of a batch',
		{
			...{ resource: 'batch', operation: 'create' },
			items: JSON.stringify(
				['1', '2'].map((amount) => ({ body: { amount, to_address: TRON, network: 'TRON' } })),
			),
		},
		[{}],
	],
])('%s: no number is asked for', async (_, parameters, items) => {
	const told = await call({ extIdMode: 'custom', extId: 'INV-1', ...parameters }, ...items);
	expect(told.error).toMatch(/^Several orders|is for one order/);
	expect(JSON.stringify(told)).not.toMatch(/of its own/);
	expect(made()).toEqual([]);
});

const batchFor = (amount: string) => batchOf([{ ...SENT, amount }]);

test.each<[string, object, (amount: string) => INodeParameters]>([
	['a private key that cannot be read', { privateKey: 'none' }, (amount) => ({ amount })],
	['a Redis URL that is none', { deduplicationRedisUrl: 'no URL' }, batchFor],
])(
	'with %s, a first call is reported as not sent, and does not count',
	async (_, fields, orderFor) => {
		const contextData: IExecuteContextData = {};
		const options = { retries: 0, maximumPerRun: '50' };
		const told = await callIn(contextData, { ...orderFor('30'), options }, { fields });
		expect(told).toMatchObject({ details: { outcome: 'not_sent' } });
		const again = await callIn(contextData, { ...orderFor('29'), options });
		expect(again).not.toHaveProperty('error');
	},
);

test('an order that an earlier call may have placed is never reported as not sent, even if the price is unknown', async () => {
	const esim = {
		...ESIM,
		options: { retries: 0, maximumPerRun: '50' },
	};
	const contextData: IExecuteContextData = {};
	api.sandbox.addFault({ match: { path: '/esims' }, fault: 'closed_after_commit' });
	api.sandbox.addFault({ match: { path: '/document_get' }, fault: '500' });
	const lost = await callIn(contextData, esim);
	expect(lost).toMatchObject({ details: { outcome: 'unknown' } });
	api.sandbox.addFault({ match: { path: '/esim_offers', times: 0 }, fault: '500' });
	const again = await callIn(contextData, esim);
	expect(again).toMatchObject({ details: { outcome: 'unknown' } });
	expect(again.message).toMatch(/call this tool again with the same arguments/);
	// Another one was not ordered.
	const other = await callIn(contextData, { ...esim, offerId: 'esim-eu-5gb' });
	expect(other).toMatchObject({ details: { outcome: 'not_sent' } });
});

describe('the key of an order', () => {
	/** The limit that a tool needs. */
	const OPTIONS = { retries: 0, maximumPerItem: '1000' };
	const COMMON = { extIdMode: 'auto', additionalFields: {}, options: OPTIONS };
	const HOW = { ...ON, ...AS_TOOL, resumeSignature: 'an-agent' };

	/** The keys with which an AI agent's tool orders, all in one run of the agent: one, or those of a batch. */
	async function keysOf(parameters: INodeParameters): Promise<unknown[]> {
		const run = await start({ ...COMMON, ...parameters }, HOW);
		return (outputs(run)[0] ?? []).map(keyOf);
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
		...TOP_UP,
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
	])(
		'an order that is repeated in another spelling keeps its key: %s',
		async (_, first, second) => {
			const keys = await keysOf(first);
			expect(keys).toEqual([expect.stringMatching(/^n8n-/)]);
			expect(await keysOf(second)).toEqual(keys);
		},
	);

	test.each([
		['a value', gift('{"a":"1"}'), gift('{"a":"2"}')],
		['a list in another order', gift('{"a":[1,2]}'), gift('{"a":[2,1]}')],
		['a name', gift('{"a":"1"}'), gift('{"b":"1"}')],
		['a quantity', esim({}), esim({ quantity: 2 })],
		['what the shop calls a quantity', gift('{}'), gift('{"quantity":1}')],
		['what the shop calls a refresh', gift('{}'), gift('{"refresh":false}')],
		['a new screening', screening(ETHEREUM), screening(ETHEREUM, { refresh: true })],
		['whether a value is in a list', gift('{"a":[null,1]}'), gift('{"a":[1]}')],
		[
			'an op',
			batch('{"offer_id":"o"}', 'esim_purchase'),
			batch('{"offer_id":"o"}', 'gift_purchase'),
		],
		['an id that looks like an amount', gift('{"a":"1"}'), gift('{"a":"1.0"}')],
	])('another order has another key: %s', async (_, first, second) => {
		const keys = [...(await keysOf(first)), ...(await keysOf(second))];
		expect(new Set(keys).size).toBe(2);
	});

	describe("an AI agent's batch", () => {
		/** The sandbox's magic amount. */
		const SHORT = { ...SENT, amount: '13.04' };
		const limited = (bodies: IDataObject[]) => ({ ...batchOf(bodies), options: OPTIONS });

		test('that it sends again with one order corrected pays the others once', async () => {
			await keysOf(limited([SHORT, SENT]));
			const corrected = ['2', '1.0'].map((amount) => ({ ...SENT, amount }));
			await keysOf(limited(corrected));
			await keysOf(limited([SENT]));
			expect(made()).toHaveLength(2);
		});

		test('holds two orders of the same as two, each once', async () => {
			const keys = await keysOf(limited([SENT, SENT]));
			expect(new Set(keys).size).toBe(2);
			expect(await keysOf(limited([SENT, SENT]))).toEqual(keys);
			expect(made()).toEqual(keys);
		});
	});
});
