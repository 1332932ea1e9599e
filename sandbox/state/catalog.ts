import { magicPrice } from '../magic';

export interface Product {
	id: number;
	name: string;
	price_usdt: string;
	/** False: the issuer supplies no structured billing address (section 2.7). */
	billingAddress: boolean;
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

export interface GiftOffer extends Offer {
	/** Names of the texts a purchase has to carry in `required_fields`. */
	required_fields: string[];
}

export const CARD_PRODUCTS: readonly Product[] = [
	{ id: 101, name: 'Virtual card, USD', price_usdt: '5.00', billingAddress: true },
	{ id: 102, name: 'Virtual card, no billing address', price_usdt: '2.50', billingAddress: false },
];

export const ESIM_OFFERS: readonly EsimOffer[] = [
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
		offer_id: 'esim-tr-1gb',
		name: 'Türkiye 1 GB',
		country: 'TR',
		price_usdt: '3.45',
		available: true,
		data_mb: 1024,
		days: 7,
	},
];

export const GIFT_OFFERS: readonly GiftOffer[] = [
	{
		offer_id: 'gift-bookshop-10',
		name: 'Bookshop 10 USD',
		country: 'US',
		price_usdt: '10.15',
		available: true,
		required_fields: [],
	},
	{
		offer_id: 'gift-games-20',
		name: 'Games 20 EUR',
		country: 'DE',
		price_usdt: '22.40',
		available: true,
		required_fields: ['email'],
	},
	{
		offer_id: 'gift-music-5',
		name: 'Music 5 GBP',
		country: 'GB',
		price_usdt: '6.75',
		available: true,
		required_fields: [],
	},
];

/** A product by its id; magic ids are products that no catalog call lists. */
export function findProduct(id: number): Product | undefined {
	const listed = CARD_PRODUCTS.find((product) => product.id === id);
	const price = magicPrice(id);
	if (listed !== undefined || price === undefined) return listed;
	return { id, name: 'Magic product', price_usdt: price, billingAddress: true };
}

function magicOffer(offerId: string): Offer | undefined {
	const price = magicPrice(offerId);
	if (price === undefined) return undefined;
	return {
		offer_id: offerId,
		name: 'Magic offer',
		country: 'ZZ',
		price_usdt: price,
		available: true,
	};
}

/** An eSIM offer by its id; magic ids are offers that no catalog call lists. */
export function findEsimOffer(offerId: string): EsimOffer | undefined {
	const magic = magicOffer(offerId);
	if (magic) return { ...magic, data_mb: 1024, days: 7 };
	return ESIM_OFFERS.find((offer) => offer.offer_id === offerId);
}

/** A gift offer by its id; magic ids are offers that no catalog call lists. */
export function findGiftOffer(offerId: string): GiftOffer | undefined {
	const magic = magicOffer(offerId);
	if (magic) return { ...magic, required_fields: [] };
	return GIFT_OFFERS.find((offer) => offer.offer_id === offerId);
}
