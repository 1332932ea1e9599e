import { ASSUMPTIONS, isJsonObject } from '../../../partner-api';

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
}

/** The values of an entry under their names in small letters, so that `price_usdt` and `priceUSDT` are one. */
type Fields = ReadonlyMap<string, unknown>;

const NAMES = ASSUMPTIONS.catalog_name.value;
const PRICES = ASSUMPTIONS.catalog_price.value;
/** Not 0: an order that costs nothing is not known to. Nor longer than any price: such a number takes long to compare. */
const PRICE = /^(?=.*[1-9])(\d{1,100}(?:\.\d{1,100})?)(?:\s*USDT)?$/i;

/**
 * Reads an entry of a catalog or list, whatever names and forms its fields have.
 *
 * @param entry as the API gave it
 * @param idName the API's name of the wanted ID, such as `plan_id`
 */
export function readEntry(entry: unknown, idName: string): CatalogEntry {
	const fields = fieldsOf(entry);
	const id = firstText(fields, idNames(fields, idName));
	return {
		id,
		name: firstText(fields, NAMES) ?? id ?? '',
		// Without a currency, a price is in USDT (section 1, rule 9). In another, it is a face value.
		price: priceIn(fields),
		given: entry,
		requiredFields: fields.get('requiredfields'),
	};
}

/** The fields of an entry that `readEntry` takes, by the API's own names. What is not found is absent. */
export function fieldsRead(
	entry: unknown,
	idName: string,
): { id?: string; name?: string; price?: string } {
	const fields = fieldsOf(entry);
	const given = isJsonObject(entry) ? Object.keys(entry) : ['id'];
	const ownName = (name?: string) => given.find((own) => oneName(own) === name);
	return {
		id: ownName(firstName(fields, idNames(fields, idName))),
		name: ownName(firstName(fields, NAMES)),
		price: priceIn(fields) === undefined ? undefined : ownName(priceName(fields)),
	};
}

function priceIn(fields: Fields): string | undefined {
	const name = priceName(fields) ?? '';
	return PRICE.exec(amountIn(fields.get(name), currencyOf(fields, name)))?.[1];
}

/** The first price that is there counts: where it cannot be read, another may be a lower one. */
function priceName(fields: Fields): string | undefined {
	return PRICES.find((name) => (fields.get(name) ?? '') !== '');
}

function fieldsOf(entry: unknown): Fields {
	if (!isJsonObject(entry)) return new Map([['id', entry]]);
	return new Map(Object.entries(entry).map(([name, value]) => [oneName(name), value]));
}

function oneName(name: string): string {
	return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** The text of the first of the names that has one. */
function firstText(fields: Fields, names: readonly string[]): string | undefined {
	return textIn(fields.get(firstName(fields, names) ?? ''));
}

function firstName(fields: Fields, names: readonly string[]): string | undefined {
	return names.find((name) => textIn(fields.get(name)) !== undefined);
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

/** An amount with its currency, also of `{"amount": "5", "currency": "USDT"}`. */
function amountIn(value: unknown, currency?: unknown): string {
	if (isJsonObject(value))
		return amountIn(value.amount ?? value.value, value.currency ?? value.unit);
	return [textIn(value), textIn(currency)].filter(Boolean).join(' ');
}

function currencyOf(fields: Fields, name: string): unknown {
	if (name.includes('usdt')) return 'USDT';
	const own = fields.get(`${name}currency`) ?? fields.get(`${name.replace('amount', '')}currency`);
	return own ?? [...fields].find(([key]) => key.startsWith('currency'))?.[1];
}
