/** Proves what the lists and the form of the panel show, over n8n's own context: entries, searches, and what went wrong. */
import { type INodeParameters, NodeApiError } from 'n8n-workflow';
import type { ListMethod } from '../../nodes/PartnerSettlement/definition/choices';
import { resourceMapping } from '../../nodes/PartnerSettlement/lists/gift-form';
import { listSearch } from '../../nodes/PartnerSettlement/lists/list-search';
import { Contract } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';
import { ok, useApis } from './support/answers';
import { panelContext } from './support/contexts';

const api = useSandbox({ settleMs: 5 });
const apis = useApis();

const list = async (method: ListMethod, filter?: string) =>
	await listSearch[method].call(panelContext(api.contract.credential()), filter);

/** The panel beside an API that answers every call with this. */
const panelOf = async (answer: unknown) => panelContext(await apis.start(() => ok(answer)));

async function offersOf(answer: unknown) {
	const { results } = await listSearch.searchEsimOffers.call(await panelOf(answer));
	return results.map(({ name, value }) => [value, name]);
}

test.each<[ListMethod, string, string]>([
	['searchEsimOffers', 'esim-de-1gb', 'Germany 1 GB · 3.10 USDT · esim-de-1gb'],
	['searchEsimPlans', 'esim-de-1gb', 'Germany 1 GB · 3.10 USDT · esim-de-1gb'],
	['searchCardProducts', '101', 'Virtual card, USD · 5.00 USDT · 101'],
])('%s shows name, price and the ID that an order takes', async (method, value, name) => {
	expect((await list(method)).results).toContainEqual({ name, value });
});

test.each<[string, ListMethod, string[]]>([
	['turkey 1 gb', 'searchEsimOffers', ['esim-tr-1gb', 'esim-tr-10gb']],
	[' GERMANY  20 ', 'searchEsimOffers', ['esim-de-20gb']],
	['turkey 9', 'searchEsimOffers', []],
	['germany data_mb 20480', 'searchEsimOffers', ['esim-de-20gb']],
	['Cinéma', 'searchGiftOffers', ['gift-cinema-15', 'gift-cinema-30']],
])('the search %j of %s finds in all texts of an entry', async (filter, method, wanted) => {
	const { results } = await list(method, filter);
	expect(results.map(({ value }) => value)).toEqual(wanted);
});

test('a list and its search tell no digit of a number that is masked in the output', async () => {
	const apiDifferences = { catalogs: { cards: { name: 'pan' } } };
	const body = { cards: [{ card_id: 'c-1', pan: '5105105105104242' }] };
	const panel = panelContext({ ...(await apis.start(() => ok(body))), apiDifferences });
	const found = async (filter: string) =>
		(await listSearch.searchCards.call(panel, filter)).results.map(({ name }) => name);
	expect(await found('pan')).toEqual(['••••••••4242 · c-1']);
	expect(await found('510')).toEqual([]);
});

describe('of an API of another shape', () => {
	const OFFERS = [
		{ id: 1, name: 'A', price: 2 },
		{ id: 2, name: 'B', price: '1' },
	];

	test('the cheapest is first, of equal prices the first by name, and one without a price last', async () => {
		const more = [
			{ id: 0, name: 'Free' },
			{ id: 3, name: 'C', price: '1.0' },
		];
		const shown = [
			['2', 'B · 1 USDT · 2'],
			['3', 'C · 1.0 USDT · 3'],
			['1', 'A · 2 USDT · 1'],
			['0', 'Free · 0'],
		];
		expect(await offersOf({ data: [...more, ...OFFERS], next: null })).toEqual(shown);
		expect(await offersOf({ offers: [], next: null })).toEqual([]);
	});

	const NO_LIST = {
		message: 'eSIM Offer: Get Many: no usable response (unexpected_answer)',
		description: expect.stringMatching(
			/It holds no list, or several: .* envelope .*\. You can also choose By ID/,
		),
	};
	test.each<[string, unknown, object]>([
		['two lists', { countries: [{ code: 'DE' }], offers: OFFERS }, NO_LIST],
		['no ID', [{ name: 'A' }], { message: expect.stringMatching(/^The list has no readable ID/) }],
	])('where there is %s, that is said', async (_, answer, said) => {
		await expect(offersOf(answer)).rejects.toMatchObject(said);
	});

	test('a very long list comes in pages', async () => {
		const all = Array.from({ length: 250 }, (_, id) => ({ id, price: String(id + 1) }));
		const { searchEsimOffers } = listSearch;
		const context = await panelOf(all);
		const seen: unknown[] = [];
		let page: string | undefined;
		do {
			const { results, paginationToken } = await searchEsimOffers.call(context, undefined, page);
			seen.push(...results.map(({ value }) => value));
			page = paginationToken;
		} while (page !== undefined);
		expect(seen).toEqual(all.map(({ id }) => String(id)));
	});
});

test('a scope that is missing is named, and that the ID can be typed', async () => {
	api.contract = await Contract.of(api.sandbox, { scopes: ['balance:read'] });
	const error: unknown = await list('searchEsimOffers').catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message: expect.stringMatching(/^eSIM Offer: Get Many: /),
		description: expect.stringMatching(/esim:\*.*You can also choose By ID and type the ID\.$/s),
	});
	await expect(list('searchBought')).rejects.toThrow(/Choose By ID, and enter the ID that /);
});

describe('the form of a gift offer', () => {
	function formOf(offerId: unknown, change = {}) {
		const credential = { ...api.contract.credential(), ...change };
		const context = panelContext(credential, { offerId } as INodeParameters);
		return resourceMapping.fieldsOfGiftOffer.call(context);
	}

	const GAMES = { __rl: true, mode: 'list', value: 'gift-games-50' };

	// What each of them is like: test/unit/nodes/PartnerSettlement/lists/gift-form.test.ts.
	test.each<[unknown, object, string, RegExp | undefined]>([
		[GAMES, {}, 'email player_id server', undefined],
		['', {}, '', undefined],
		['gift-bookshop-10', {}, '', undefined],
		['no-such-offer', {}, '', /^The list does not say which details this offer needs\. /],
		['x', { keyId: '' }, '', /^Key ID is empty/],
	])('of %j, with %j in the credential, has %j: %s', async (offerId, change, ids, notice) => {
		const { fields, emptyFieldsNotice } = await formOf(offerId, change);
		expect(fields.map(({ id }) => id).join(' ')).toBe(ids);
		expect(emptyFieldsNotice).toEqual(notice && expect.stringMatching(notice));
	});
});
