/** Proves that a response counts as this order's only if its fields agree, however they are spelled. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { CLEAR_RECORD } from '../support/screening-records';
import { OneAnswer } from './support/answers';
import { errorOf, outputs } from './support/run-node';

const api = new OneAnswer(false);

afterAll(() => {
	api.close();
});

/** Orders under the key `order-1`; every call is answered with this. */
async function orderAnswered(parameters: INodeParameters, answer: IDataObject) {
	const options = { retries: 0, maxWait: 0.1, wholeAnswer: true };
	const own = { extIdMode: 'custom', extId: 'order-1', additionalFields: {}, options };
	const credential = { apiDifferences: '{"documentDelay":0}' };
	const run = await api.run(answer, { ...own, ...parameters }, {}, { credential });
	return { ...errorOf(run), items: outputs(run)[0]?.map(({ json }) => json) };
}

const post = (base: string, path: string, body: object) => ({
	...{ resource: 'apiCall', operation: 'request', method: 'POST', base, path },
	body: JSON.stringify({ ext_id: 'order-1', ...body }),
});
const PAYOUT = {
	resource: 'withdrawal',
	operation: 'create',
	currency: 'USDT',
	network: 'TRON',
};
const PLAN = { resource: 'esim', operation: 'purchasePlan', planId: 'p' };
const ICCID = '8949000000000000001';

/** An order, its answer, and which of the answer's fields would be another's. */
const ORDERS: [string, INodeParameters, IDataObject, IDataObject][] = [
	[
		'a withdrawal',
		{ ...PAYOUT, amount: '1.00', toAddress: TRON },
		{ amount: '1', to_address: TRON, currency: 'usdt', network: 'tron', status: 'pending' },
		{ amount: '1.01', to_address: OTHER_TRON, ext_id: 'order-2' },
	],
	[
		'a gift card',
		{ resource: 'giftCard', operation: 'purchase', offerId: 'new' },
		...([{ offer_id: 'new' }, { offer_id: 'old', ext_id: 'order-2' }] as const),
	],
	[
		'a card',
		{ resource: 'card', operation: 'issue', svcProductId: '101' },
		...([{ svc_product_id: '101' }, { svc_product_id: 102, ext_id: 'order-2' }] as const),
	],
	[
		'a top-up of a card',
		{ resource: 'card', operation: 'topUp', cardId: 'c', amount: '25' },
		{ card_id: 'c', amount: '-25.00', currency: 'USD' },
		// What the card was credited with, perhaps: the answer is not shown (section 4.9).
		{ amount: '24.37', card_id: 'd', ext_id: 'order-2' },
	],
	[
		'a freeze',
		{ resource: 'card', operation: 'freeze', cardId: 'c' },
		...([{ card_id: 'c' }, { card_id: 'd', ext_id: 'order-2' }] as const),
	],
	[
		'an eSIM plan',
		{ ...PLAN, additionalFields: { iccid: ICCID } },
		{ plan_id: 'p', iccid: ICCID },
		{ plan_id: 'q', iccid: '8949000000000000002', ext_id: 'order-2' },
	],
	[
		'a top-up of an eSIM',
		{ resource: 'esim', operation: 'topUp', esimId: 'e', offerId: 'new' },
		{ status: 'pending', esim_id: 'e', offer_id: 'new' },
		{ esim_id: 'f', offer_id: 'old', ext_id: 'order-2' },
	],
	[
		'a screening',
		{ resource: 'kyt', operation: 'screen', network: 'tron_usdt', address: TRON },
		{ ...CLEAR_RECORD, network: 'TRON_USDT', address: TRON },
		{ address: OTHER_TRON, network: 'eth' },
	],
	[
		'a call of the operator that withdraws',
		post('api', '/partner/withdrawals', { amount: '1', to_address: TRON, network: 'TRON' }),
		{ amount: '1.0', to_address: TRON, network: 'tron' },
		{ amount: '1.01', to_address: OTHER_TRON, ext_id: 'order-2' },
	],
];

describe.each(ORDERS)('%s', (_, asked, shown, others) => {
	const answer = { ...(!('id' in shown) && { ext_id: 'order-1' }), ...shown };

	test('its own answer comes out, however it is spelled', async () => {
		const { message, items } = await orderAnswered(asked, answer);
		expect(message).toBe('');
		expect(items).toMatchObject([answer]);
	});

	test.each(Object.entries(others))('is not another %s', async (field, other) => {
		const { message, description } = await orderAnswered(asked, { ...answer, [field]: other });
		// An amount may hold the fee: it only leaves open which order it is.
		const code = field === 'amount' ? 'unexpected_answer' : 'another_order';
		expect(message).toMatch(`outcome unknown (${code}); repeat only with ext_id order-1`);
		expect(description).toContain(`t differs in ${field}`);
	});
});
