import { isAbsent, isJsonObject, type JsonValue, readJsonObject } from '../../../../partner-api';
import { locator } from '../../definition/choices';
import { field, json } from '../../definition/fields';
import { documented, type Operation, ORDER } from '../../definition/operation';
import { giftOfferGetAll } from '../giftOffer/get-all';
import { giftCardGet, hasCodes } from './get';

/** The editor shows the required fields of the chosen offer as a form. */
const REQUIRED_FIELDS_FORM = field('required_fields', {
	parameter: 'requiredFieldsForm',
	topLevel: true,
	description: 'The details that the offer asks for',
	type: 'resourceMapper',
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: {
		loadOptionsDependsOn: ['offerId.value'],
		resourceMapper: {
			resourceMapperMethod: 'fieldsOfGiftOffer',
			mode: 'add',
			valuesLabel: 'Required Fields',
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: true,
			supportAutoMap: false,
		},
	},
	read: filledIn,
});

export const giftCardPurchase: Operation = {
	resource: 'giftCard',
	operation: 'purchase',
	name: 'Purchase',
	action: 'Buy a gift card or voucher',
	subtitle: 'Buy a gift card',
	description: 'Buy a gift card or voucher',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/purchase'),
	...ORDER,
	goods: { field: 'gift_card', read: giftCardGet, id: 'purchase_id', isReady: hasCodes },
	priceList: { read: giftOfferGetAll, id: 'offer_id' },
	fields: [
		locator('offer_id', {
			required: true,
			list: 'searchGiftOffers',
			placeholder: 'e.g. gift-bookshop-10',
			description: 'The offer to buy',
		}),
		REQUIRED_FIELDS_FORM,
		json('required_fields', {
			displayName: 'Required Fields as JSON',
			description:
				'The details that the offer asks for, as a JSON object. Use it if the offer shows no form.',
		}),
	],
	identifying: ['ext_id', 'offer_id', 'required_fields.amount'],
	areas: ['gift_purchase'],
	isLookedUpFirst: true,
	secrets: true,
	noun: 'gift card',
};

/** @returns undefined for an empty form */
function filledIn(value: unknown, label: string): JsonValue | undefined {
	if (!isJsonObject(value)) return undefined;
	const fields = Object.entries(readJsonObject(value, label)).filter(
		([, given]) => !isAbsent(given),
	);
	return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
