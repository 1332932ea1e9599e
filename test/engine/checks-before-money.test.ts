/** Proves what is checked before money moves, what a balance and limits stop on the way, and that limits know the price of the catalog. */
import type { INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { batchOf, useOrders, WITHDRAWAL } from './support/orders';
import { ON } from './support/run-node';

const { api, order, made } = useOrders({ kytDelayMs: 5, settleMs: 5 });
const OWN = {
	...{ ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}', options: {} },
	toAddress: `={{ $json.to ?? "${TRON}" }}`,
};
const itemsOf = (...all: [id: string, amount: string][]) => ({
	items: all.map(([id, amount]) => ({ id, amount })),
});

test.each([
	['different orders', '2'],
	['equal orders', '1'],
])(
	'the same ext_id for %s is refused, and where the run goes on, the other is sent',
	async (_, amount) => {
		const items = itemsOf(['a', '1'], ['b', '1'], ['a', amount]);
		const { message, description } = await order(OWN, {}, items);
		expect(message).toBe('Several orders in this run have the ext_id a');
		expect(description).toMatch(
			/its own number.*Remove Duplicates.*None of the 3 items was sent\. Items with a mistake: items 0, 2\./,
		);
		expect(made()).toEqual([]);
		const failed = { details: { outcome: 'not_sent', ext_id: 'a' } };
		const run = await order(OWN, {}, { ...items, ...ON });
		expect(run.items).toMatchObject([failed, { ext_id: 'b' }, failed]);
		expect(made()).toEqual(['b']);
	},
);

test('a run beyond its maximum sends nothing, to the last digit, whatever price a workflow holds', async () => {
	const items = itemsOf(['g-0', '5'], ['g-1', '6'], ['g-2', '5.000000000000000001']);
	const within = (maximumPerRun: string) => ({ ...OWN, options: { maximumPerRun, price: '100' } });
	for (const more of [{}, ON]) {
		await order(within('16'), {}, { ...items, ...more });
		expect(made()).toEqual([]);
	}
	await order(within('16.000000000000000001'), {}, { ...items, ...ON });
	expect(made()).toEqual(['g-0', 'g-1', 'g-2']);
});

test('a refusal before any lookup speaks only of its own run if an earlier one may have used the number', async () => {
	const one = itemsOf(['paid', '1']);
	await order(OWN, {}, one);
	expect(made()).toEqual(['paid']);
	const options = { maximumPerItem: '0.5' };
	const again = await order({ ...OWN, options }, {}, one);
	expect(again.description).toBe('Not sent: this attempt spent nothing.');
	const twice = await order(OWN, {}, { ...itemsOf(['paid', '1'], ['paid', '1']), ...ON });
	for (const { message } of twice.items) expect(message).toMatch(/^Not sent: this attempt spent/);
	const automatic = await order({ ...WITHDRAWAL, options });
	expect(automatic.description).toBe('Not sent: nothing was spent.');
	expect(made()).toEqual(['paid']);
});

const ID = '={{ $json.id }}';
const CARD = { resource: 'card', operation: 'issue', svcProductId: ID };
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

test('the limit of a run counts each, and the catalog is read once, and without a limit not at all', async () => {
	const ids = ['101', '102', '101'];
	const { message } = await ordered(CARD, ids, { maximumPerRun: '12.49' });
	expect(message).toMatch('The items together would spend 12.5 USDT');
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
])('%s counts if it is the higher one', async (_, price, maximumPerItem, counted) => {
	const { message } = await ordered(CARD, ['101'], { maximumPerItem, price });
	expect(message).toMatch(`${counted} USDT is more than`);
	expect(made()).toEqual([]);
});

const TWO_THINGS = [MUSIC, 'gift-bookshop-10'].map((offer) => ({ offer_id: offer }));

test.each<[string, INodeParameters, string, INodeParameters, string]>([
	['none such', CARD, '9003', { maximumPerItem: '5' }, 'Enter Price (USDT)'],
	['a catalog that fails', GIFT, MUSIC, { maximumPerItem: '5' }, 'retry if the price could not'],
	[
		...(['one price for two things', batchOf(TWO_THINGS), '-'] as const),
		...([
			{ maximumPerItem: '14', price: '6.75' },
			'In a batch, one price counts for every order',
		] as const),
	],
])('if the price is unknown (%s), nothing is sent', async (_, ...given) => {
	const [parameters, id, limit, said] = given;
	api.sandbox.addFault({ match: { path: '/gift_offers' }, fault: '403' });
	const { message, description } = await ordered(parameters, [id], limit);
	expect(message).toMatch('The cost of this item is unknown');
	const isUnread = message.includes('(the price could not be read: not_allowed)');
	expect(isUnread).toBe(parameters === GIFT);
	expect(description).toContain(said);
	expect(made()).toEqual([]);
});

test('a lost response to the read of the price is asked for again', async () => {
	api.sandbox.addFault({ match: { path: '/gift_offers', times: 1 }, fault: 'closed_after_commit' });
	const { message } = await ordered(GIFT, [MUSIC], { maximumPerItem: '50', retries: 1 });
	expect(message).toBe('');
	expect(made()).toHaveLength(1);
});

describe('under a limit of the credential', () => {
	const fields = { maximumPerOrder: '100' };
	const gift = (requiredFields: string) => ({ ...GIFT, additionalFields: { requiredFields } });

	const CHOSEN =
		"The cost of this order is unknown (a number or a list in Required Fields may choose the price), so the credential's limits can't be checked";

	test.each([
		['{"amount": "500"}', CHOSEN],
		['{"order": {"Face value (EUR)": 500}}', CHOSEN],
		['{"phone": ["one", "two"]}', CHOSEN],
		['{"phone": "+49 151 2345678", "recipient_email": "anna90@example.com"}', ''],
	])('the price is unknown if the buyer may choose the amount: %s', async (required, why) => {
		const { message, sent } = await ordered(gift(required), [MUSIC], { price: '1' }, { fields });
		expect(message).toBe(why);
		expect(sent).toHaveLength(why === '' ? 1 : 0);
	});
});

test('the summary takes the price from the catalog if no response shows it, and reads the catalog once', async () => {
	const orders = [ACCEPTED, ACCEPTED];
	const { summary } = await ordered(GIFT, [MUSIC, 'gift-bookshop-10'], {}, { orders });
	expect(summary).toBe('2 gift cards ordered, 16.90 USDT.');
	expect(catalogReads()).toBe(1);
});
