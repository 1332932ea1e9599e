// Proves that ID, name and price of a catalog entry are read where section 4 or API Differences says, and nowhere else.
import {
	type CatalogEntry,
	catalogFields,
	quoteFields,
	readEntry,
} from '../../../../../nodes/PartnerSettlement/lists/catalog-entry';
import { cardProductGetAll } from '../../../../../nodes/PartnerSettlement/operations/cardProduct/get-all';
import { esimOfferGetAll } from '../../../../../nodes/PartnerSettlement/operations/esimOffer/get-all';
import { giftOfferGetAll } from '../../../../../nodes/PartnerSettlement/operations/giftOffer/get-all';
import { type Dialect, dialectOf } from '../../../../../partner-api/dialect';

const MAX_INT64 = '9223372036854775807';
const LISTS = {
	offer_id: giftOfferGetAll,
	plan_id: esimOfferGetAll,
	svc_product_id: cardProductGetAll,
};
type IdName = keyof typeof LISTS;

function read(entry: unknown, id: IdName = 'offer_id', catalogs: Dialect['catalogs'] = {}) {
	return readEntry(entry, catalogFields(dialectOf({ catalogs }), LISTS[id], id));
}

test.each<[unknown, Partial<CatalogEntry>, IdName?]>([
	[
		{ offer_id: 'eu-5', name: 'Europe', country: 'EU', price_usdt: '12.90', days: 30 },
		{ id: 'eu-5', name: 'Europe', price: '12.90' },
	],
	[
		{ id: 7, title: 'Roaming', price: { amount: 3.5, currency: 'USDT' }, stock: 0 },
		{ id: '7', name: 'Roaming', price: '3.5' },
	],
	[{ plan_id: ' p-1 ', price: '4.00 USDT' }, { id: 'p-1', name: 'p-1', price: '4.00' }, 'plan_id'],
	[{ svc_product_id: MAX_INT64 }, { id: MAX_INT64, name: MAX_INT64 }, 'svc_product_id'],
	[
		{ offer_id: 'o', name: '', title: 'T' },
		{ id: 'o', name: 'T' },
	],
	[{ sku: 'a', displayName: 'A', cost: '1', debit_amount: '1' }, { name: '' }],
	[null, { name: '' }],
])('%j', (entry, expected, id = 'offer_id') => {
	const { given, fields, requiredFields, ...rest } = read(entry, id);
	expect(rest).toEqual(expected);
	expect(given).toBe(entry);
	expect(fields.id !== undefined).toBe(rest.id !== undefined);
	expect(requiredFields).toBeUndefined();
});

test.each<[IdName, object, string | undefined]>([
	['offer_id', { id: 1, offer_id: 'o', plan_id: 'p', svc_product_id: 101 }, 'o'],
	['plan_id', { id: 1, offer_id: 'o', plan_id: 'p', svc_product_id: 101 }, 'p'],
	['svc_product_id', { id: 1, offer_id: 'o', plan_id: 'p', svc_product_id: 101 }, '101'],
	// An offer may be a plan. A product of another seller is none.
	['plan_id', { offer_id: 'o', id: 1 }, 'o'],
	['offer_id', { plan_id: 'p', id: 1 }, '1'],
	['svc_product_id', { provider_product_id: 7, product_id: 8 }, undefined],
])('the %s of %j is %s', (idName, entry, id) => {
	expect(read(entry, idName).id).toBe(id);
});

test.each([
	[{ amount: '10', currency: 'USD', price_usdt: '10.15' }, '10.15'],
	[{ price: { unit_price: '2', amount: '4', currency: 'USDT' } }, undefined],
	[{ price: '5', currency: 'usdt' }, '5'],
	[{ price: '5', currency: '' }, '5'],
	[{ price_usdt: null, price: '5' }, '5'],
	[{ price: '10', usdt_price: '32.60' }, undefined],
	[{ price: '10', currency: 'EUR' }, undefined],
	[{ price: '10', currency_code: 'EUR' }, undefined],
	[{ price: '1', price_currency: '', currency: 'EUR' }, undefined],
	[{ price: { amount: '10', currency: 'USD' } }, undefined],
	[{ price: { amount: '10', currency: { code: 'EUR' } } }, undefined],
	[{ price: { amount: '1' }, currency: 'EUR' }, undefined],
	[{ price: { amount: '1', currency: '' }, currency: 'EUR' }, undefined],
	[{ price_usdt: { amount: '1', currency: 'EUR' } }, undefined],
	[{ price_usdt: '12,90', price: '1' }, undefined],
	[{ price: '$10' }, undefined],
	[{ price: 1e-7 }, undefined],
	[{ price: '0' }, undefined],
	[{ price: '1'.repeat(101) }, undefined],
	[{ amount: '10', currency: 'USDT', cost: '5' }, undefined],
])('%j: its price in USDT is %s', (entry, price) => {
	expect(read(entry).price).toBe(price);
});

describe('API Differences, catalogs', () => {
	const OWN = { id: 'sku', name: 'label.en', price: 'cost.net', currency: 'cost.unit' };
	const ENTRY = { sku: 'a', offer_id: 'o', label: { en: 'A' }, cost: { net: '2', unit: 'USDT' } };

	test('name the fields, with dots into objects, and replace the usual ones', () => {
		const fields = { id: 'sku', name: 'label.en', price: 'cost.net' };
		expect(read({ ...ENTRY, price: '1' }, 'offer_id', { gift_offers: OWN })).toMatchObject({
			...{ id: 'a', name: 'A', price: '2' },
			fields,
		});
		const empty = read({ offer_id: 'o', name: 'N', price: '1' }, 'offer_id', { gift_offers: OWN });
		expect(empty).toMatchObject({ id: undefined, name: '', price: undefined, fields: {} });
	});

	test('are of one list, or of all others', () => {
		expect(read(ENTRY, 'offer_id', { esim_offers: OWN }).id).toBe('o');
		expect(read(ENTRY, 'offer_id', { '*': OWN }).id).toBe('a');
		expect(read(ENTRY, 'offer_id', { '*': OWN, gift_offers: {} }).id).toBe('o');
		expect(read({ ...ENTRY, plan_id: 'p' }, 'plan_id', { '*': OWN }).id).toBe('p');
	});

	const FAR = { currency: 'shop.money' };
	test.each([
		[OWN, { cost: { net: '2', unit: 'EUR' } }, undefined],
		[OWN, { cost: { net: '2', ccy: 'EUR' } }, undefined],
		[OWN, { cost: { net: '2' } }, '2'],
		[OWN, { cost: { net: '2', unit: 'USDT', face_currency: 'EUR' } }, undefined],
		[{ currency: 'unit' }, { price_usdt: '1', unit: 'EUR' }, undefined],
		[FAR, { price: '1', shop: { money: 'EUR' } }, undefined],
		[FAR, { price: '1', shop: { money: 'USDT' } }, '1'],
	])('with %j the price of %j is %s', (fields, entry, price) => {
		expect(read({ sku: 'a', ...entry }, 'offer_id', { '*': fields }).price).toBe(price);
	});
});

test.each([
	[{ price_usdt: '0' }, '0'],
	[{ price_usdt: '0', currency: 'EUR' }, '0'],
	[{ price: '0', currency: 'EUR' }, undefined],
])('a quote may be free: %j costs %s', (quote, price) => {
	expect(readEntry(quote, quoteFields(dialectOf({})), true).price).toBe(price);
});

test('what a gift offer asks for is handed on', () => {
	expect(read({ offer_id: 'o', required_fields: ['email'] }).requiredFields).toEqual(['email']);
});
