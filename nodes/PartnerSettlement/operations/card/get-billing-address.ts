import { schemas } from '../../../../partner-api';
import { text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';

export const cardGetBillingAddress: Operation = {
	resource: 'card',
	operation: 'getBillingAddress',
	name: 'Get Billing Address',
	action: 'Get the billing address of a card',
	description: 'Get the billing address of a card; it is null where the issuer gives none',
	section: '4.6',
	endpoint: documented('POST', 'base', '/api/partner/card_billing_address'),
	scope: 'cards:read',
	effect: 'read',
	extId: false,
	fields: [text('card_id', { required: true, description: 'A card of this partner' })],
	response: schemas.billingAddressSchema,
};
