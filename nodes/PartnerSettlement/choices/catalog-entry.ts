import { isJsonObject } from '../../../partner-api';

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
	/** What a gift offer asks for, as the API gives it. */
	requiredFields?: unknown;
}

/** The values of an entry under their names in small letters, so that `price_usdt` and `priceUSDT` are one. */
type Fields = ReadonlyMap<string, unknown>;

const NAMES = ['name', 'title', 'displayname', 'productname', 'offername', 'planname', 'label'];
const COUNTRIES = [
	...['country', 'countries', 'countrycode', 'countrycodes', 'coverage'],
	...['region', 'regions'],
];
const BRANDS = ['brand', 'brandname', 'merchant', 'vendor', 'provider'];
const DATA = ['data', 'datamb', 'datagb', 'databytes', 'dataamount', 'mb', 'gb', 'bytes', 'volume'];
const DAYS = ['days', 'validitydays', 'durationdays', 'validity', 'duration', 'period'];
/** Not `amount`, which may be a face value, nor `cost`, which may be the seller's own. */
const PRICES = ['priceusdt', 'usdtprice', 'price', 'debitamount'];
const AVAILABILITY = ['available', 'isavailable', 'instock', 'availability', 'stock', 'status'];
const LAST_FOUR = ['last4', 'lastfour', 'maskedpan', 'maskednumber', 'panmasked'];

const SOLD_OUT =
	/^(no|none|0|false|inactive|disabled|unavailable|not.?available|out.?of.?stock|sold.?out)$/i;
const AMOUNT_OF_DATA = /(\d+(?:\.\d+)?)\s*(bytes|[KMGT]B)\b/i;
/** Not 0: an order that costs nothing is not known to. */
const PRICE = /^(?=.*[1-9])(\d+(?:\.\d+)?)(?:\s*USDT)?$/i;
const MEGABYTES: Readonly<Record<string, number>> = {
	bytes: 1 / 1024 / 1024,
	kb: 1 / 1024,
	mb: 1,
	gb: 1024,
	tb: 1024 * 1024,
};

/**
 * Reads an entry of a catalog or list, whatever names and forms its fields have.
 *
 * @param entry as the API gave it
 * @param idName the API's name of the wanted ID, such as `plan_id`
 */
export function readEntry(entry: unknown, idName: string): CatalogEntry {
	const fields = fieldsOf(entry);
	const id = first(fields, idNames(fields, idName), textIn);
	const name = first(fields, NAMES, textIn) ?? id ?? '';
	return {
		id,
		name,
		country: textIn(COUNTRIES.map((key) => fields.get(key))),
		brand: first(fields, BRANDS, textIn),
		dataMb:
			first(fields, DATA, (value, key) => megabytesOf(amountIn(value, unitOf(fields, key)))) ??
			megabytesOf(name),
		days: first(fields, DAYS, daysOf) ?? daysOf(/\b\d+[ -]?days?\b/i.exec(name)?.[0]),
		// Without a currency, a price is in USDT (section 1, rule 9). In another, it is a face value.
		price: priceIn(fields),
		isAvailable: first(fields, AVAILABILITY, availabilityOf) ?? true,
		lastFour: first(fields, LAST_FOUR, lastFourOf),
		status: first(fields, ['status', 'state'], textIn),
		requiredFields: fields.get('requiredfields'),
	};
}

/** The first price that is there counts: where it cannot be read, another may be a lower one. */
function priceIn(fields: Fields): string | undefined {
	const name = PRICES.find((one) => (fields.get(one) ?? '') !== '') ?? '';
	return PRICE.exec(amountIn(fields.get(name), currencyOf(fields, name)))?.[1];
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

/**
 * The wanted name goes first, then the one that ends like it, then the entry's own `id`. An offer may be what a plan is
 * ordered by; a card is no offer.
 */
function idNames(fields: Fields, idName: string): string[] {
	const tail = plain(/[a-z]+_id$/.exec(idName)?.[0] ?? idName);
	const alike = [...fields.keys()].filter((name) => name.endsWith(tail));
	return [
		plain(idName),
		...(alike.length === 1 ? alike : []),
		'id',
		...(tail === 'cardid' ? [] : ['offerid', 'sku']),
	];
}

/** A text, a number, the name in an object such as `{"code": "TR", "name": "Türkiye"}`, or several of them. */
export function textIn(value: unknown): string | undefined {
	if (isJsonObject(value)) return textIn(value.name ?? value.code);
	if (Array.isArray(value)) return textIn(value.map(textIn).filter(Boolean).join(', '));
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText ? String(value).trim() || undefined : undefined;
}

/** An amount with its unit, such as "5 GB", also of `{"amount": 5, "unit": "GB"}`. */
function amountIn(value: unknown, unit?: unknown): string {
	if (isJsonObject(value))
		return amountIn(value.amount ?? value.value, value.unit ?? value.currency);
	return [textIn(value), textIn(unit)].filter(Boolean).join(' ');
}

function unitOf(fields: Fields, name: string): unknown {
	return /(bytes|mb|gb)$/.exec(name)?.[1] ?? fields.get('dataunit') ?? fields.get('unit');
}

function currencyOf(fields: Fields, name: string): unknown {
	if (name.includes('usdt')) return 'USDT';
	const own = fields.get(`${name}currency`) ?? fields.get(`${name.replace('amount', '')}currency`);
	return own ?? [...fields].find(([key]) => key.startsWith('currency'))?.[1];
}

/** @param text such as "5 GB" or "Europe 5GB, 30 days" */
function megabytesOf(text: string): number | undefined {
	if (/\bunlimited\b/i.test(text)) return Number.POSITIVE_INFINITY;
	const [, amount, unit = ''] = AMOUNT_OF_DATA.exec(text) ?? [];
	return Number(amount) * (MEGABYTES[unit.toLowerCase()] ?? 0) || undefined;
}

/** @param value 30, "30" or "30 days" */
function daysOf(value: unknown): number | undefined {
	const [, digits] = /^(\d+)[ -]?(?:d|days?)?$/i.exec(textIn(value) ?? '') ?? [];
	return Number(digits) || undefined;
}

function availabilityOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (typeof value === 'number') return value > 0;
	const text = textIn(value);
	return text === undefined ? undefined : !SOLD_OUT.test(text);
}

/** A whole card number gives none. */
function lastFourOf(value: unknown): string | undefined {
	return /^(?:.*[^\d ])? ?(\d{4})$/.exec(textIn(value) ?? '')?.[1];
}
