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

/** A field of a purchase's `required_fields`. */
interface RequiredField {
	name: string;
	label: string;
	type: 'string' | 'number';
	required: boolean;
	options?: string[];
}

export interface GiftOffer extends Offer {
	brand: string;
	/** Names or, because the document shows no shape, full descriptions. */
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
	product(101, 'Virtual card, USD', '5.00'),
	{ ...product(102, 'Virtual card, no billing address', '2.50'), billingAddress: false },
	product(103, 'Virtual card, EUR', '5.50'),
	product(104, 'Advertising card, USD', '8.00'),
	product(105, 'Travel card, USD', '12.00'),
	{ ...product(106, 'Metal card, USD', '40.00'), available: false },
];

export const ESIM_OFFERS: readonly EsimOffer[] = [
	esim('esim-eu-5gb', 'Europe 5 GB', 'EU', '12.90', 5, 30),
	esim('esim-tr-1gb', 'Turkey 1 GB', 'TR', '3.45', 1, 7),
	esim('esim-tr-10gb', 'Turkey 10 GB', 'TR', '17.20', 10, 30),
	esim('esim-de-1gb', 'Germany 1 GB', 'DE', '3.10', 1, 7),
	esim('esim-de-3gb', 'Germany 3 GB', 'DE', '6.40', 3, 15),
	esim('esim-de-20gb', 'Germany 20 GB', 'DE', '24.50', 20, 30),
	esim('esim-fr-3gb', 'France 3 GB', 'FR', '6.60', 3, 15),
	esim('esim-gb-5gb', 'United Kingdom 5 GB', 'GB', '9.80', 5, 30),
	esim('esim-us-5gb', 'United States 5 GB', 'US', '11.00', 5, 30),
	{ ...esim('esim-us-10gb', 'United States 10 GB', 'US', '18.75', 10, 30), available: false },
	esim('esim-jp-3gb', 'Japan 3 GB', 'JP', '7.90', 3, 15),
	esim('esim-world-1gb', 'World 1 GB', 'World', '9.90', 1, 7),
];

export const GIFT_OFFERS: readonly GiftOffer[] = [
	gift('gift-bookshop-10', 'Bookshop 10 USD', 'US', '10.15'),
	gift('gift-games-20', 'Games 20 EUR', 'DE', '22.40', ['email']),
	gift('gift-music-5', 'Music 5 GBP', 'GB', '6.75'),
	gift('gift-bookshop-25', 'Bookshop 25 USD', 'US', '25.30'),
	gift('gift-bookshop-50', 'Bookshop 50 USD', 'US', '50.45'),
	gift('gift-games-50', 'Games 50 EUR', 'DE', '55.90', PLAYER),
	gift('gift-music-10', 'Music 10 GBP', 'GB', '13.40'),
	gift('gift-cinema-15', 'Cinema 15 USD', 'US', '15.20'),
	{ ...gift('gift-cinema-30', 'Cinéma 30 EUR', 'FR', '33.60'), available: false },
	gift('gift-fuel-40', 'Fuel 40 EUR', 'DE', '44.80'),
	gift('gift-phone-10', 'Phone credit 10 EUR', 'DE', '11.30', PHONE),
	gift('gift-shoes-60', 'Shoes 60 USD', 'US', '60.50'),
];

function product(id: number, name: string, price: string): Product {
	return { id, name, price_usdt: price, billingAddress: true, available: true };
}

function offer(id: string, name: string, country: string, price: string): Offer {
	return { offer_id: id, name, country, price_usdt: price, available: true };
}

function esim(
	id: string,
	name: string,
	country: string,
	price: string,
	gigabytes: number,
	days: number,
): EsimOffer {
	return { ...offer(id, name, country, price), data_mb: gigabytes * 1024, days };
}

function gift(
	id: string,
	name: string,
	country: string,
	price: string,
	fields: GiftOffer['required_fields'] = [],
): GiftOffer {
	const [brand = name] = name.split(' ');
	return { ...offer(id, name, country, price), brand, required_fields: fields };
}

/** The names of the fields that a purchase must carry. */
export function requiredNames({ required_fields: fields }: GiftOffer): string[] {
	return fields.flatMap((field) => {
		if (typeof field === 'string') return [field];
		return field.required ? [field.name] : [];
	});
}

/** A product by its id; magic ids are products that no catalog call lists. */
export function findProduct(id: number): Product | undefined {
	const price = magicPrice(id);
	if (price !== undefined) return product(id, 'Magic product', price);
	return CARD_PRODUCTS.find((product) => product.id === id);
}

/** An eSIM offer by its id; magic ids are offers that no catalog call lists. */
export function findEsimOffer(offerId: string): EsimOffer | undefined {
	const price = magicPrice(offerId);
	if (price !== undefined) return esim(offerId, 'Magic offer', 'ZZ', price, 1, 7);
	return ESIM_OFFERS.find(({ offer_id: id }) => id === offerId);
}

/** A gift offer by its id; magic ids are offers that no catalog call lists. */
export function findGiftOffer(offerId: string): GiftOffer | undefined {
	const price = magicPrice(offerId);
	if (price !== undefined) return gift(offerId, 'Magic offer', 'ZZ', price);
	return GIFT_OFFERS.find(({ offer_id: id }) => id === offerId);
}
