/** Proves what comes out of a list, and what is sent for a thing that was chosen or typed, and for a form. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { useApis, useOneAnswer } from './support/answers';
import { AS_TOOL, errorOf, hintsOf, type NodeRun, outputs, useNode } from './support/run-node';

const apis = useApis();
const one = useOneAnswer(apis);
const CARDS = { resource: 'card', operation: 'getAll' };
const LEDGER = { resource: 'ledger', operation: 'getAll', returnAll: true };
const SCREENINGS = { resource: 'kyt', operation: 'getAll', returnAll: true };
const OF_ADDRESS = { ...SCREENINGS, additionalFields: { address: TRON } };
const LINES = Array.from({ length: 7 }, (_, id) => ({ id }));

async function listed(answer: unknown, parameters: INodeParameters, more: Partial<NodeRun> = {}) {
	const run = await one(answer, { options: {}, ...parameters }, { item: { id: 1 }, ...more });
	return { items: (outputs(run)[0] ?? []).map(({ json }) => json), hints: hintsOf(run) };
}

const note = (asked = '') => ({
	note_for_agent: `The list is empty: the API returned no entries${asked}. An empty list does not mean that anything was checked.`,
});
const ENDS_HERE =
	'This page of the list is empty, but the API says that the list has more entries.';
const MORE = { note_for_agent: ENDS_HERE };
const CARDS_WHOLE = { ...CARDS, returnAll: true, options: { wholeAnswer: true } };
const KEPT = { ...SCREENINGS, options: { keepInput: true } };
const SHOWN = { card_id: 'c-1' };

test.each<[string, unknown, INodeParameters, IDataObject, IDataObject[]]>([
	['no screenings', [], SCREENINGS, note(), []],
	['no screenings of an address', [], OF_ADDRESS, note(' (filtered by address)'), []],
	['an empty page of a list that goes on', { checks: [], has_more: true }, SCREENINGS, MORE, []],
	['entries', [SHOWN], { ...CARDS, returnAll: true }, SHOWN, [SHOWN]],
	['the whole response', { cards: [] }, CARDS_WHOLE, { cards: [] }, [{ cards: [] }]],
	['none with Keep Input', [], KEPT, { id: 1, screening: note() }, []],
])('%s: to an AI agent, and to anybody else', async (_, answer, parameters, told, items) => {
	expect((await listed(answer, parameters, AS_TOOL)).items).toEqual([told]);
	expect((await listed(answer, parameters)).items).toEqual(items);
});

test.each([2, 7])('a Limit of %j', async (limit) => {
	const cut = { ...LEDGER, returnAll: false, limit };
	expect(await listed(LINES, cut)).toEqual({ items: LINES.slice(0, limit), hints: [] });
});

test('fields around a list are named, except the cursor that is followed', async () => {
	const answer = { lines: LINES, next_cursor: null, currency: 'USDT' };
	const hint = (names: string) => [
		`The response also contained ${names}. Turn on Whole Response under Options to see it.`,
	];
	expect((await listed(answer, LEDGER)).hints).toEqual(hint('next_cursor, currency'));
	const apiDifferences = { cursor: { response: 'next_cursor', request: 'cursor' } };
	const { hints } = await listed(answer, LEDGER, { credential: { apiDifferences } });
	expect(hints).toEqual(hint('currency'));
});

const { api, start: startNode } = useNode({ settleMs: 5 });
const OFFER = 'gift-bookshop-10';
const EMAIL = 'a@example.com';
const GIFT = { resource: 'giftCard', operation: 'purchase' };
const GAMES = { ...GIFT, offerId: 'gift-games-20' };
const CARD = { resource: 'card', operation: 'issue' };

const start = async (parameters: object, item: IDataObject = {}) =>
	errorOf(await startNode(parameters as INodeParameters, { items: [item] }));

/** What arrived at a path, without the idempotency keys. */
function sent(path: string): unknown[] {
	return api.contract.bodies(path).map((body) => {
		const { ext_id: extId, ...fields } = JSON.parse(body) as IDataObject;
		expect(extId).toEqual(expect.any(String));
		return fields;
	});
}

const located = (value: unknown, mode = 'list') => ({ __rl: true, mode, value });
const formOf = (value: IDataObject | null) => ({
	requiredFieldsForm: { mappingMode: 'defineBelow', value, schema: [], matchingColumns: [] },
});
const asJson = (requiredFields: unknown) => ({ additionalFields: { requiredFields } });
const FROM_ITEM = { email: '={{ $json.email }}' };
const BY_FORM = formOf({ email: EMAIL });
const BOOKS = { offer_id: OFFER };
const WITH_EMAIL = { offer_id: 'gift-games-20', required_fields: { email: EMAIL } };

test.each<[string, object, object]>([
	['an offer that is chosen', { ...GIFT, offerId: located(OFFER) }, BOOKS],
	['one that is typed', { ...GIFT, offerId: located(` ${OFFER} `, 'id') }, BOOKS],
	['one of an expression', { ...GIFT, offerId: located('={{ $json.offer }}', 'id') }, BOOKS],
	['one of an older expression', { ...GIFT, offerId: '={{ $json.offer }}' }, BOOKS],
	['an empty form', { ...GIFT, offerId: OFFER, ...formOf({ email: '' }) }, BOOKS],
	['a form', { ...GAMES, ...formOf({ email: EMAIL, note: '', other: null }) }, WITH_EMAIL],
	['a form of expressions', { ...GAMES, ...formOf(FROM_ITEM) }, WITH_EMAIL],
	['JSON', { ...GAMES, ...asJson(`{"email":"${EMAIL}"}`) }, WITH_EMAIL],
	['JSON beside an empty form', { ...GAMES, ...formOf(null), ...asJson(FROM_ITEM) }, WITH_EMAIL],
	['a form beside JSON', { ...GAMES, ...BY_FORM, ...asJson({ email: 'b' }) }, WITH_EMAIL],
])('%s is what is bought', async (_, parameters, body) => {
	expect((await start(parameters, { offer: OFFER, email: EMAIL })).message).toBe('');
	expect(sent('/api/purchase')).toEqual([body]);
});

test.each<object>([{ offerId: located('') }, {}])(
	'a missing offer (%j) is marked by n8n',
	async (given) => {
		await expect(start({ ...GIFT, ...given })).rejects.toThrow('Parameter "Offer" is required');
	},
);

test.each<[string, object]>([
	['Offer is empty', { offerId: located(' ', 'id') }],
	['Offer is empty for this item', { offerId: located('={{ $json.no }}', 'id') }],
	['Offer is empty for this item', { offerId: '={{ $json.no }}' }],
	[
		...(['Required Fields, email is empty for this item'] as const),
		{ ...GAMES, ...formOf({ email: '={{ $json.no }}' }) },
	],
])('a missing value is named: %s', async (said, given) => {
	const { message, description } = await start({ ...GIFT, ...given });
	expect(message).toBe(said);
	if (said.startsWith('Offer')) expect(description).not.toMatch('leave it empty');
	expect(api.sandbox.stats().requests).toEqual({});
});

test.each<[string, unknown, string]>([
	['a number', located(101), '101'],
	['digits, all of them', located('9223372036854775807', 'id'), '9223372036854775807'],
])('a card product that is %s is sent as an integer', async (_, svcProductId, digits) => {
	await start({ ...CARD, svcProductId });
	const [body] = api.contract.bodies('/api/pin/create_card');
	expect(body).toMatch(`"svc_product_id":${digits}`);
});

test('a catalog comes out by price, the cheapest offers first, also those of its last page', async () => {
	const offers = [
		{ offer_id: 'dear', price_usdt: '24.50' },
		{ offer_id: 'unpriced' },
		{ offer_id: 'cheap', price_usdt: '3.10' },
	];
	const credential = await apis.start((_, __, { cursor }) => ({
		status: 200,
		body: cursor
			? { offers: [{ offer_id: 'cheapest', price_usdt: '0.9' }] }
			: { offers, next_cursor: 'b' },
	}));
	const pages = { '*': { next: 'next_cursor', send: 'cursor' } };
	const parameters = { resource: 'esimOffer', operation: 'getAll', limit: 3, options: {} };
	const own = { ...credential, apiDifferences: JSON.stringify({ pages }) };
	const run = await startNode(parameters, { credential: own });
	expect((outputs(run)[0] ?? []).map(({ json }) => json.offer_id)).toEqual([
		...['cheapest', 'cheap', 'dear'],
	]);
});

describe('with amounts as numbers', () => {
	async function read(cards: IDataObject[], amountsAsNumbers: boolean) {
		return await listed({ cards }, { ...CARDS, returnAll: true, options: { amountsAsNumbers } });
	}

	test('a column becomes numbers if all of its texts are the same as numbers', async () => {
		const entries = [
			{ card_id: '17', balance: '24.50', price: { amount: '3', id: '07' }, balance_account: '42' },
			{ card_id: '18', balance: '3.10', price: { amount: '-0.1', currency: 'USDT' }, fee_ref: '1' },
		];
		expect((await read(entries, true)).items).toEqual([
			{ card_id: '17', balance: 24.5, price: { amount: 3, id: '07' }, balance_account: '42' },
			{ card_id: '18', balance: 3.1, price: { amount: -0.1, currency: 'USDT' }, fee_ref: '1' },
		]);
		expect((await read(entries, false)).items).toEqual(entries);
	});

	test('the kept input stays as it came', async () => {
		const options = { amountsAsNumbers: true, keepInput: true };
		const parameters = { ...CARDS, returnAll: true, options };
		const items = [{ amount: '1' }];
		const given = await listed({ cards: [{ balance: '2.50' }] }, parameters, { items });
		expect(given.items).toEqual([{ amount: '1', card: { balance: 2.5 } }]);
	});

	test.each(['0.1000000000000000055', '9007199254740993', 'about 5', '1e3', '007', '-01.5'])(
		'%s keeps its column text, and a hint says which',
		async (amount) => {
			const entries = [
				{ card_id: '1', balance: '1.5', fee: '2' },
				{ card_id: '2', balance: amount, fee: '3' },
			];
			const { items, hints } = await read(entries, true);
			expect(items).toEqual([
				{ card_id: '1', balance: '1.5', fee: 2 },
				{ card_id: '2', balance: amount, fee: 3 },
			]);
			expect(hints).toContain(
				'balance stayed text, because some values would lose digits as numbers.',
			);
		},
	);
});
