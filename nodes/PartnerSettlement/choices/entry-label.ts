import type { INodeListSearchItems } from 'n8n-workflow';

import type { CatalogEntry } from './catalog-entry';

/** As many as a line of the list can show. */
const MAX_COUNTRIES = 3;
/** A seller's gigabyte has 1000 or 1024 megabytes. */
const SMALLEST_GB = 1000;

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRY_CODE = /^[a-z]{2}$/i;

/** An entry in one line, such as "Europe 5 GB · EU · 30 days · 12.90 USDT". What its name says is not said again. */
export function entryLabel(entry: CatalogEntry): string {
	const { name, brand = '', country, dataMb, days, price, isAvailable, lastFour, status } = entry;
	const isUnsaid = (part: string) => !plain(name).includes(plain(part));
	const parts = [
		name,
		...[brand].filter(isUnsaid),
		countriesText(country),
		...[dataText(dataMb), daysText(days)].filter(isUnsaid),
		...(lastFour === undefined ? [] : [`•••• ${lastFour}`, status]),
		price && `${price} USDT`,
		!isAvailable && 'not available',
	];
	return parts.filter(Boolean).join(' · ');
}

function countriesText(country = ''): string {
	const all = country.split(', ');
	const more = all.length - MAX_COUNTRIES;
	return more > 0 ? `${all.slice(0, MAX_COUNTRIES).join(', ')} +${String(more)}` : country;
}

function dataText(megabytes = 0): string {
	if (megabytes === Infinity) return 'unlimited';
	if (megabytes === 0) return '';
	if (megabytes < SMALLEST_GB) return `${String(Math.round(megabytes))} MB`;
	const size = megabytes % 1024 === 0 ? 1024 : SMALLEST_GB;
	return `${String(Math.round((megabytes / size) * 10) / 10)} GB`;
}

function daysText(days = 0): string {
	if (days === 0) return '';
	return days === 1 ? '1 day' : `${String(days)} days`;
}

/** Whether an entry holds every word of a text, in its line, its ID or the names of its countries. */
export function holdsWords(entry: CatalogEntry, text: string): boolean {
	const all = plain([entryLabel(entry), entry.id, ...countryNames(entry)].join(' '));
	return plain(text)
		.split(/\s+/)
		.every((word) => all.includes(word));
}

/** Whether an offer may serve a country, by its code or name. One that names no country may. */
export function mayServe({ country }: CatalogEntry, wanted: string): boolean {
	const name = (one: string) => plain(nameOfCode(one));
	return country === undefined || country.split(', ').some((one) => name(one) === name(wanted));
}

/** The countries that entries name, sorted by name, such as "Germany (DE)". */
export function countriesOf(entries: readonly CatalogEntry[]): INodeListSearchItems[] {
	const all = new Set(entries.flatMap(({ country }) => country?.split(', ') ?? []));
	return [...all]
		.map((one) => {
			const name = nameOfCode(one);
			return { name: name === one ? one : `${name} (${one})`, value: one };
		})
		.sort((left, right) => left.name.localeCompare(right.name));
}

/** Whether an offer may have this much data: one that does not say how much may. */
export function mayHold({ dataMb }: CatalogEntry, gigabytes: number): boolean {
	return dataMb === undefined || dataMb >= gigabytes * SMALLEST_GB;
}

/** The countries of an entry, as it names them, and by the names of their codes. */
function countryNames({ country = '' }: CatalogEntry): string[] {
	return country.split(', ').flatMap((one) => [one, nameOfCode(one)]);
}

/** Another text is its own name. */
function nameOfCode(code: string): string {
	return COUNTRY_CODE.test(code) ? (COUNTRY_NAMES.of(code.toUpperCase()) ?? code) : code;
}

/** In small letters and without accents, as people type. */
function plain(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{Mark}/gu, '')
		.trim()
		.toLowerCase();
}
