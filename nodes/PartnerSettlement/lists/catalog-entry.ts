import {
	type CatalogFields,
	type Dialect,
	isAbsent,
	isJsonObject,
	valueAt,
} from '../../../partner-api';
import { listName, type Operation } from '../definition/operation';

/**
 * One entry of a catalog or list. The API document does not show their shapes (section 2.10), so ID and price may be
 * absent.
 */
export interface CatalogEntry {
	/** The ID that an order takes; a number keeps its digits. */
	id?: string;
	/** The API's name for it; its ID if it has no name. */
	name: string;
	/** USDT decimal string. */
	price?: string;
	/** As the API gave it, for the search. */
	given: unknown;
	/** The fields that a gift offer asks for, as the API gives them. */
	requiredFields?: unknown;
	/** The fields that hold ID, name and price, by the API's own names. */
	fields: Partial<Record<'id' | 'name' | 'price', string>>;
}

/** Where to look for ID, name, price and currency: the first place with a value counts. */
export type EntryFields = Record<keyof CatalogFields, readonly string[]>;

/** Names of a currency next to a price. */
const CURRENCY = /currency|ccy|asset|coin|token|^unit$|denominat/i;
const PRICE_NAMES = ['price_usdt', 'price'];
/** The digits are limited, because comparing very long numbers takes a long time. */
const PRICE = /^(\d{1,100}(?:\.\d{1,100})?)(?:\s*USDT)?$/i;

/**
 * The places of a catalog's fields: from API Differences, otherwise as section 4 names them.
 *
 * @param read the operation that lists it
 * @param idName the API's name of the wanted ID, such as `plan_id`
 */
export function catalogFields({ catalogs }: Dialect, read: Operation, idName: string): EntryFields {
	const list = listName(read);
	const told = (list && catalogs[list]) ?? catalogs['*'] ?? {};
	// A plan is one of the offers. An ID of its own comes first.
	const isPlan = idName === 'plan_id';
	const id = placesOf(told.id, isPlan ? ['offer_id', 'id'] : [idName, 'id']);
	return {
		id: isPlan ? [idName, ...id] : id,
		name: placesOf(told.name, ['name', 'title']),
		price: placesOf(told.price, PRICE_NAMES),
		currency: placesOf(told.currency),
	};
}

/** Where a quote of a screening shows its price (section 4.5). */
export function quoteFields({ catalogs: { kyt_quote: told = {} } }: Dialect): EntryFields {
	const { price, currency } = told;
	return { id: [], name: [], price: placesOf(price, PRICE_NAMES), currency: placesOf(currency) };
}

function placesOf(name: string | undefined, otherwise: string[] = []): string[] {
	return name ? [name] : otherwise;
}

/**
 * Reads an entry of a catalog or list.
 *
 * @param given as the API gave it
 * @param mayBeFree whether 0 is a price; for an offer, 0 means that its price is unknown
 */
export function readEntry(given: unknown, names: EntryFields, mayBeFree = false): CatalogEntry {
	const entry = isJsonObject(given) ? given : { id: given };
	const place = (part: 'id' | 'name' | 'price') =>
		names[part].find((one) => !isAbsent(valueAt(entry, one)));
	const [idPlace, namePlace, pricePlace] = [place('id'), place('name'), place('price')];
	const id = textIn(idPlace && valueAt(entry, idPlace));
	const shown = pricePlace === undefined ? undefined : priceIn(entry, pricePlace, names.currency);
	return {
		id,
		name: textIn(namePlace && valueAt(entry, namePlace)) ?? id ?? '',
		price: mayBeFree || Number(shown) > 0 ? shown : undefined,
		given,
		requiredFields: valueAt(entry, 'required_fields'),
		fields: { id: idPlace, name: namePlace, price: pricePlace },
	};
}

/** The cheapest first, then by name; entries without a price come last. */
export function byPrice(left: CatalogEntry, right: CatalogEntry): number {
	const [one, other] = [left, right].map(({ price = Infinity }) => Number(price));
	return Number(one) - Number(other) || left.name.localeCompare(right.name);
}

/** The entries of a catalog, as the API gave them, by price. */
export function sortedByPrice(
	entries: readonly unknown[],
	dialect: Dialect,
	read: Operation,
): unknown[] {
	const fields = catalogFields(dialect, read, 'offer_id');
	const offers = entries.map((entry) => readEntry(entry, fields));
	return offers.sort(byPrice).map(({ given }) => given);
}

/** A text, a number, or the `name` or `code` in an object such as `{"code": "EUR"}`. */
export function textIn(value: unknown): string | undefined {
	if (isJsonObject(value)) return textIn(value.name ?? value.code);
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText ? String(value).trim() || undefined : undefined;
}

/** A price in USDT (section 1, rule 9). If any other currency is next to it, there is no price. */
function priceIn(entry: unknown, place: string, currencies: readonly string[]): string | undefined {
	const value = valueAt(entry, place);
	const isNamed = /usdt/i.test(place);
	const amount = isJsonObject(value) ? (value.amount ?? value.value) : value;
	const holder = place.includes('.') ? valueAt(entry, place.replace(/\.[^.]*$/, '')) : entry;
	const told = currencies.map((one) => valueAt(entry, one));
	const beside = isNamed ? told : [...currenciesIn(holder), ...told];
	// Any other text next to an amount may be its currency.
	const within = isJsonObject(value) ? Object.values(value).filter((one) => one !== amount) : [];
	const others = [...beside, ...within].filter((one) => !isAbsent(one));
	if (others.some((one) => textIn(one)?.toUpperCase() !== 'USDT')) return undefined;
	const price = amountIn(amount);
	return price !== undefined && !isNamed && showsMoreUsdt(holder, price) ? undefined : price;
}

function amountIn(value: unknown): string | undefined {
	return PRICE.exec(textIn(value) ?? '')?.[1];
}

/** Whether a field names USDT and holds a larger amount: then the price beside it may be in something else. */
function showsMoreUsdt(holder: unknown, price: string): boolean {
	const amounts = Object.entries(isJsonObject(holder) ? holder : {}).filter(([name]) =>
		/usdt/i.test(name),
	);
	return amounts.some(([, value]) => Number(amountIn(value) ?? 0) > Number(price));
}

function currenciesIn(holder: unknown): unknown[] {
	if (!isJsonObject(holder)) return [];
	return Object.keys(holder)
		.filter((name) => CURRENCY.test(name))
		.map((name) => holder[name]);
}
