import { schemas } from '../../../../partner-api';
import { cardId } from '../../definition/choices';
import { documented, type Operation } from '../../definition/operation';

export const cardGetBillingAddress: Operation = {
	resource: 'card',
	operation: 'getBillingAddress',
	name: 'Get Billing Address',
	action: 'Get the billing address of a card',
	description: 'Get the billing address of a card, if its issuer gives one',
	section: '4.6',
	endpoint: documented('POST', 'base', '/api/partner/card_billing_address'),
	scope: 'cards:read',
	effect: 'read',
	fields: [cardId('One of your cards')],
	response: schemas.billingAddressSchema,
};
