/** Proves that limits and the summary of a run know the price from the catalog, which is read once. */
import type { INodeParameters } from 'n8n-workflow';
import { type NodeRun } from './support/run-node';
import { batchOf } from './support/batch';
import { useOrders } from './support/orders';

const { api, order, made } = useOrders({ settleMs: 5 });

const CARD = { resource: 'card', operation: 'issue', svcProductId: '={{ $json.id }}' };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: '={{ $json.id }}' };
const PLAN = { resource: 'esim', operation: 'purchasePlan', planId: '={{ $json.id }}' };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: '={{ $json.id }}' };

async function ordered(
	parameters: INodeParameters,
	ids: string[],
	options: INodeParameters,
	more?: Partial<NodeRun>,
) {
	const all = { extIdMode: 'auto', ...parameters, options: { retries: 0, ...options } };
	return await order(all, {}, { items: ids.map((id) => ({ id })), ...more });
}

const catalogReads = () =>
	api.sandbox.state.requests.filter(({ path }) => /_(products|offers)$/.test(path)).length;

test.each([
	['card', CARD, '101', '5.00'],
	['eSIM', ESIM, 'esim-tr-1gb', '3.45'],
	['eSIM plan', PLAN, 'esim-tr-1gb', '3.45'],
	['gift card', GIFT, 'gift-music-5', '6.75'],
])('the limit of one %s holds to the last digit', async (_, parameters, id, price) => {
	const less = String(Number(price) - 0.01);
	const { message } = await ordered(parameters, [id], { maximumPerItem: less });
	expect(message).toMatch(
		`${String(Number(price))} USDT is more than Maximum per Item (${less} USDT)`,
	);
	expect(made()).toEqual([]);
	expect((await ordered(parameters, [id], { maximumPerItem: price })).items).toHaveLength(1);
});

test('the limit of a run counts each, and the catalog is read once', async () => {
	const ids = ['101', '102', '101'];
	const { message } = await ordered(CARD, ids, { maximumPerRun: '12.49' });
	expect(message).toMatch('The run would spend 12.5 USDT');
	expect(made()).toEqual([]);
	expect(catalogReads()).toBe(1);
	await ordered(CARD, ids, { maximumPerRun: '12.5' });
	expect(made()).toHaveLength(3);
	expect(catalogReads()).toBe(2);
});

test.each([
	['the price that is given', '7.01', '7', '7.01'],
	['the price of the catalog', '0.01', '4', '5'],
])('%s counts where it is the dearer one', async (_, price, maximumPerItem, counted) => {
	const { message } = await ordered(CARD, ['101'], { maximumPerItem, price });
	expect(message).toMatch(`${counted} USDT is more than`);
	expect(made()).toEqual([]);
});

test('without a limit, no catalog is read for a price that the answer shows', async () => {
	await ordered(CARD, ['101'], {});
	expect(catalogReads()).toBe(0);
});

test.each(['none such', 'a catalog that fails'])(
	'where nobody knows the price (%s), nothing is sent and the price is asked for',
	async (why) => {
		const fails = why === 'a catalog that fails';
		if (fails) api.sandbox.addFault({ match: { path: '/card_products' }, fault: '403' });
		const { message, description } = await ordered(CARD, [fails ? '101' : '9003'], {
			maximumPerItem: '5',
		});
		expect(message).toMatch('What this item costs is not known');
		expect(description).toMatch('set Price (USDT)');
		expect(made()).toEqual([]);
	},
);

describe('nobody knows the price, and the limits of the credential let nothing through', () => {
	const fields = { maximumPerOrder: '100' };
	const gift = { ...GIFT, extIdMode: 'auto', options: { retries: 0, price: '1' } };
	const items = [{ id: 'gift-music-5' }];

	test.each([
		'{"amount": "500"}',
		'{"order": {"Face value (EUR)": 500}}',
		'{"face": {"500": true}}',
	])('where the buyer says how much it is for (%s)', async (requiredFields) => {
		const parameters = { ...gift, additionalFields: { requiredFields } };
		const { message, sent } = await order(parameters, { fields }, { items });
		expect(message).toMatch('What this order costs is not known');
		expect(sent).toEqual([]);
	});

	test('but other words of the buyer change no price', async () => {
		const requiredFields = '{"email": "amount@example.com", "note": "any amount"}';
		const parameters = { ...gift, additionalFields: { requiredFields } };
		expect((await order(parameters, { fields }, { items })).items).toHaveLength(1);
	});

	test('where an ID stands twice, and once without a price', async () => {
		const twice = (list: unknown) => [
			...(list as unknown[]),
			{ offer_id: 'gift-music-5', price: '5', currency: 'GBP' },
		];
		const wrap = (given: unknown) =>
			JSON.stringify(given).includes('gift-fuel-40')
				? { offers: twice((given as { offers: unknown[] }).offers) }
				: given;
		const { message, sent } = await order(gift, { fields, wrap }, { items });
		expect(message).toMatch('What this order costs is not known');
		expect(sent).toEqual([]);
	});
});

describe('the summary', () => {
	test('says what was ordered and for how much', async () => {
		const { summary } = await ordered(CARD, ['101', '101'], {});
		expect(summary).toBe('2 cards ordered, 10.00 USDT.');
	});

	test('takes the price from the catalog where no answer shows it, and reads that once', async () => {
		const accepted = { status: 200, body: { status: 'pending' } };
		const parameters = { ...GIFT, extIdMode: 'auto', options: {} };
		const items = ['gift-music-5', 'gift-bookshop-10'].map((id) => ({ id }));
		const { summary } = await order(parameters, { orders: [accepted, accepted] }, { items });
		expect(summary).toBe('2 gift cards ordered, 16.90 USDT.');
		expect(catalogReads()).toBe(1);
	});

	test('leaves out what failed in a batch', async () => {
		const body = (offer: string, key: string) => ({ body: { offer_id: offer, ext_id: key } });
		const items = [body('gift-music-5', 'a'), body('no such offer', 'b')];
		const parameters = {
			...{ resource: 'batch', operation: 'create', extIdMode: 'auto', options: { retries: 0 } },
			items: JSON.stringify(items.map((item) => ({ op: 'gift_purchase', ...item }))),
		};
		const run = await order(parameters, {}, { onError: 'continueRegularOutput' });
		expect(run.summary).toMatch(/^1 order placed, 6\.75 USDT\.$/);
	});
});

test('one price is not taken for different things of a batch', async () => {
	const orders = ['gift-music-5', 'gift-bookshop-10'].map((offer) => ({ offer_id: offer }));
	const limits = { maximumPerItem: '14', price: '6.75' };
	const { message, description } = await ordered(batchOf(orders), ['-'], limits);
	expect(message).toContain('What this item costs is not known');
	expect(description).toContain('In a batch, one price is for orders of the same thing');
	expect(made()).toEqual([]);
});
