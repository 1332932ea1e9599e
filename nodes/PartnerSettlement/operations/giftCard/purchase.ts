import { isJsonObject, schemas } from '../../../../partner-api';
import { form, locator, panelOnly } from '../../catalog/choices';
import { type Field, field, jsonObject } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';
import { OrderSummary } from '../../catalog/order-summary';
import { GIFT_SECRETS } from '../../catalog/responses';
import { giftOfferGetAll } from '../giftOffer/get-all';
import { giftCardGet } from './get';

/** Where older workflows hold the required fields. n8n hands over no parameter that the node does not describe. */
function formerRequiredFields(): Field {
	const info = { displayName: 'Additional Fields', parameter: 'additionalFields', topLevel: true };
	const former = jsonObject('required_fields', { description: 'As a JSON object' });
	const options = [{ displayName: former.displayName, name: former.parameter, ...former.property }];
	return field(
		'required_fields',
		{ ...info, description: 'Of older workflows' },
		{ type: 'hidden', default: {}, options },
		(value) => (isJsonObject(value) ? former.read(value.requiredFields) : undefined),
	);
}

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
	goods: { field: 'gift_card', read: giftCardGet, ids: ['purchase_id', 'ref_id', 'order_id'] },
	catalog: { read: giftOfferGetAll, id: 'offer_id' },
	fields: [
		locator('offer_id', {
			required: true,
			list: 'searchGiftOffers',
			placeholder: 'e.g. gift-bookshop-10',
			description: 'The offer to buy',
		}),
		panelOnly(
			'required_fields_mode',
			{ description: 'How to give what the offer asks for, such as an email' },
			{
				type: 'options',
				default: 'form',
				options: [
					{ name: 'Using a Form', value: 'form' },
					{ name: 'Using JSON', value: 'json' },
				],
			},
		),
		form('required_fields', {
			parameter: 'requiredFieldsForm',
			method: 'fieldsOfGiftOffer',
			dependsOn: 'offerId.value',
			topLevel: true,
			description: 'What the offer asks for',
			displayOptions: { show: { requiredFieldsMode: ['form'] } },
		}),
		jsonObject('required_fields', {
			topLevel: true,
			description: 'What the offer asks for, as a JSON object',
			displayOptions: { show: { requiredFieldsMode: ['json'] } },
		}),
		formerRequiredFields(),
	],
	response: schemas.recordSchema,
	identifying: ['ext_id', 'offer_id'],
	secrets: true,
	secretFields: GIFT_SECRETS,
	summary: () => new OrderSummary('gift card'),
};
