import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { OneAnswer } from './support/one-answer';
import { errorOf, outputs } from './support/run-node';
import { CLEAR_RECORD } from '../unit/gate/support';

const TRON = 'TX2Zj2NZL4Hjyst9P1Q2RGeiySQ4bNdHkd';
const OTHER_TRON = 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKC';
const ETHEREUM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

const api = new OneAnswer();

afterAll(() => {
	api.close();
});

/** Orders under the key `order-1`; every call is answered with this. */
async function order(parameters: INodeParameters, answer: IDataObject): Promise<IRun> {
	return await api.run(answer, {
		extIdMode: 'custom',
		extId: 'order-1',
		additionalFields: {},
		options: { retries: 0, maxWait: 0.1 },
		...parameters,
	});
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
		{ ext_id: 'order-1', card_id: 'c', amount: '25.00' },
		{ card_id: 'd', amount: '24.99', ext_id: 'order-2' },
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
	expect(message).toMatch('outcome unknown (another_order); repeat only with ext_id order-1');
	expect(description).toMatch(new RegExp(`differs in ${field}|shows no order with this ext_id`));
});

test('a field that the answer has and the order had not is no contradiction', async () => {
	const plan = { resource: 'esim', operation: 'purchasePlan', planId: 'p' };
	const run = await order(plan, { ext_id: 'order-1', plan_id: 'p', iccid: '8949' });
	expect(outputs(run)[0]?.[0]?.json).toMatchObject({ iccid: '8949' });
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

test('the record of an order that failed comes out with its failure', async () => {
	const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'new' };
	const failed = { ext_id: 'order-1', status: 'failed', error: 'provisioning_failed' };
	const [item] = outputs(await order(gift, failed))[0] ?? [];
	expect(item?.json).toMatchObject({ status: 'failed', failure: { error: 'provisioning_failed' } });
});

describe('a batch', () => {
	const body = { amount: '500', to_address: TRON, network: 'TRON', currency: 'USDT' };
	const send = async (keys: string[], results: IDataObject[]): Promise<IRun> =>
		await order(
			{
				resource: 'batch',
				operation: 'create',
				items: JSON.stringify(keys.map((key) => ({ body: { ...body, ext_id: key } }))),
				extIdMode: 'auto',
			},
			{ count: results.length, results },
		);
	const accepted = (index: number, record: IDataObject) => ({
		index,
		op: 'withdrawal',
		status: 'accepted',
		body: record,
		error: '',
	});
	const refused = (index: number, record: IDataObject = {}) => ({
		...accepted(index, record),
		status: 'failed',
		error: 'not_allowed',
	});
	const unknown = (code: string, keys: string[]) =>
		`All that failed: outcome unknown (${code}), repeat only with the same ext_id: ${keys
			.map((key) => `item 1 with ext_id ${key}`)
			.join(', ')}.`;

	test.each([
		['amount', { amount: '1' }],
		['to_address', { to_address: OTHER_TRON }],
		['ext_id', { ext_id: 'other' }],
	])('whose result shows another %s is not taken for this order', async (_, change) => {
		const run = await send(['a'], [accepted(0, { ...body, ext_id: 'a', ...change })]);
		expect(errorOf(run).description).toContain(unknown('another_order', ['a']));
	});

	test('a result that is spelled otherwise, or says less, is that of the order', async () => {
		const shown = { ext_id: 'a', amount: '500.00', to_address: TRON };
		const run = await send(['a', 'b'], [accepted(1, {}), accepted(0, shown)]);
		expect(outputs(run)[0]?.map(({ json }) => json)).toMatchObject([
			{ ext_id: 'a', body: shown },
			{ ext_id: 'b', body: {} },
		]);
	});

	test.each([
		['from 1 on', [refused(1), accepted(2, { ext_id: 'b' })]],
		['twice the same', [refused(0), refused(0)]],
		['with a gap', [refused(1)]],
	])('whose results are numbered %s says nothing of its orders', async (_, results) => {
		const run = await send(['a', 'b'], results);
		expect(errorOf(run).description).toContain(unknown('unexpected_answer', ['a', 'b']));
	});

	test('a refusal that carries the key of another order is none of this one', async () => {
		const run = await send(['a', 'b'], [refused(0, { ext_id: 'b' }), refused(1, { ext_id: 'a' })]);
		expect(errorOf(run).description).toContain(unknown('another_order', ['a', 'b']));
	});

	test('a refusal that shows the order its key was used for is a refusal', async () => {
		const run = await send(['a'], [refused(0, { ext_id: 'a', amount: '1' })]);
		expect(errorOf(run).message).toBe('Batch: Create: refused (not_allowed)');
	});
});
