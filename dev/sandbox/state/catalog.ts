import { magicPrice } from '../magic';

export interface Product {
	id: number;
	name: string;
	price_usdt: string;
	/** False: the issuer supplies no structured billing address (section 2.7). */
	billingAddress: boolean;
	available: boolean;
}

interface Offer {
	offer_id: string;
	name: string;
	country: string;
	price_usdt: string;
	available: boolean;
}

export interface EsimOffer extends Offer {
	data_mb: number;
	days: number;
}

/** What a purchase has to carry in `required_fields`. */
interface RequiredField {
	name: string;
	label: string;
	type: 'string' | 'number';
	required: boolean;
	options?: string[];
}

export interface GiftOffer extends Offer {
	brand?: string;
	/** Names or, as the document shows no shape, whole descriptions of them. */
	required_fields: (string | RequiredField)[];
}

const PLAYER: RequiredField[] = [
	{ name: 'email', label: 'Email of the player', type: 'string', required: true },
	{ name: 'player_id', label: 'Player ID', type: 'number', required: true },
	{
		name: 'server',
		label: 'Server',
		type: 'string',
		required: false,
		options: ['Europe', 'America', 'Asia'],
	},
];

const PHONE: RequiredField[] = [
	{ name: 'phone', label: 'Phone number', type: 'string', required: true },
];

export const CARD_PRODUCTS: readonly Product[] = [
	product(101, 'Virtual card, USD', '5.00', { billingAddress: true, available: true }),
	product(102, 'Virtual card, no billing address', '2.50', {
		billingAddress: false,
		available: true,
	}),
	product(103, 'Virtual card, EUR', '5.50', { billingAddress: true, available: true }),
	product(104, 'Advertising card, USD', '8.00', { billingAddress: true, available: true }),
	product(105, 'Travel card, USD', '12.00', { billingAddress: true, available: true }),
	product(106, 'Metal card, USD', '40.00', { billingAddress: true, available: false }),
];

export const ESIM_OFFERS: readonly EsimOffer[] = [
	{ ...offer('esim-eu-5gb', 'Europe 5 GB', 'EU', '12.90', true), data_mb: 5120, days: 30 },
	{ ...offer('esim-tr-1gb', 'Turkey 1 GB', 'TR', '3.45', true), data_mb: 1024, days: 7 },
	{ ...offer('esim-tr-10gb', 'Turkey 10 GB', 'TR', '17.20', true), data_mb: 10240, days: 30 },
	{ ...offer('esim-de-1gb', 'Germany 1 GB', 'DE', '3.10', true), data_mb: 1024, days: 7 },
	{ ...offer('esim-de-3gb', 'Germany 3 GB', 'DE', '6.40', true), data_mb: 3072, days: 15 },
	{ ...offer('esim-de-20gb', 'Germany 20 GB', 'DE', '24.50', true), data_mb: 20480, days: 30 },
	{ ...offer('esim-fr-3gb', 'France 3 GB', 'FR', '6.60', true), data_mb: 3072, days: 15 },
	{ ...offer('esim-gb-5gb', 'United Kingdom 5 GB', 'GB', '9.80', true), data_mb: 5120, days: 30 },
	{ ...offer('esim-us-5gb', 'United States 5 GB', 'US', '11.00', true), data_mb: 5120, days: 30 },
	{
		...offer('esim-us-10gb', 'United States 10 GB', 'US', '18.75', false),
		data_mb: 10240,
		days: 30,
	},
	{ ...offer('esim-jp-3gb', 'Japan 3 GB', 'JP', '7.90', true), data_mb: 3072, days: 15 },
	{ ...offer('esim-world-1gb', 'World 1 GB', 'World', '9.90', true), data_mb: 1024, days: 7 },
];

export const GIFT_OFFERS: readonly GiftOffer[] = [
	{
		...offer('gift-bookshop-10', 'Bookshop 10 USD', 'US', '10.15', true),
		brand: 'Bookshop',
		required_fields: [],
	},
	{
		...offer('gift-games-20', 'Games 20 EUR', 'DE', '22.40', true),
		brand: 'Games',
		required_fields: ['email'],
	},
	{
		...offer('gift-music-5', 'Music 5 GBP', 'GB', '6.75', true),
		brand: 'Music',
		required_fields: [],
	},
	{
		...offer('gift-bookshop-25', 'Bookshop 25 USD', 'US', '25.30', true),
		brand: 'Bookshop',
		required_fields: [],
	},
	{
		...offer('gift-bookshop-50', 'Bookshop 50 USD', 'US', '50.45', true),
		brand: 'Bookshop',
		required_fields: [],
	},
	{
		...offer('gift-games-50', 'Games 50 EUR', 'DE', '55.90', true),
		brand: 'Games',
		required_fields: PLAYER,
	},
	{
		...offer('gift-music-10', 'Music 10 GBP', 'GB', '13.40', true),
		brand: 'Music',
		required_fields: [],
	},
	{
		...offer('gift-cinema-15', 'Cinema 15 USD', 'US', '15.20', true),
		brand: 'Cinema',
		required_fields: [],
	},
	{
		...offer('gift-cinema-30', 'Cinéma 30 EUR', 'FR', '33.60', false),
		brand: 'Cinéma',
		required_fields: [],
	},
	{
		...offer('gift-fuel-40', 'Fuel 40 EUR', 'DE', '44.80', true),
		brand: 'Fuel',
		required_fields: [],
	},
	{
		...offer('gift-phone-10', 'Phone credit 10 EUR', 'DE', '11.30', true),
		brand: 'Phone',
		required_fields: PHONE,
	},
	{
		...offer('gift-shoes-60', 'Shoes 60 USD', 'US', '60.50', true),
		brand: 'Shoes',
		required_fields: [],
	},
];

function product(
	id: number,
	name: string,
	price: string,
	more: Pick<Product, 'billingAddress' | 'available'>,
): Product {
	return { id, name, price_usdt: price, ...more };
}

function offer(
	id: string,
	name: string,
	country: string,
	price: string,
	available: boolean,
): Offer {
	return { offer_id: id, name, country, price_usdt: price, available };
}

/** The names of what a purchase must carry. */
export function requiredNames({ required_fields: fields }: GiftOffer): string[] {
	return fields.flatMap((field) => {
		if (typeof field === 'string') return [field];
		return field.required ? [field.name] : [];
	});
}

/** A product by its id; magic ids are products that no catalog call lists. */
export function findProduct(id: number): Product | undefined {
	const listed = CARD_PRODUCTS.find((product) => product.id === id);
	const price = magicPrice(id);
	if (listed !== undefined || price === undefined) return listed;
	return product(id, 'Magic product', price, { billingAddress: true, available: true });
}

function magicOffer(offerId: string): Offer | undefined {
	const price = magicPrice(offerId);
	if (price === undefined) return undefined;
	return offer(offerId, 'Magic offer', 'ZZ', price, true);
}

/** An eSIM offer by its id; magic ids are offers that no catalog call lists. */
export function findEsimOffer(offerId: string): EsimOffer | undefined {
	const magic = magicOffer(offerId);
	if (magic) return { ...magic, data_mb: 1024, days: 7 };
	return ESIM_OFFERS.find(({ offer_id: id }) => id === offerId);
}

/** A gift offer by its id; magic ids are offers that no catalog call lists. */
export function findGiftOffer(offerId: string): GiftOffer | undefined {
	const magic = magicOffer(offerId);
	if (magic) return { ...magic, required_fields: [] };
	return GIFT_OFFERS.find(({ offer_id: id }) => id === offerId);
}
