import Big from 'big.js';

import {
	type Dialect,
	isJsonObject,
	PartnerApiError,
	readAnswer,
	resultOrFailure,
	scalarText,
	textOf,
} from '../../../partner-api';
import { directCall } from '../definition/operation';
import { wireName } from '../definition/request-rules';
import { type CatalogEntry, quoteFields, readEntry } from '../lists/catalog-entry';
import { readCatalog } from '../lists/catalogs';
import { callLimitsOf } from '../run/call-options';
import type { Prices } from '../run/context';
import type { RunItem } from '../run/run-item';

/**
 * How long an attempt to read the catalog may take. Without the catalog, the operator must enter a price, or a hint
 * leaves the price out.
 */
const SECONDS = 15;
/** Used instead of the ID of a catalog entry, because a quote is the price of any screening. */
const QUOTED = '';
/** Details of a person (section 4.5). They choose no price. */
const PERSONAL = /(?:^|_)(?:email|phone|phone_number|first_name|last_name|birth_date|country)$/i;

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
	if (!order || (!priceList && !quote) || isPriceChosen(item)) return undefined;
	const { byId: prices } = await (run.prices ??= readPrices(item));
	const idName = priceList && wireName(priceList.id, run.settings.serviceCode);
	return prices.get(idName === undefined ? QUOTED : textOf(order.fields[idName]));
}

/** Whether a buyer may choose the price by a number or a list (section 4.5). Then no catalog shows the cost. */
function isPriceChosen({ orders: [order] }: RunItem): boolean {
	const { required_fields: filled = {} } = order?.fields ?? {};
	const entries = Object.entries(isJsonObject(filled) ? filled : { filled });
	const others = entries.filter(
		([name, value]) => scalarText(value) === undefined || !PERSONAL.test(name),
	);
	return others.some(([name, value]) => /[[\p{N}]/u.test(name + textOf(value)));
}

function dearer(left: string | undefined, right: string | undefined): string | undefined {
	if (left === undefined || right === undefined) return left ?? right;
	return new Big(left).gt(right) ? left : right;
}

/** Why the cost of an order is unknown, after `livePriceOf`: " (the price could not be read: timeout)"; empty if the API shows none. */
export async function whyUnknown(item: RunItem): Promise<string> {
	if (isPriceChosen(item)) return ' (a number or a list in Required Fields may choose the price)';
	const { failure } = (await item.run.prices) ?? {};
	return failure ? ` (the price could not be read: ${failure.code})` : '';
}

async function readPrices(item: RunItem): Promise<Prices> {
	const entries = await resultOrFailure(readEntries(item));
	if (entries instanceof PartnerApiError) return { byId: new Map(), failure: entries };
	const prices = new Map<string, string>();
	// Of entries with the same ID, the dearest counts, so that a limit holds.
	for (const { id = '', price } of entries) {
		const most = dearer(prices.get(id), price);
		if (most !== undefined) prices.set(id, most);
	}
	// If one of them has no price, the price is unknown.
	for (const { id = '', price } of entries) if (price === undefined) prices.delete(id);
	return { byId: prices };
}

async function readEntries({ run, options }: RunItem): Promise<CatalogEntry[]> {
	const { client, settings, operation } = run;
	const limits = { ...callLimitsOf(options), attemptMs: SECONDS * 1000 };
	if (operation.priceList) {
		return await readCatalog(client, settings, operation.priceList, limits);
	}
	if (!operation.quote) return [];
	const { answer, response, failure } = await client.ask(directCall(operation.quote), limits);
	if (failure) throw failure;
	if (answer.error) return [];
	const price = quotedPrice(response, settings.dialect);
	return [{ name: '', given: response, fields: {}, price, id: QUOTED }];
}

/** The price in the response to a quote: a USDT decimal string; undefined if there is none. */
export function quotedPrice(response: unknown, dialect: Dialect): string | undefined {
	const whole = isJsonObject(response) ? response : {};
	const { currency = null } = whole;
	// An object with a price of its own is not an envelope.
	const isPriced = Object.keys(whole).some((name) => /price|amount|cost|total|usdt/i.test(name));
	const quotes = [
		whole,
		...(isPriced ? [] : [{ currency, ...readAnswer(response, dialect).record }]),
	].map((one) => readEntry(one, quoteFields(dialect), true));
	return quotes.find(({ fields }) => fields.price !== undefined)?.price;
}
