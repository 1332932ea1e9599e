/** Proves what the lists and the form of the panel show, over n8n's own context: entries, narrowing, and what went wrong. */
import { type INodeParameters, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ListMethod } from '../../nodes/PartnerSettlement/catalog/choices';
import { resourceMapping } from '../../nodes/PartnerSettlement/choices/gift-form';
import { listSearch } from '../../nodes/PartnerSettlement/choices/list-search';
import { Contract } from '../contract/support/partner';
import { useServers } from '../contract/support/servers';
import { useSandbox } from '../contract/support/use-sandbox';
import { ed25519, pem } from '../unit/support/keys';
import { panelContext } from './support/load-options';

const api = useSandbox({ settleMs: 5 });
const servers = useServers();

function list(
	method: ListMethod,
	{ filter, ...parameters }: INodeParameters & { filter?: string } = {},
	page?: string,
) {
	const context = panelContext({ ...api.contract.settings() }, parameters);
	return listSearch[method].call(context, filter, page);
}

async function names(...given: Parameters<typeof list>): Promise<string[]> {
	const { results } = await list(...given);
	return results.map(({ name }) => name);
}

/** The panel beside an API that answers every call with this. */
async function panelOf(answer: unknown) {
	const url = await servers.start((request, response) => {
		const body = request.url?.endsWith('/token') ? { token: 'opaque' } : answer;
		response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
	});
	const account = { partnerId: '1', keyId: 'key-1', privateKey: pem(ed25519.privateKey) };
	return panelContext({ apiUrl: url, baseUrl: url, ...account });
}

async function listOf(method: ListMethod, answer: unknown) {
	const { results } = await listSearch[method].call(await panelOf(answer));
	return results.map(({ name, value }) => [value, name]);
}

describe('of the sandbox', () => {
	test('eSIM offers: the cheapest first, and at the end what is not available', async () => {
		const { results } = await list('searchEsimOffers');
		expect(results[0]).toEqual({
			name: 'Germany 1 GB · DE · 7 days · 3.10 USDT',
			value: 'esim-de-1gb',
		});
		expect(results.at(-1)?.name).toMatch(/^United States 10 GB .* not available$/);
		expect(results.length).toBeGreaterThanOrEqual(12);
	});

	test('card products, by the ID that an order takes', async () => {
		const { results } = await list('searchCardProducts');
		expect(results).toContainEqual({ name: 'Virtual card, USD · 5.00 USDT', value: '101' });
	});

	test('cards, by their last digits and status', async () => {
		expect(await names('searchCards')).toEqual([]);
		const body = { svc_product_id: 101, ext_id: 'card-1' };
		const call = { method: 'POST', base: 'base', path: '/api/pin/create_card', body } as const;
		await api.contract.client().call({ ...call, retrySafety: 'idempotent' });
		expect(await names('searchCards')).toEqual([
			expect.stringMatching(/^card-\S+ · •••• \d{4} · /),
		]);
	});

	test('plans are the eSIM offers', async () => {
		expect(await names('searchEsimPlans')).toEqual(await names('searchEsimOffers'));
	});

	test.each([
		[{ listCountry: 'Germany' }, ['Germany 1 GB', 'Germany 3 GB', 'Germany 20 GB']],
		[{ listCountry: 'de', listMinimumData: 3 }, ['Germany 3 GB', 'Germany 20 GB']],
		[{ listMinimumData: 10 }, ['Türkiye 10 GB', 'Germany 20 GB', 'United States 10 GB']],
		[{ listCountry: '', listMinimumData: 20 }, ['Germany 20 GB']],
		[{ listCountry: { __rl: true, mode: 'list', value: 'TR' } }, ['Türkiye 1 GB', 'Türkiye 10 GB']],
		[{ listCountry: 'any', listMinimumData: 20 }, ['Germany 20 GB']],
	])('eSIM offers are narrowed by %j', async (narrowing, wanted) => {
		const shown = await names('searchEsimOffers', narrowing);
		expect(shown.map((name) => name.split(' · ')[0])).toEqual(wanted);
	});

	test('the countries to narrow by are those of the offers', async () => {
		const { results } = await list('searchCountries');
		expect(results[0]).toEqual({ name: 'Any Country', value: 'any' });
		expect(results).toContainEqual({ name: 'Türkiye (TR)', value: 'TR' });
		expect(results.length).toBe(new Set(results.map(({ value }) => value)).size);
		expect(await names('searchCountries', { filter: 'germ' })).toEqual([
			'Any Country',
			'Germany (DE)',
		]);
		expect(await list('searchCountries', { filter: 'Turkey' })).toEqual({ results });
	});

	test('a filter finds in the name, the country and the ID', async () => {
		expect(await names('searchEsimOffers', { filter: 'turkiye 10' })).toHaveLength(1);
		expect(await names('searchEsimOffers', { filter: 'esim-eu' })).toHaveLength(1);
		expect(await names('searchEsimOffers', { filter: 'nowhere' })).toEqual([]);
	});

	test('gift offers are found by their name and their country', async () => {
		expect(await names('searchGiftOffers', { filter: 'music' })).toHaveLength(2);
		const byCountry = await names('searchGiftOffers', { filter: 'germany' });
		expect(byCountry.length).toBeGreaterThan(1);
	});
});

describe('of an API of another shape', () => {
	const PLAIN = [
		['2', 'B · 1 USDT'],
		['1', 'A · 2 USDT'],
	];
	const OFFERS = [
		{ id: 1, name: 'A', price: 2 },
		{ id: 2, name: 'B', price: '1' },
	];

	test.each<[string, unknown]>([
		['a list', OFFERS],
		['a list in an object', { result: OFFERS, total: 2 }],
		['a list two levels down', { data: { items: OFFERS } }],
		['a list under data', { data: OFFERS, next: null }],
	])('%s', async (_, answer) => {
		expect(await listOf('searchEsimOffers', answer)).toEqual(PLAIN);
	});

	test('what is not available comes last, however cheap it is', async () => {
		const sold = { id: 0, name: 'Sold', price: '0.50', in_stock: false };
		expect(await listOf('searchGiftOffers', [sold, ...OFFERS])).toEqual([
			...PLAIN,
			['0', 'Sold · 0.50 USDT · not available'],
		]);
	});

	test.each<[string, unknown]>([
		['an empty list', []],
		['an empty list in an object', { offers: [], next: null }],
	])('%s shows nothing', async (_, answer) => {
		expect(await listOf('searchEsimOffers', answer)).toEqual([]);
	});

	test.each<[string, unknown]>([
		['nothing in the place of a list', { offers: null }],
		['nothing', {}],
		['a record with an ID', { id: 1, name: 'A' }],
		['two lists', { countries: [{ code: 'DE' }], offers: OFFERS }],
	])('%s is no list, which is said', async (_, answer) => {
		await expect(listOf('searchEsimOffers', answer)).rejects.toMatchObject({
			message: 'eSIM Offer: Get Many: no usable response (unexpected_answer)',
			description: expect.stringMatching(/It holds no list\. With By ID, the ID can be /) as string,
		});
	});

	test('names alone', async () => {
		expect(await listOf('searchCardProducts', ['101', '102'])).toEqual([
			['101', '101'],
			['102', '102'],
		]);
	});

	test('without any ID it says so', async () => {
		const failed = listOf('searchEsimOffers', [{ name: 'A' }]);
		await expect(failed).rejects.toThrow(/^The list holds no ID that can be read\. Choose By ID/);
	});

	test('a very long list comes in pages', async () => {
		const all = Array.from({ length: 250 }, (_, id) => ({ id, price: String(id + 1) }));
		const context = await panelOf(all);
		const seen: unknown[] = [];
		let page: string | undefined;
		do {
			const { results, paginationToken } = await listSearch.searchEsimOffers.call(
				context,
				undefined,
				page,
			);
			seen.push(...results.map(({ value }) => value));
			page = paginationToken;
		} while (page !== undefined);
		expect(seen).toEqual(all.map(({ id }) => String(id)));
	});
});

describe('what went wrong', () => {
	test('a scope that is missing is named, and that the ID can be typed', async () => {
		api.contract = await Contract.of(api.sandbox, { scopes: ['balance:read'] });
		const error: unknown = await list('searchEsimOffers').catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: expect.stringMatching(/^eSIM Offer: Get Many: /) as string,
			description: expect.stringMatching(/esim:\*.*With By ID, the ID can be typed\.$/s) as string,
		});
	});

	test('a field of the credential that is wrong is named in the one line that is shown', async () => {
		const context = panelContext({ ...api.contract.settings(), keyId: '' });
		const error: unknown = await listSearch.searchCards
			.call(context)
			.catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: expect.stringMatching(/^Key ID is empty/) as string });
	});

	test('a list of what was bought says how to get the ID', async () => {
		await expect(list('searchBought')).rejects.toThrow(/Choose By ID, and give the ID that /);
	});
});

describe('the form of a gift offer', () => {
	function formOf(offerId: unknown, credential = { ...api.contract.settings() }) {
		const parameters = { offerId } as INodeParameters;
		return resourceMapping.fieldsOfGiftOffer.call(panelContext(credential, parameters));
	}

	test('has what the offer asks for', async () => {
		const { fields } = await formOf({ __rl: true, mode: 'list', value: 'gift-games-50' });
		expect(fields).toMatchObject([
			{ id: 'email', displayName: 'Email of the player', required: true, type: 'string' },
			{ id: 'player_id', required: true, type: 'number' },
			{ id: 'server', required: false, type: 'options', options: [{ value: 'Europe' }, {}, {}] },
		]);
	});

	test('is there for an offer that only names its fields, and for an ID that was typed', async () => {
		expect((await formOf('gift-games-20')).fields).toMatchObject([{ id: 'email', required: true }]);
	});

	test.each([
		['', 'Choose an offer first.'],
		['gift-bookshop-10', 'This offer asks for nothing.'],
		['no-such-offer', /^The list does not say what this offer asks for\. /],
	])('of %j is a notice: %s', async (offerId, notice) => {
		const given = await formOf(offerId);
		expect(given.fields).toEqual([]);
		expect(given.emptyFieldsNotice).toMatch(notice);
	});

	test('says what went wrong', async () => {
		const { fields, emptyFieldsNotice } = await formOf('x', {
			...api.contract.settings(),
			keyId: '',
		});
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toMatch(/^Key ID is empty/);
	});
});
