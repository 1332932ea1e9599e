/** Proves that the response to an order, however it is spelled, is taken for that of this order only. */
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { OneAnswer } from './support/one-answer';
import { errorOf, outputs } from './support/run-node';
import { CLEAR_RECORD } from '../support/screening-records';

/** Its bytes; which address it is makes no difference here. */
const ETHEREUM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

const ONCE = { retries: 0, maxWait: 0.1, wholeAnswer: true };

const api = new OneAnswer(false);

afterAll(() => {
	api.close();
});

/** Orders under the key `order-1`; every call is answered with this. */
async function order(parameters: INodeParameters, answer: IDataObject): Promise<IRun> {
	const own = { extIdMode: 'custom', extId: 'order-1', additionalFields: {}, options: ONCE };
	const credential = { apiDifferences: '{"documentDelay":0}' };
	return await api.run(answer, { ...own, ...parameters }, {}, { credential });
}

/** An order, its answer, and which of the answer's fields would be another's. */
const ORDERS: [string, INodeParameters, IDataObject, IDataObject][] = [
	[
		'a withdrawal',
		{
			...{ resource: 'withdrawal', operation: 'create', currency: 'USDT', network: 'TRON' },
			...{ amount: '1.00', toAddress: TRON },
		},
		{
			...{ ext_id: 'order-1', amount: '1', to_address: TRON, withdrawal_id: 'w' },
			...{ currency: 'usdt', network: 'tron', status: 'pending', created_at: '2026-01-31' },
		},
		{ amount: '1.01', to_address: OTHER_TRON, ext_id: 'order-2' },
	],
	[
		'a gift card',
		{ resource: 'giftCard', operation: 'purchase', offerId: 'new' },
		{ ext_id: 'order-1', offer_id: 'new' },
		{ offer_id: 'old', ext_id: 'order-2' },
	],
	[
		'a card',
		{ resource: 'card', operation: 'issue', svcProductId: '101' },
		{ ext_id: 'order-1', svc_product_id: '101' },
		{ svc_product_id: 102, ext_id: 'order-2' },
	],
	[
		'a top-up of a card',
		{ resource: 'card', operation: 'topUp', cardId: 'c', amount: '25' },
		{ ext_id: 'order-1', card_id: 'c', amount: '-25.00', currency: 'USD' },
		// What the card was credited with, perhaps: the answer is not shown (section 4.9).
		{ amount: '24.37', card_id: 'd', ext_id: 'order-2' },
	],
	[
		'a freeze',
		{ resource: 'card', operation: 'freeze', cardId: 'c' },
		{ ext_id: 'order-1', card_id: 'c' },
		{ card_id: 'd', ext_id: 'order-2' },
	],
	[
		'an eSIM plan',
		{
			...{ resource: 'esim', operation: 'purchasePlan', planId: 'p' },
			additionalFields: { iccid: '8949000000000000001' },
		},
		{ ext_id: 'order-1', plan_id: 'p', iccid: '8949000000000000001' },
		{ plan_id: 'q', iccid: '8949000000000000002', ext_id: 'order-2' },
	],
	[
		'a top-up of an eSIM',
		{ resource: 'esim', operation: 'topUp', esimId: 'e', offerId: 'new' },
		{ ext_id: 'order-1', status: 'pending', esim_id: 'e', offer_id: 'new' },
		{ esim_id: 'f', offer_id: 'old', ext_id: 'order-2' },
	],
	[
		'a screening',
		{ resource: 'kyt', operation: 'screen', network: 'tron_usdt', address: TRON },
		{ ...CLEAR_RECORD, network: 'TRON_USDT', address: TRON },
		{ address: OTHER_TRON, network: 'eth' },
	],
	[
		'a screening on Ethereum',
		{ resource: 'kyt', operation: 'check', network: 'eth', address: ETHEREUM },
		{ ...CLEAR_RECORD, network: 'ETH', address: ETHEREUM.toLowerCase() },
		{ address: ETHEREUM.toLowerCase().replace('fb', 'fc'), network: 'btc' },
	],
	[
		'a call of the operator that withdraws',
		{
			...{ resource: 'apiCall', operation: 'request', method: 'POST', base: 'api' },
			path: '/partner/withdrawals',
			body: JSON.stringify({ ext_id: 'order-1', amount: '1', to_address: TRON, network: 'TRON' }),
		},
		{ ext_id: 'order-1', amount: '1.0', to_address: TRON, network: 'tron' },
		{ amount: '1.01', to_address: OTHER_TRON, ext_id: 'order-2' },
	],
	[
		'a call of the operator that screens',
		{
			...{ resource: 'apiCall', operation: 'request', method: 'POST', base: 'base' },
			path: '/api/partner/kyt_check',
			body: JSON.stringify({ ext_id: 'order-1', network: 'tron_usdt', address: TRON }),
		},
		{ ...CLEAR_RECORD, network: 'TRON_USDT', address: TRON },
		{ address: OTHER_TRON, network: 'eth' },
	],
	[
		'a call of the operator that screens on Ethereum',
		{
			...{ resource: 'apiCall', operation: 'request', method: 'POST', base: 'base' },
			path: '/api/partner/kyt_check',
			body: JSON.stringify({ ext_id: 'order-1', network: 'eth', address: ETHEREUM }),
		},
		{ ...CLEAR_RECORD, network: 'eth', address: ETHEREUM.toLowerCase() },
		{ address: ETHEREUM.toLowerCase().replace('fb', 'fc') },
	],
];

test.each(ORDERS)(
	'%s: its own answer comes out, however it is spelled',
	async (_, asked, answer) => {
		const run = await order(asked, answer);
		expect(errorOf(run).message).toBe('');
		expect(outputs(run)[0]?.map(({ json }) => json)).toMatchObject([answer]);
	},
);

const CHANGES = ORDERS.flatMap(([name, asked, answer, others]) =>
	Object.entries(others).map(
		([field, other]) => [field, name, asked, { ...answer, [field]: other }] as const,
	),
);

test.each(CHANGES)('another %s is not taken for that of %s', async (field, _, asked, answer) => {
	const { message, description } = errorOf(await order(asked, answer));
	// An amount may hold the fee: it only leaves open which order it is.
	const code = field === 'amount' ? 'unexpected_answer' : 'another_order';
	expect(message).toMatch(`outcome unknown (${code}); repeat only with ext_id order-1`);
	expect(description).toContain(`t differs in ${field}`);
});

test('a field that the answer has and the order had not is no contradiction', async () => {
	const plan = { resource: 'esim', operation: 'purchasePlan', planId: 'p' };
	const run = await order(plan, { ext_id: 'order-1', plan_id: 'p', iccid: '8949' });
	expect(outputs(run)[0]?.[0]?.json).toMatchObject({ iccid: '8949' });
});

test('a call without an ext_id is answered with no older order, whatever it shows', async () => {
	const call = { resource: 'apiCall', operation: 'request', method: 'POST', base: 'api' };
	const read = { ...call, path: '/partner/card_search', body: '{"card_id": "c"}' };
	const [item] = outputs(await order(read, { card_id: 'd' }))[0] ?? [];
	expect(item?.json).toMatchObject({ card_id: 'd' });
});

test('an answer with an error and no status is no order, whatever else it holds', async () => {
	const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'new' };
	const refusal = { error: 'insufficient_balance', message: 'low', request_id: 'r', status: 422 };
	const { message, description } = errorOf(await order(gift, refusal));
	expect(message).toBe(
		'Gift Card: Purchase: outcome unknown (insufficient_balance); repeat only with ext_id order-1',
	);
	expect(description).toMatch(/does not cover this.*The API says: low/);
});
