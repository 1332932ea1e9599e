import { schemas } from '../../../../partner-api';
import { locator } from '../../catalog/choices';
import { documented, type Operation } from '../../catalog/operation';

export const cardGetBillingAddress: Operation = {
	resource: 'card',
	operation: 'getBillingAddress',
	name: 'Get Billing Address',
	action: 'Get the billing address of a card',
	description: 'Get the billing address of a card, where its issuer gives one',
	section: '4.6',
	endpoint: documented('POST', 'base', '/api/partner/card_billing_address'),
	scope: 'cards:read',
	effect: 'read',
	extId: false,
	fields: [
		locator('card_id', {
			required: true,
			list: 'searchCards',
			placeholder: 'e.g. card-7f3a',
			description: 'A card of this partner',
		}),
	],
	response: schemas.billingAddressSchema,
};
