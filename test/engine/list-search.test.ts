/** Proves what the lists and the form of the panel show, over n8n's own context: entries, searches, and what went wrong. */
import { type INodeParameters, NodeApiError } from 'n8n-workflow';
import type { ListMethod } from '../../nodes/PartnerSettlement/definition/choices';
import { resourceMapping } from '../../nodes/PartnerSettlement/lists/gift-form';
import { listSearch } from '../../nodes/PartnerSettlement/lists/list-search';
import { Contract } from '../support/partner';
import { useServers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';
import { ed25519, pem } from '../support/keys';
import { panelContext } from './support/load-options';

const api = useSandbox({ settleMs: 5 });
const servers = useServers();

function list(method: ListMethod, { filter }: { filter?: string } = {}) {
	return listSearch[method].call(panelContext({ ...api.contract.credential() }), filter);
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

async function listOf(method: ListMethod, answer: unknown, filter?: string) {
	const { results } = await listSearch[method].call(await panelOf(answer), filter);
	return results.map(({ name, value }) => [value, name]);
}

describe('of the sandbox', () => {
	test('eSIM offers: name, price and ID, the cheapest first', async () => {
		const { results } = await list('searchEsimOffers');
		expect(results[0]).toEqual({
			name: 'Germany 1 GB · 3.10 USDT · esim-de-1gb',
			value: 'esim-de-1gb',
		});
		expect(results.at(-1)?.name).toBe('Germany 20 GB · 24.50 USDT · esim-de-20gb');
		expect(results.length).toBeGreaterThanOrEqual(12);
	});

	test('card products, by the ID that an order takes', async () => {
		const { results } = await list('searchCardProducts');
		expect(results).toContainEqual({ name: 'Virtual card, USD · 5.00 USDT · 101', value: '101' });
	});

	test('cards, by their ID', async () => {
		expect(await names('searchCards')).toEqual([]);
		const body = { svc_product_id: 101, ext_id: 'card-1' };
		const call = { method: 'POST', base: 'base', path: '/api/pin/create_card', body } as const;
		await api.contract.client().call({ ...call, retrySafety: 'idempotent' });
		expect(await names('searchCards')).toEqual([expect.stringMatching(/^card-[\w-]+$/)]);
	});

	test.each<[string, ListMethod, string[]]>([
		['turkey 1 gb', 'searchEsimOffers', ['esim-tr-1gb', 'esim-tr-10gb']],
		[' GERMANY  20 ', 'searchEsimOffers', ['esim-de-20gb']],
		['turkey 9', 'searchEsimOffers', []],
		['cinema fr', 'searchGiftOffers', ['gift-cinema-30']],
		['Cinéma', 'searchGiftOffers', ['gift-cinema-15', 'gift-cinema-30']],
	])('the search %j of %s finds in all texts of an entry', async (filter, method, wanted) => {
		const { results } = await list(method, { filter });
		expect(results.map(({ value }) => value)).toEqual(wanted);
	});
});

describe('of an API of another shape', () => {
	const PLAIN = [
		['2', 'B · 1 USDT · 2'],
		['1', 'A · 2 USDT · 1'],
	];
	const OFFERS = [
		{ id: 1, name: 'A', price: 2 },
		{ id: 2, name: 'B', price: '1' },
	];

	test.each<[string, unknown]>([
		['a list', OFFERS],
		['a list under data', { data: OFFERS, next: null }],
	])('%s', async (_, answer) => {
		expect(await listOf('searchEsimOffers', answer)).toEqual(PLAIN);
	});

	test('the one without a price comes last, and of equal prices the first by name', async () => {
		const more = [
			{ id: 0, name: 'Free' },
			{ id: 3, name: 'C', price: '1.0' },
		];
		expect(await listOf('searchGiftOffers', [...more, ...OFFERS])).toEqual([
			['2', 'B · 1 USDT · 2'],
			['3', 'C · 1.0 USDT · 3'],
			['1', 'A · 2 USDT · 1'],
			['0', 'Free · 0'],
		]);
	});

	test.each<[string, unknown]>([
		['in several fields', { id: 1, name: 'Plan', region: { name: 'Turkiye' }, data_gb: 5 }],
		['at the end of a long entry', { id: 1, about: 'x'.repeat(5000), text: 'Türkiye, 5 GB' }],
	])('a search finds its words %s', async (_, entry) => {
		const offers = [entry, { id: 2, name: 'Germany 5 GB' }];
		const found = await listOf('searchEsimOffers', offers, 'turkiye 5 gb');
		expect(found.map(([id]) => id)).toEqual(['1']);
	});

	test.each<[string, unknown]>([['an empty list', []]])('%s shows nothing', async (_, answer) => {
		expect(await listOf('searchEsimOffers', answer)).toEqual([]);
	});

	test.each<[string, unknown]>([
		['nothing', {}],
		['two lists', { countries: [{ code: 'DE' }], offers: OFFERS }],
	])('%s is no list, which is said', async (_, answer) => {
		await expect(listOf('searchEsimOffers', answer)).rejects.toMatchObject({
			message: 'eSIM Offer: Get Many: no usable response (unexpected_answer)',
			description: expect.stringMatching(/It holds no list\. With By ID, the ID can be /) as string,
		});
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
});

describe('the form of a gift offer', () => {
	function formOf(offerId: unknown, credential = { ...api.contract.credential() }) {
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

	test.each(['', 'gift-bookshop-10'])('of %j is empty, without a notice', async (offerId) => {
		expect(await formOf(offerId)).toEqual({ fields: [] });
	});

	test('of an offer that the list does not show is a notice', async () => {
		const { fields, emptyFieldsNotice } = await formOf('no-such-offer');
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toMatch(/^The list does not say what this offer asks for\. /);
	});
});
