/** Proves that limits and the summary of a run know the price from the catalog, which is read once. */
import type { INodeParameters } from 'n8n-workflow';
import { batchOf } from './support/batch';
import { useOrders } from './support/orders';

const { api, order, made } = useOrders({ settleMs: 5 });
const ID = '={{ $json.id }}';
const CARD = { resource: 'card', operation: 'issue', svcProductId: ID };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: ID };
const PLAN = { resource: 'esim', operation: 'purchasePlan', planId: ID };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: ID };
const ACCEPTED = { status: 200, body: { status: 'pending' } };
const MUSIC = 'gift-music-5';

async function ordered(
	parameters: INodeParameters,
	ids: string[],
	options: INodeParameters = {},
	answers?: Parameters<typeof order>[1],
) {
	const all = { extIdMode: 'auto', ...parameters, options: { retries: 0, ...options } };
	return await order(all, answers, { items: ids.map((id) => ({ id })) });
}

const catalogReads = () =>
	api.sandbox.state.requests.filter(({ path }) => /_(products|offers)$/.test(path)).length;

test.each([
	['card', CARD, '101', '5.00'],
	['eSIM', ESIM, 'esim-tr-1gb', '3.45'],
	['eSIM plan', PLAN, 'esim-tr-1gb', '3.45'],
	['gift card', GIFT, MUSIC, '6.75'],
])('the limit of one %s holds to the last digit', async (_, parameters, id, price) => {
	const less = String(Number(price) - 0.01);
	const { message } = await ordered(parameters, [id], { maximumPerItem: less });
	expect(message).toMatch(
		`${String(Number(price))} USDT is more than Maximum per Item (${less} USDT)`,
	);
	expect(made()).toEqual([]);
	expect((await ordered(parameters, [id], { maximumPerItem: price })).items).toHaveLength(1);
});

test('the limit of a run counts each, and the catalog is read once, and without a limit not at all', async () => {
	const ids = ['101', '102', '101'];
	const { message } = await ordered(CARD, ids, { maximumPerRun: '12.49' });
	expect(message).toMatch('The run would spend 12.5 USDT');
	expect([made(), catalogReads()]).toEqual([[], 1]);
	await ordered(CARD, ids, { maximumPerRun: '12.5' });
	expect([made().length, catalogReads()]).toEqual([3, 2]);
	const { summary } = await ordered(CARD, ['101', '101']);
	expect(summary).toBe('2 cards ordered, 10.00 USDT.');
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

const TWO_THINGS = [MUSIC, 'gift-bookshop-10'].map((offer) => ({ offer_id: offer }));

test.each<[string, INodeParameters, string, INodeParameters, string]>([
	['none such', CARD, '9003', { maximumPerItem: '5' }, 'set Price (USDT)'],
	['a catalog that fails', GIFT, MUSIC, { maximumPerItem: '5' }, 'set Price (USDT)'],
	[
		...(['one price for two things', batchOf(TWO_THINGS), '-'] as const),
		...([{ maximumPerItem: '14', price: '6.75' }, 'In a batch, one price is for orders'] as const),
	],
])('where nobody knows the price (%s), nothing is sent', async (_, ...given) => {
	const [parameters, id, limit, said] = given;
	api.sandbox.addFault({ match: { path: '/gift_offers' }, fault: '403' });
	const { message, description } = await ordered(parameters, [id], limit);
	expect(message).toMatch('What this item costs is not known');
	expect(description).toContain(said);
	expect(made()).toEqual([]);
});

describe('under a limit of the credential', () => {
	const fields = { maximumPerOrder: '100' };
	const gift = (requiredFields: string) => ({ ...GIFT, additionalFields: { requiredFields } });

	test.each([
		'{"amount": "500"}',
		'{"order": {"Face value (EUR)": 500}}',
		'{"face": {"500": true}}',
	])('nobody knows the price where the buyer says how much it is for: %s', async (required) => {
		const { message, sent } = await ordered(gift(required), [MUSIC], { price: '1' }, { fields });
		expect(message).toMatch('What this order costs is not known');
		expect(sent).toEqual([]);
	});

	test('other words of the buyer change no price', async () => {
		const words = gift('{"email": "amount@example.com", "note": "any amount"}');
		expect((await ordered(words, [MUSIC], {}, { fields })).items).toHaveLength(1);
	});

	test('nobody knows it where an ID stands twice, and once without a price', async () => {
		const other = { offer_id: MUSIC, price: '5', currency: 'GBP' };
		const wrap = (given: unknown) =>
			JSON.stringify(given).includes('gift-fuel-40')
				? { offers: [...(given as { offers: unknown[] }).offers, other] }
				: given;
		const { message, sent } = await ordered(GIFT, [MUSIC], { price: '1' }, { fields, wrap });
		expect(message).toMatch('What this order costs is not known');
		expect(sent).toEqual([]);
	});
});

describe('the summary', () => {
	test('takes the price from the catalog where no answer shows it, and reads that once', async () => {
		const orders = [ACCEPTED, ACCEPTED];
		const { summary } = await ordered(GIFT, [MUSIC, 'gift-bookshop-10'], {}, { orders });
		expect(summary).toBe('2 gift cards ordered, 16.90 USDT.');
		expect(catalogReads()).toBe(1);
	});

	test('leaves out what failed in a batch', async () => {
		const keyed = [MUSIC, 'no such offer'].map((offer) => ({ offer_id: offer, ext_id: offer }));
		const run = await order(batchOf(keyed), {}, { onError: 'continueRegularOutput' });
		expect(run.summary).toMatch(/^1 order placed, 6\.75 USDT\.$/);
	});
});
