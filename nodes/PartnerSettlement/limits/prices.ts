import Big from 'big.js';

import { isJsonObject, PartnerApiError, resultOrFailure, textOf } from '../../../partner-api';
import { directCall } from '../definition/operation';
import { wireName } from '../definition/request-rules';
import { type CatalogEntry, QUOTE_FIELDS, readEntry } from '../lists/catalog-entry';
import { readCatalog } from '../lists/catalogs';
import { lookupLimitsOf } from '../run/call-options';
import type { RunItem } from '../run/run-item';

/** How long the catalog may take. Without it, the operator must enter a price, or a hint leaves the price out. */
const SECONDS = 15;
/** Used instead of the ID of a catalog entry: a quote is the price of any. */
const QUOTED = '';

/**
 * The price of one of the things that an item orders: the option Price or the live catalog, whichever is dearer. An AI
 * agent chooses freely, so a typed price says nothing about its order.
 *
 * @returns USDT decimal string; undefined if unknown
 */
export async function priceOf(item: RunItem): Promise<string | undefined> {
	const live = await livePriceOf(item);
	return item.run.isTool ? live : dearer(live, item.options.price);
}

/**
 * The API's price of one of the things that an item orders, from a catalog or its quote for a screening.
 *
 * @returns USDT decimal string; undefined if the API shows none
 */
export async function livePriceOf(item: RunItem): Promise<string | undefined> {
	const { run, orders } = item;
	const { priceList, quote } = run.operation;
	const [order] = orders;
	if (!order || (!priceList && !quote)) return undefined;
	// A buyer may choose the price by a number or a list (section 4.5): then no list shows the cost.
	if (/[[\p{N}]/u.test(textOf(order.fields.required_fields))) return undefined;
	const prices = await (run.prices ??= readPrices(item));
	const idName = priceList && wireName(priceList.id, run.settings.serviceCode);
	return prices.get(idName === undefined ? QUOTED : textOf(order.fields[idName]));
}

function dearer(left: string | undefined, right: string | undefined): string | undefined {
	if (left === undefined || right === undefined) return left ?? right;
	return new Big(left).gt(right) ? left : right;
}

/** @returns an empty map if they cannot be read, or are not shown */
async function readPrices(item: RunItem): Promise<ReadonlyMap<string, string>> {
	const read = await resultOrFailure(readEntries(item));
	const entries = read instanceof PartnerApiError ? [] : read;
	const prices = new Map<string, string>();
	// The dearest of those with the same ID: a limit must hold.
	for (const { id = '', price } of entries) {
		const most = dearer(prices.get(id), price);
		if (most !== undefined) prices.set(id, most);
	}
	// If one of them has no price, the price is unknown.
	for (const { id = '', price } of entries) if (price === undefined) prices.delete(id);
	return prices;
}

async function readEntries({ run, options }: RunItem): Promise<CatalogEntry[]> {
	const { client, settings, operation } = run;
	const limits = lookupLimitsOf(options, SECONDS);
	if (operation.priceList) {
		return await readCatalog(client, settings, operation.priceList, limits);
	}
	if (!operation.quote) return [];
	const { answer, response } = await client.ask(directCall(operation.quote), limits);
	if (!answer || answer.error) return [];
	const whole = isJsonObject(response) ? response : {};
	const { currency = null } = whole;
	// An object with a price of its own is not an envelope.
	const isPriced = Object.keys(whole).some((name) => /price|amount|cost|total|usdt/i.test(name));
	const quotes = [whole, ...(isPriced ? [] : [{ currency, ...answer.record }])].map((one) =>
		readEntry(one, QUOTE_FIELDS, true),
	);
	const price = quotes.find(({ fields }) => fields.price !== undefined)?.price;
	return [{ name: '', given: whole, fields: {}, price, id: QUOTED }];
}
