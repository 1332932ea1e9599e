import { ASSUMPTIONS, isJsonObject } from '../../../partner-api';
import { isAbsent } from '../definition/fields';

/** One entry of a catalog or list. The API's document does not show their shapes (section 2.10): what is not found is absent. */
export interface CatalogEntry {
	/** What an order takes for it; a number keeps its digits. */
	id?: string;
	/** As the API calls it; its ID where it has no name. */
	name: string;
	/** USDT decimal string. */
	price?: string;
	/** As the API gave it, to be searched. */
	given: unknown;
	/** What a gift offer asks for, as the API gives it. */
	requiredFields?: unknown;
	/** The fields in which ID, name and price stand, by the API's own names. */
	fields: Partial<Record<'id' | 'name' | 'price', string>>;
}

interface Field {
	/** As the API calls it. */
	own: string;
	value: unknown;
}

/** The fields of an entry under their names in small letters, so that `price_usdt` and `priceUSDT` are one. */
type Fields = ReadonlyMap<string, Field>;

const NAMES = ASSUMPTIONS.catalog_name.value;
const PRICES = ASSUMPTIONS.catalog_price.value;
const CURRENCY = /currency|ccy|^unit$/i;
/** Not longer than any price: such a number takes long to compare. */
const PRICE = /^(\d{1,100}(?:\.\d{1,100})?)(?:\s*USDT)?$/i;

/**
 * Reads an entry of a catalog or list, whatever names and forms its fields have.
 *
 * @param entry as the API gave it
 * @param idName the API's name of the wanted ID, such as `plan_id`
 * @param mayBeFree whether 0 is a price; no offer is known to be free
 */
export function readEntry(entry: unknown, idName: string, mayBeFree = false): CatalogEntry {
	const fields = fieldsOf(entry);
	const idField = firstText(fields, idNames(fields, idName));
	const nameField = firstText(fields, NAMES);
	// The first price that is there counts: where it cannot be read, another may be a lower one.
	const priceName = PRICES.find((one) => (fields.get(one)?.value ?? '') !== '') ?? '';
	const priceField = fields.get(priceName);
	// Without a currency, a price is in USDT (section 1, rule 9). In another, it is a face value.
	const shown = PRICE.exec(amountIn(priceField?.value, currencyOf(fields, priceName)))?.[1];
	const price = mayBeFree || Number(shown) > 0 ? shown : undefined;
	const id = textIn(idField?.value);
	return {
		id,
		name: textIn(nameField?.value) ?? id ?? '',
		price,
		given: entry,
		requiredFields: fields.get('requiredfields')?.value,
		fields: { id: idField?.own, name: nameField?.own, price: price && priceField?.own },
	};
}

function fieldsOf(entry: unknown): Fields {
	const named = isJsonObject(entry) ? entry : { id: entry };
	return new Map(Object.entries(named).map(([own, value]) => [oneName(own), { own, value }]));
}

function oneName(name: string): string {
	return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

function firstText(fields: Fields, names: readonly string[]): Field | undefined {
	return names.map((name) => fields.get(name)).find((field) => textIn(field?.value) !== undefined);
}

/**
 * The wanted name goes first, then the one that ends like it, then the entry's own `id`. An offer may be what a plan is
 * ordered by; a card is no offer.
 */
function idNames(fields: Fields, idName: string): string[] {
	const tail = oneName(/[a-z]+_id$/.exec(idName)?.[0] ?? idName);
	const alike = [...fields.keys()].filter((name) => name.endsWith(tail));
	return [
		oneName(idName),
		...(alike.length === 1 ? alike : []),
		'id',
		...(tail === 'cardid' ? [] : ASSUMPTIONS.catalog_id.value),
	];
}

/** A text, a number, or the name in an object such as `{"code": "EUR"}`. */
export function textIn(value: unknown): string | undefined {
	if (isJsonObject(value)) return textIn(value.name ?? value.code);
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText ? String(value).trim() || undefined : undefined;
}

/** An amount with its currency, also of `{"amount": "5", "currency": "USDT"}`. One that cannot be read is no USDT. */
function amountIn(value: unknown, currency: unknown): string {
	if (isJsonObject(value)) {
		const named = Object.keys(value).filter((name) => CURRENCY.test(name));
		const own = ['currency', ...named].map((name) => value[name]).find((one) => !isAbsent(one));
		return amountIn(value.amount ?? value.value, own ?? currency);
	}
	return [textIn(value), !isAbsent(currency) && (textIn(currency) ?? '?')]
		.filter(Boolean)
		.join(' ');
}

function currencyOf(fields: Fields, name: string): unknown {
	if (name.includes('usdt')) return 'USDT';
	const own = [`${name}currency`, `${name.replace('amount', '')}currency`];
	const others = [...fields.keys()].filter((key) => key.startsWith('currency'));
	return [...own, ...others].map((key) => fields.get(key)?.value).find((one) => !isAbsent(one));
}
