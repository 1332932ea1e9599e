/**
 * Proves what an AI agent's tool accepts and reports: an order number is fixed or comes from another node, a body holds
 * no expression at any depth, and a call that is not an order is never reported as one.
 */
import {
	createRunExecutionData,
	type IDataObject,
	type IExecuteContextData,
	type INodeParameters,
} from 'n8n-workflow';
import { orderOutcomeValues } from '../../dev/sandbox/magic';
import { TRON } from '../support/addresses';
import { useSandbox } from '../support/use-sandbox';
import { outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/orders';

const api = useSandbox({ settleMs: 0, kytDelayMs: 0 });

const OPTIONS = { retries: 0, maximumPerItem: '50' };

const AS_TOOL = { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' };

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
	const run = await startNode({
		stored: createRunExecutionData({
			resumeToken: 'an-agent',
			executionData: { contextData },
		}),
		parameters: { ...WITHDRAWAL, amount: '1', options: OPTIONS, ...parameters },
		items,
		credential: { ...api.contract.credential(), ...fields },
		settings: AS_TOOL,
	});
	return outputs(run)[0]?.[0]?.json ?? {};
}

const ordered = () =>
	api.sandbox.state.orders.filter(
		({ partnerId }) => String(partnerId) === api.contract.partner.partnerId,
	);

test.each<[string, INodeParameters]>([
	['a time', { extId: '={{ Date.now() }}' }],
	['a random number', { extId: '={{ Math.random() }}' }],
	['an escaped name', { extId: '={{ \\u0024json.number }}' }],
	['a locator', { extId: { __rl: true, mode: 'id', value: '={{ $json.number }}' } }],
])('an order number that is %s is refused', async (_, own) => {
	const told = await call({ extIdMode: 'custom', ...own }, { number: 'mine' });
	expect(told.error).toMatch(/^Order Number \(ext_id\) could come from the AI agent/);
	expect(ordered()).toEqual([]);
});

test('a body that holds an expression at any depth is refused', async () => {
	const body = { card_id: 'c-1', amount: '={{ $json.amount }}' };
	const topUp = { resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '1' };
	const told = await call({ ...topUp, options: { ...OPTIONS, body } }, { amount: '7' });
	expect(told.error).toMatch(/^Body could come from the AI agent/);
	expect(ordered()).toEqual([]);
});

test('Document: Get takes the number that the model gives', async () => {
	const { ext_id: number } = await call({});
	expect(number).toEqual(expect.any(String));
	const lookUp = {
		resource: 'document',
		operation: 'get',
		extId: '={{ $json.number }}',
		options: {},
	};
	expect(await call(lookUp, { number })).toMatchObject({ ext_id: number });
});

test('an order that came to nothing is refused by the next call', async () => {
	const { amount } = orderOutcomeValues.get('failed') ?? {};
	await call({ amount });
	const told = await call({ amount });
	expect(told.details).toMatchObject({ outcome: 'refused', record: { status: 'failed' } });
	expect(told).not.toHaveProperty('note_for_agent');
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
	expect(ordered()).toEqual([]);
});

const batchFor = (amount: string): INodeParameters => {
	const body = { currency: 'USDT', network: 'TRON', to_address: TRON, amount };
	return { resource: 'batch', operation: 'create', items: JSON.stringify([{ body }]) };
};

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
		...{ resource: 'esim', operation: 'purchase', offerId: 'esim-eu-5gb' },
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
	const other = await callIn(contextData, { ...esim, offerId: 'esim-tr-1gb' });
	expect(other).toMatchObject({ details: { outcome: 'not_sent' } });
});
