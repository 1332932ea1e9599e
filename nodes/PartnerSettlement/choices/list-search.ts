import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { compareDecimals } from '../../../partner-api';
import type { ListMethod } from '../catalog/choices';
import { type Catalog, catalogEntries, foundGiftOffers } from './catalogs';
import type { CatalogEntry } from './catalog-entry';
import { entryLabel, holdsWords, mayHold, mayServe } from './entry-label';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

const PAGE = 100;

/** What the locators of the action node list. */
export const listSearch: Record<ListMethod, Search> = {
	searchCardProducts: searchOf({ resource: 'cardProduct', idName: '<svc>_product_id' }),
	searchCards: searchOf({ resource: 'card', idName: 'card_id' }),
	searchEsimOffers: searchOf({ resource: 'esimOffer', idName: 'offer_id' }, narrowed),
	searchEsimPlans: searchOf({ resource: 'esimOffer', idName: 'plan_id' }, narrowed),
	searchGiftOffers,
	searchEsims: neverListed('eSIMs', 'the esim_id that eSIM: Purchase put out'),
	searchPurchases: neverListed('purchases', 'the purchase_id that Gift Card: Purchase put out'),
};

/** Shortens a list by parameters of the panel. */
type Narrow = (node: ILoadOptionsFunctions, entries: CatalogEntry[]) => CatalogEntry[];

function searchOf(catalog: Catalog, narrow: Narrow = (_, entries) => entries): Search {
	return async function (filter, paginationToken) {
		const entries = narrow(this, await catalogEntries(this, catalog));
		return pageOf(this, matching(entries, filter), paginationToken);
	};
}

const GIFT_OFFERS: Catalog = { resource: 'giftOffer', idName: 'offer_id' };

/** Asks the API to search. Where it cannot, or finds nothing, the whole list is searched here. */
async function searchGiftOffers(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const found = filter === '' ? [] : await foundGiftOffers(this, filter).catch(() => []);
	if (found.length > 0) return pageOf(this, found, paginationToken);
	const all = await catalogEntries(this, GIFT_OFFERS);
	return pageOf(this, matching(all, filter), paginationToken);
}

/** The API has no list of what was bought (section 4.9). */
function neverListed(things: string, id: string): Search {
	return async function () {
		const message = `The API cannot list ${things}. Choose By ID, and give ${id}`;
		return await Promise.reject(new NodeOperationError(this.getNode(), message));
	};
}

function narrowed(node: ILoadOptionsFunctions, entries: CatalogEntry[]): CatalogEntry[] {
	const country = node.getCurrentNodeParameter('listCountry');
	const gigabytes = Number(node.getCurrentNodeParameter('listMinimumData') ?? 0);
	const wanted = typeof country === 'string' ? country.trim() : '';
	return entries.filter(
		(entry) =>
			(wanted === '' || mayServe(entry, wanted)) && !(gigabytes > 0 && !mayHold(entry, gigabytes)),
	);
}

function matching(entries: CatalogEntry[], filter = ''): CatalogEntry[] {
	return filter.trim() === '' ? entries : entries.filter((entry) => holdsWords(entry, filter));
}

/** @throws NodeOperationError where there are entries, but none with an ID to choose it by */
function pageOf(
	node: ILoadOptionsFunctions,
	entries: CatalogEntry[],
	paginationToken?: string,
): INodeListSearchResult {
	const results = entries
		.filter(({ id }) => id !== undefined)
		.sort(byPrice)
		.map((entry) => ({ name: entryLabel(entry), value: entry.id ?? '' }));
	if (results.length === 0 && entries.length > 0) {
		const message = 'The list holds no ID that can be read. Choose By ID, and type the ID';
		throw new NodeOperationError(node.getNode(), message);
	}
	const start = Number(paginationToken ?? 0);
	const end = start + PAGE;
	return {
		results: results.slice(start, end),
		...(end < results.length && { paginationToken: String(end) }),
	};
}

/** What can be bought first, then the cheapest, then by name. */
function byPrice(left: CatalogEntry, right: CatalogEntry): number {
	if (left.isAvailable !== right.isAvailable) return left.isAvailable ? -1 : 1;
	if (left.price === undefined || right.price === undefined) {
		if (left.price !== right.price) return left.price === undefined ? 1 : -1;
		return left.name.localeCompare(right.name);
	}
	return compareDecimals(left.price, right.price) || left.name.localeCompare(right.name);
}
