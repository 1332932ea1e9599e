import { exactText, isDecimal, isJsonObject } from '../../../partner-api';
import { type RequiredField, readRequiredFields } from './required-fields';

/** One entry of a catalog or list. The API's document does not show their shapes (section 2.10): what is not found is absent. */
export interface CatalogEntry {
	/** What an order takes for it; a number keeps its digits. */
	id?: string;
	/** As the API calls it; its ID where it has no name. */
	name: string;
	/** Codes or names, with ", " between several. */
	country?: string;
	brand?: string;
	/** Infinity for an unlimited plan. */
	dataMb?: number;
	days?: number;
	/** USDT decimal string. */
	price?: string;
	/** False only where the entry says so. */
	isAvailable: boolean;
	/** Of a card: the last digits of its number. */
	lastFour?: string;
	/** Of a card, such as `frozen`. */
	status?: string;
	/** What a gift offer asks for; absent where the entry says nothing of it. */
	requiredFields?: RequiredField[];
}

/** The values of an entry under their names in small letters, so that `price_usdt` and `priceUSDT` are one. */
type Fields = ReadonlyMap<string, unknown>;

/** Of what a catalog offers, and of what was bought. */
const OFFERED_IDS = ['offerid', 'planid', 'productid', 'sku'];
const BOUGHT_IDS = ['cardid', 'esimid', 'purchaseid'];
const NAMES = ['name', 'title', 'displayname', 'productname', 'offername', 'planname', 'label'];
const COUNTRIES = [
	...['country', 'countries', 'countrycode', 'countrycodes', 'countryname'],
	...['region', 'regions', 'coverage', 'locations'],
];
const BRANDS = ['brand', 'brandname', 'merchant', 'vendor', 'provider'];
const DATA = ['data', 'datamb', 'datagb', 'databytes', 'dataamount', 'datalimit', 'datatotalmb'];
const VOLUME = ['mb', 'gb', 'bytes', 'volume', 'volumemb', 'volumegb', 'traffic', 'size'];
const DAYS = [
	...['days', 'validitydays', 'validdays', 'durationdays', 'perioddays'],
	...['validity', 'duration', 'period'],
];
const PRICES = ['priceusdt', 'price', 'cost', 'debitamount', 'amount'];
const AVAILABILITY = ['available', 'isavailable', 'instock', 'availability', 'stock', 'status'];
const LAST_FOUR = ['last4', 'lastfour', 'last4digits', 'maskedpan', 'maskednumber', 'panmasked'];
const SOLD_OUT = /^(no|none|0|false|unavailable|not.?available|out.?of.?stock|sold.?out)$/i;

/**
 * Reads an entry of a catalog or list, whatever names and forms its fields have.
 *
 * @param entry as the API gave it
 * @param idName the API's name of the wanted ID, such as `plan_id`, for an entry that holds several; `<svc>` is any service code
 */
export function readEntry(entry: unknown, idName?: string): CatalogEntry {
	const fields = fieldsOf(entry);
	const id = first(fields, idNames(fields, idName), idText);
	const name = first(fields, NAMES, plainText) ?? id ?? '';
	return {
		id,
		name,
		country: first(fields, COUNTRIES, placesText),
		brand: first(fields, BRANDS, nameOf),
		dataMb: first(fields, [...DATA, ...VOLUME], megabytesIn(fields)) ?? megabytesOf(name),
		days: first(fields, DAYS, daysOf) ?? daysOf(/\b\d+[ -]?days?\b/i.exec(name)?.[0]),
		price: first(fields, PRICES, priceIn(fields)),
		isAvailable: first(fields, AVAILABILITY, availabilityOf) ?? true,
		lastFour: first(fields, LAST_FOUR, lastFourOf),
		status: first(fields, ['status', 'state'], plainText),
		requiredFields: first(fields, ['requiredfields'], readRequiredFields),
	};
}

function fieldsOf(entry: unknown): Fields {
	if (!isJsonObject(entry)) return new Map([['id', entry]]);
	return new Map(Object.entries(entry).map(([name, value]) => [plain(name), value]));
}

function plain(name: string): string {
	return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** What the first of the names holds that can be read. */
function first<T>(
	fields: Fields,
	names: readonly string[],
	read: (value: unknown, name: string) => T | undefined,
): T | undefined {
	for (const name of names) {
		const found = fields.has(name) ? read(fields.get(name), name) : undefined;
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The wanted name goes first, then the entry's own `id`. A product ID may have any service code in its name. */
function idNames(fields: Fields, idName: string | undefined): string[] {
	const products = [...fields.keys()].filter((name) => name.endsWith('productid'));
	if (idName === undefined) return [...BOUGHT_IDS, 'offerid', 'planid', 'id', ...products, 'sku'];
	const wanted = plain(idName);
	if (BOUGHT_IDS.includes(wanted)) return [wanted, 'id'];
	const own = idName.startsWith('<svc>') ? products : [wanted];
	return [...own, 'id', ...OFFERED_IDS, ...products];
}

function idText(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isSafeInteger(value)) return exactText(value, 'ID');
	return plainText(value);
}

function plainText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A text, or the name in an object such as `{"code": "TR", "name": "Türkiye"}`. */
function nameOf(value: unknown): string | undefined {
	return isJsonObject(value) ? (plainText(value.name) ?? plainText(value.code)) : plainText(value);
}

function lastFourOf(value: unknown): string | undefined {
	return /^(?:.*[^\d ])? ?(\d{4})$/.exec(idText(value) ?? '')?.[1];
}

function placesText(value: unknown): string | undefined {
	const places = Array.isArray(value) ? value.map(nameOf) : [nameOf(value)];
	return plainText(places.filter((place) => place !== undefined).join(', '));
}

const UNITS: Readonly<Record<string, number>> = {
	b: 1 / 1024 / 1024,
	bytes: 1 / 1024 / 1024,
	kb: 1 / 1024,
	mb: 1,
	gb: 1024,
	tb: 1024 * 1024,
};
const AMOUNT_OF_DATA = /(\d+(?:\.\d+)?)\s*([KMGT]B)\b/i;

/** @returns undefined for a number without a unit */
function megabytesIn(fields: Fields): (value: unknown, name: string) => number | undefined {
	const unit = plainText(fields.get('dataunit')) ?? plainText(fields.get('unit'));
	return (value, name) => {
		if (isJsonObject(value)) {
			return megabytesOf([value.amount ?? value.value, value.unit].map(String).join(' '));
		}
		const inName = /(bytes|mb|gb)$/.exec(name)?.[1] ?? unit?.toLowerCase();
		const factor = inName === undefined ? undefined : UNITS[inName];
		const number = typeof value === 'string' && isDecimal(value) ? Number(value) : value;
		if (typeof number !== 'number') return megabytesOf(plainText(value));
		return factor !== undefined && number > 0 ? number * factor : undefined;
	};
}

/** @param text such as "5 GB" or "Europe 5GB, 30 days" */
function megabytesOf(text = ''): number | undefined {
	if (/\bunlimited\b/i.test(text)) return Number.POSITIVE_INFINITY;
	const [, amount, unit = ''] = AMOUNT_OF_DATA.exec(text) ?? [];
	const factor = UNITS[unit.toLowerCase()];
	return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}

/** @param value 30, "30" or "30 days" */
function daysOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value > 0 ? value : undefined;
	const [, digits] = /^(\d+)[ -]?(?:d|days?)?$/i.exec(plainText(value) ?? '') ?? [];
	return digits === undefined ? undefined : Number(digits);
}

/** @returns undefined for a price in another currency: a face value, for instance */
function priceIn(fields: Fields): (value: unknown, name: string) => string | undefined {
	return (value, name) => {
		if (isJsonObject(value)) return priceOf(value.amount ?? value.value, value.currency);
		if (name === 'priceusdt') return priceOf(value, USDT);
		const own = name === 'debitamount' ? 'debitcurrency' : `${name}currency`;
		return priceOf(value, fields.get(own) ?? fields.get('currency'));
	};
}

const USDT = 'USDT';
const PRICE = /^(\d+(?:\.\d+)?)(?:\s*USDT)?$/i;

/** @param currency absent where the entry names none: prices are in USDT (section 1, rule 9) */
function priceOf(value: unknown, currency: unknown): string | undefined {
	if ((plainText(currency) ?? USDT).toUpperCase() !== USDT) return undefined;
	const text = typeof value === 'number' ? String(value) : plainText(value);
	return PRICE.exec(text ?? '')?.[1];
}

function availabilityOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (typeof value === 'number') return value > 0;
	const text = plainText(value);
	return text === undefined ? undefined : !SOLD_OUT.test(text);
}
