import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodeType,
	NodeOperationError,
} from 'n8n-workflow';

import { redactSecrets, valueAt } from '../../../partner-api';
import type { ListMethod } from '../definition/choices';
import type { ResourceName } from '../definition/parameters';
import { findOperation } from '../operations';
import { catalogEntries } from './catalogs';
import { byPrice, type CatalogEntry, textIn } from './catalog-entry';

type Search = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

const PAGE = 100;

/** The lists for the action node's locators. */
export const listSearch: Record<ListMethod, Search> = {
	searchCardProducts: searchOf('cardProduct', '<svc>_product_id'),
	searchCards: searchOf('card', 'card_id'),
	searchEsimOffers: searchOf('esimOffer', 'offer_id'),
	searchEsimPlans: searchOf('esimOffer', 'plan_id'),
	searchGiftOffers: searchOf('giftOffer', 'offer_id'),
	searchBought,
};

function searchOf(resource: ResourceName, idName: string): Search {
	return async function (filter = '', paginationToken) {
		const { secrets } = findOperation(resource, 'getAll');
		const all = await catalogEntries(this, resource, idName);
		for (const entry of all) entry.given = redactSecrets(entry.given, secrets && 'goods');
		const words = plain(filter).split(/\s+/);
		const found = all.filter(({ given }) => {
			// The text includes the names of the fields, so that "gb" finds `data_gb`.
			const texts = plain(JSON.stringify(given));
			return words.every((word) => texts.includes(word));
		});
		return pageOf(this, found, Number(paginationToken ?? 0));
	};
}

/** In lower case and without accents, as people type. */
function plain(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{Mark}/gu, '')
		.trim()
		.toLowerCase();
}

/** The API has no list of purchases (section 4.9). */
async function searchBought(this: ILoadOptionsFunctions): Promise<INodeListSearchResult> {
	const message =
		'The API cannot list purchases. Choose By ID, and enter the ID that the purchase returned';
	return await Promise.reject(new NodeOperationError(this.getNode(), message));
}

/** @throws NodeOperationError if there are entries, but none with an ID to choose it by */
function pageOf(
	node: ILoadOptionsFunctions,
	entries: CatalogEntry[],
	start: number,
): INodeListSearchResult {
	const results = entries
		.filter(({ id }) => id !== undefined)
		.sort(byPrice)
		.map((entry) => ({ name: labelOf(entry), value: entry.id ?? '' }));
	if (results.length === 0 && entries.length > 0) {
		const message = 'The list has no readable ID. Choose By ID, and type the ID';
		throw new NodeOperationError(node.getNode(), message);
	}
	const end = start + PAGE;
	const paginationToken = end < results.length ? String(end) : undefined;
	return { results: results.slice(start, end), paginationToken };
}

/** An entry in one line, such as "Europe 5 GB · 12.90 USDT · esim-eu-5gb". */
function labelOf({ given, fields, price, ...own }: CatalogEntry): string {
	const [id = own.id, name = id] = [fields.id, fields.name].map(
		(place) => place && textIn(valueAt(given, place)),
	);
	return [name, price && `${price} USDT`, id !== name && id].filter(Boolean).join(' · ');
}
