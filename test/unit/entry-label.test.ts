/** Proves what a list of the panel shows of an entry, and what it is found and narrowed by. */
import { readEntry as readAny } from '../../nodes/PartnerSettlement/choices/catalog-entry';
import {
	entryLabel,
	holdsWords,
	mayHold,
	mayServe,
} from '../../nodes/PartnerSettlement/choices/entry-label';

const readEntry = (entry: unknown) => readAny(entry, 'offer_id');

test.each([
	[
		{ id: 1, name: 'Europe 5 GB', country: 'EU', days: 30, price_usdt: '12.90' },
		'Europe 5 GB · EU · 30 days · 12.90 USDT',
	],
	[
		{ id: 1, name: 'Roaming', countries: ['DE', 'FR', 'ES', 'IT', 'PT'], data: '5000 MB', days: 1 },
		'Roaming · DE, FR, ES +2 · 5 GB · 1 day',
	],
	[{ id: 1, name: 'Small', data_mb: 500 }, 'Small · 500 MB'],
	[{ id: 1, name: 'Asia 3GB, 15 days', price: '7' }, 'Asia 3GB, 15 days · 3 GB · 7 USDT'],
	[{ id: 1, name: 'All', data: 'unlimited' }, 'All · unlimited'],
	[
		{ id: 1, name: 'Bookshop 10 USD', brand: 'Bookshop', country: 'US', price: 10.15 },
		'Bookshop 10 USD · US · 10.15 USDT',
	],
	[{ id: 1, name: 'Ten', brand: 'Bookshop', available: false }, 'Ten · Bookshop · not available'],
	[{ id: 'c-1', last4: '4242', status: 'frozen' }, 'c-1 · •••• 4242 · frozen'],
	[{ id: 1, name: 'Offer', status: 'active' }, 'Offer'],
])('%j reads %s', (entry, label) => {
	expect(entryLabel(readEntry(entry))).toBe(label);
});

const TURKEY = readEntry({ id: 'tr-1', name: 'Türkiye 1 GB', country: 'TR', price: '3.45' });

test.each([
	['turkiye', true],
	['1 gb tr', true],
	['TR-1', true],
	['3.45', true],
	['germany', false],
	['turkiye 9', false],
])('the words %j find an offer: %p', (text, found) => {
	expect(holdsWords(TURKEY, text)).toBe(found);
});

test('an offer is found by the name of its country, also where it has the code only', () => {
	expect(holdsWords(readEntry({ id: 'a', country: 'DE' }), 'germany')).toBe(true);
});

test.each([
	[{ id: 1, country: 'DE' }, 'DE', true],
	[{ id: 1, country: 'DE' }, 'de', true],
	[{ id: 1, country: 'DE' }, 'Germany', true],
	[{ id: 1, country: 'Germany' }, 'DE', true],
	[{ id: 1, countries: ['FR', 'DE'] }, 'Germany', true],
	[{ id: 1, region: 'Europe', coverage: ['DE', 'FR'] }, 'Germany', true],
	[{ id: 1, country: 'TR' }, 'TÜRKIYE', true],
	[{ id: 1, country: 'Denmark' }, 'DE', false],
	[{ id: 1, country: 'FR' }, 'Germany', false],
	[{ id: 1, name: 'World' }, 'Germany', true],
])('%j may serve %s: %p', (entry, country, serves) => {
	expect(mayServe(readEntry(entry), country)).toBe(serves);
});

test.each([
	[{ id: 1, data_mb: 5120 }, 5, true],
	[{ id: 1, data_mb: 5000 }, 5, true],
	[{ id: 1, data_mb: 4999 }, 5, false],
	[{ id: 1, data: 'unlimited' }, 100, true],
	[{ id: 1, name: 'Roaming' }, 5, true],
])('%j may hold %p GB: %p', (entry, gigabytes, holds) => {
	expect(mayHold(readEntry(entry), gigabytes)).toBe(holds);
});
