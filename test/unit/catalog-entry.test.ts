/** Proves that an entry of a catalog is read whatever its shape, which the API's document does not show (section 2.10). */
import { type CatalogEntry, readEntry } from '../../nodes/PartnerSettlement/choices/catalog-entry';
import { formFields } from '../../nodes/PartnerSettlement/choices/gift-form';

const MAX_INT64 = '9223372036854775807';

test.each<[string, unknown, Partial<CatalogEntry>, string?]>([
	[
		'the sandbox',
		{
			offer_id: 'esim-eu-5gb',
			name: 'Europe 5 GB',
			country: 'EU',
			price_usdt: '12.90',
			available: true,
			data_mb: 5120,
			days: 30,
		},
		{
			id: 'esim-eu-5gb',
			name: 'Europe 5 GB',
			country: 'EU',
			price: '12.90',
			isAvailable: true,
			dataMb: 5120,
			days: 30,
		},
	],
	[
		'objects in an object',
		{
			id: 7,
			title: 'Roaming',
			countries: [{ code: 'DE' }, { code: 'FR', name: 'France' }, 'ES'],
			price: { amount: 3.5, currency: 'USDT' },
			stock: 0,
			data: { amount: 2, unit: 'GB' },
			validity: '7 days',
		},
		{
			id: '7',
			name: 'Roaming',
			country: 'DE, France, ES',
			price: '3.5',
			isAvailable: false,
			dataMb: 2048,
			days: 7,
		},
	],
	[
		'camel case, and texts for everything',
		{
			planId: ' p-1 ',
			displayName: 'Plan',
			countryCode: 'TR',
			price: '4.00 USDT',
			availability: 'out_of_stock',
			dataGb: '1.5',
			validityDays: '30',
			brand: { name: 'Telco' },
		},
		{
			id: 'p-1',
			name: 'Plan',
			country: 'TR',
			brand: 'Telco',
			price: '4.00',
			isAvailable: false,
			dataMb: 1536,
			days: 30,
		},
		'plan_id',
	],
	[
		'everything in the name',
		{ offer_id: 'x', name: 'Asia 3GB, 15 days', debit_amount: '7', debit_currency: 'USDT' },
		{ id: 'x', name: 'Asia 3GB, 15 days', price: '7', isAvailable: true, dataMb: 3072, days: 15 },
	],
	[
		'bytes, and an ID that no number holds',
		{ abc_product_id: MAX_INT64, bytes: 1_073_741_824 },
		{ id: MAX_INT64, name: MAX_INT64, isAvailable: true, dataMb: 1024 },
		'<svc>_product_id',
	],
	[
		'a number with its unit beside it',
		{ id: 'a', data: 500, data_unit: 'MB', status: 'sold out' },
		{ id: 'a', name: 'a', isAvailable: false, dataMb: 500, status: 'sold out' },
	],
	[
		'a card',
		{ card_id: 'c-1', product_id: 101, masked_pan: '4242 42** **** 4242', status: 'frozen' },
		{ id: 'c-1', name: 'c-1', isAvailable: true, lastFour: '4242', status: 'frozen' },
		'card_id',
	],
	['nothing but the ID', 'offer-1', { id: 'offer-1', name: 'offer-1', isAvailable: true }],
	['nothing', null, { name: '', isAvailable: true }],
])('%s', (_, entry, read, idName = 'offer_id') => {
	const known = Object.entries(readEntry(entry, idName)).filter(([, value]) => value !== undefined);
	expect(Object.fromEntries(known)).toEqual(read);
});

test.each([
	['unlimited', Infinity],
	['Unlimited data', Infinity],
	['750 MB', 750],
	['1 TB', 1_048_576],
	['a lot', undefined],
	[5, undefined],
	[null, undefined],
])('data %j is %p megabytes', (data, megabytes) => {
	expect(readEntry({ id: 'a', data }, 'offer_id').dataMb).toBe(megabytes);
});

test.each([
	[{ price: '10', currency: 'EUR' }],
	[{ price: { amount: '10', currency: 'USD' } }],
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
])('%j names no price in USDT', (entry) => {
	expect(readEntry(entry, 'offer_id').price).toBeUndefined();
});

test('a price in USDT goes before a face value', () => {
	const entry = { amount: '10', currency: 'USD', price_usdt: '10.15' };
	expect(readEntry(entry, 'offer_id').price).toBe('10.15');
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

test('a whole card number gives no last digits', () => {
	const entry = { card_id: 'c', masked_pan: '4242424242424242', last4: '4242 4242 4242 4242' };
	expect(readEntry(entry, 'card_id').lastFour).toBeUndefined();
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
