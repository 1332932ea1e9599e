import { form, locator } from '../../catalog/choices';
import { json } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';
import { giftOfferGetAll } from '../giftOffer/get-all';
import { giftCardGet } from './get';

export const giftCardPurchase: Operation = {
	resource: 'giftCard',
	operation: 'purchase',
	name: 'Purchase',
	action: 'Buy a gift card or voucher',
	subtitle: 'Buy a gift card',
	description: 'Buy a gift card from the prepaid balance',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/purchase'),
	effect: 'spend',
	extId: true,
	asynchronous: true,
	goods: { field: 'gift_card', read: giftCardGet, id: 'purchase_id' },
	catalog: { read: giftOfferGetAll, id: 'offer_id' },
	fields: [
		locator('offer_id', {
			required: true,
			list: 'searchGiftOffers',
			placeholder: 'e.g. gift-bookshop-10',
			description: 'The offer to buy',
		}),
		form('required_fields', {
			parameter: 'requiredFieldsForm',
			method: 'fieldsOfGiftOffer',
			dependsOn: 'offerId.value',
			topLevel: true,
			description: 'What the offer asks for',
		}),
		json('required_fields', {
			description: 'What the offer asks for, as a JSON object, where it shows no form',
		}),
	],
	identifying: ['ext_id', 'offer_id'],
	secrets: true,
	noun: 'gift card',
};
