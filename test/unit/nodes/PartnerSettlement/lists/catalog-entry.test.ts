/** Proves that an entry of a catalog is read whatever its shape, which the API's document does not show (section 2.10). */
import {
	type CatalogEntry,
	readEntry,
} from '../../../../../nodes/PartnerSettlement/lists/catalog-entry';
import { formFields } from '../../../../../nodes/PartnerSettlement/lists/gift-form';

const MAX_INT64 = '9223372036854775807';

test.each<[string, unknown, Partial<CatalogEntry>, string?]>([
	[
		'the sandbox',
		{ offer_id: 'esim-eu-5gb', name: 'Europe 5 GB', country: 'EU', price_usdt: '12.90', days: 30 },
		{ id: 'esim-eu-5gb', name: 'Europe 5 GB', price: '12.90' },
	],
	[
		'an amount in an object',
		{ id: 7, title: 'Roaming', price: { amount: 3.5, currency: 'USDT' }, stock: 0 },
		{ id: '7', name: 'Roaming', price: '3.5' },
	],
	[
		'an amount beside the price of a unit',
		{ id: 8, price: { unit_price: '2', amount: '4', currency: 'USDT' } },
		{ id: '8', name: '8', price: '4' },
	],
	[
		'camel case, and a price with its currency',
		{ planId: ' p-1 ', displayName: 'Plan', price: '4.00 USDT' },
		{ id: 'p-1', name: 'Plan', price: '4.00' },
		'plan_id',
	],
	[
		'a price beside its currency',
		{ offer_id: 'x', name: 'Asia 3GB', debit_amount: '7', debit_currency: 'USDT' },
		{ id: 'x', name: 'Asia 3GB', price: '7' },
	],
	[
		'an ID that no number holds',
		{ abc_product_id: MAX_INT64 },
		{ id: MAX_INT64, name: MAX_INT64 },
		'<svc>_product_id',
	],
	[
		'a card',
		{ card_id: 'c-1', product_id: 101, masked_pan: '4242 42** **** 4242', status: 'frozen' },
		{ id: 'c-1', name: 'c-1' },
		'card_id',
	],
	['nothing but the ID', 'offer-1', { id: 'offer-1', name: 'offer-1' }],
	['nothing', null, { name: '' }],
])('%s', (_, entry, read, idName = 'offer_id') => {
	const { given, fields, ...rest } = readEntry(entry, idName);
	expect(fields.id !== undefined).toBe(rest.id !== undefined);
	expect(given).toBe(entry);
	expect(rest).toEqual(read);
});

test.each([
	[{ price: '10', currency: 'EUR' }],
	[{ price: { amount: '10', currency: 'USD' } }],
	[{ price: { amount: '10', currency_code: 'EUR' } }],
	[{ price: { value: '10', currencyCode: 'EUR' } }],
	[{ amount: '10', amount_currency: 'USD' }],
	[{ price: '$10' }],
	[{ price: '10,50' }],
	[{ price: '-1' }],
	[{ price: 1e-7 }],
	[{ price: null }],
	[{ price: '0', price_range: { min: '50' } }],
	[{ price: { amount: '10', currency: { code: 'EUR' } } }],
	[{ price: '10', currency_code: 'EUR' }],
	[{ price: '$50.00', amount: 5 }],
	[{ cost: 5, retail_price: 50 }],
	[{ price_usdt: '12,90', price: '1' }],
	[{ price_usdt: { net: '12.90' }, debit_amount: '1' }],
	[{ price: ['10'] }],
	[{ price: { amount: '1' }, currency: 'EUR' }],
	[{ price: { amount: '1', currency: '' }, currency: 'EUR' }],
	[{ price: '1', price_currency: '', currency: 'EUR' }],
	[{ price: '1', currency: ['EUR'] }],
	[{ price_usdt: { amount: '1', currency: 'EUR' } }],
	[{ price: '1'.repeat(101) }],
])('%j names no price in USDT', (entry) => {
	expect(readEntry(entry, 'offer_id').price).toBeUndefined();
});

test('a price in USDT goes before a face value', () => {
	const entry = { amount: '10', currency: 'USD', price_usdt: '10.15' };
	expect(readEntry(entry, 'offer_id').price).toBe('10.15');
});

test.each([
	{ currency_symbol: '₮', amount: '5', currency: 'USDT' },
	{ currency_decimals: 6, amount: '5', currency: 'USDT' },
	{ unit: 'card', amount: '5', currency: 'USDT' },
])('the currency of a price is the field of that name: %j', (price) => {
	expect(readEntry({ offer_id: 'a', price }, 'offer_id').price).toBe('5');
});

describe('of several IDs', () => {
	const ENTRY = { id: 1, offer_id: 'o', plan_id: 'p', svc_product_id: 101, card_id: 'c' };

	test.each([
		['offer_id', 'o'],
		['plan_id', 'p'],
		['<svc>_product_id', '101'],
		['card_id', 'c'],
		['purchase_id', '1'],
	])('%s is the wanted one', (idName, id) => {
		expect(readEntry(ENTRY, idName).id).toBe(id);
	});

	test('that of another seller stands for none', () => {
		const entry = { provider_product_id: 7, svc_product_id: 101 };
		expect(readEntry(entry, 'svc_product_id').id).toBe('101');
		expect(readEntry({ ...entry, id: 1 }, 'other_product_id').id).toBe('1');
	});

	test('that of a product stands for no card', () => {
		expect(readEntry({ product_id: 101 }, 'card_id').id).toBeUndefined();
		expect(readEntry({ product_id: 101 }, '<svc>_product_id').id).toBe('101');
	});

	test('an offer without a plan_id may be a plan', () => {
		expect(readEntry({ offer_id: 'o' }, 'plan_id').id).toBe('o');
	});
});

describe('what a gift offer asks for', () => {
	const EMAIL = { id: 'email', displayName: 'email', type: 'string', required: true };

	test.each<[string, unknown, unknown]>([
		['names', ['email'], [EMAIL]],
		[
			'objects',
			[
				{ name: 'email', label: 'Email', required: true },
				{ key: 'player', title: 'Player', type: 'integer', required: false },
				{ name: 'server', type: 'string', options: ['EU', 'US'] },
				{ field_name: 'note' },
			],
			[
				{ ...EMAIL, displayName: 'Email' },
				{ id: 'player', displayName: 'Player', type: 'number', required: false },
				{ ...EMAIL, id: 'server', displayName: 'server', type: 'options', options: [{}, {}] },
				{ ...EMAIL, id: 'note', displayName: 'note' },
			],
		],
		[
			'an object by name',
			{ email: 'string', agreed: { type: 'boolean', optional: true } },
			[EMAIL, { id: 'agreed', displayName: 'agreed', type: 'boolean', required: false }],
		],
		[
			'a JSON schema',
			{ type: 'object', properties: { email: {}, note: {} }, required: ['email'] },
			[EMAIL, { ...EMAIL, id: 'note', displayName: 'note', required: false }],
		],
		['a list in an object', { fields: ['email'] }, [EMAIL]],
		['a schema that only says what is required', { type: 'object', required: ['email'] }, [EMAIL]],
		['nothing', [], []],
	])('%s', (_, asked, fields) => {
		expect(formFields(asked)).toMatchObject(fields as object);
	});

	test.each(['email', null, [{ label: 'Email' }], { type: 'object' }])('%j is no form', (asked) => {
		expect(formFields(asked)).toBeUndefined();
	});
});

test.each<[unknown, CatalogEntry['fields']]>([
	[
		{ offerId: 1, Title: 'A', priceUSDT: '2' },
		{ id: 'offerId', name: 'Title', price: 'priceUSDT' },
	],
	[
		{ sku: 'a', price: { amount: '2', currency: 'USDT' } },
		{ id: 'sku', price: 'price' },
	],
	// In another currency, it is a face value.
	[
		{ id: 'a', name: '', label: 'A', price: '2', currency: 'EUR' },
		{ id: 'id', name: 'label' },
	],
	['offer-1', { id: 'id' }],
	[null, {}],
])('the fields that are read of %j', (entry, names) => {
	expect(readEntry(entry, 'offer_id').fields).toEqual(names);
});
