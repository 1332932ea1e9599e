import { schemas } from '../../../../partner-api';
import { jsonObject, text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';
import { GIFT_SECRETS } from '../../catalog/responses';

export const giftCardPurchase: Operation = {
	resource: 'giftCard',
	operation: 'purchase',
	name: 'Purchase',
	action: 'Purchase a gift card',
	description: 'Buy a gift card from the prepaid balance',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/purchase'),
	effect: 'spend',
	extId: true,
	asynchronous: true,
	fields: [
		text('offer_id', { required: true, description: 'The offer, from Gift Offer: Get Many' }),
		jsonObject('required_fields', {
			description: 'The fields this offer asks for, as a JSON object',
		}),
	],
	response: schemas.recordSchema,
	identifying: ['ext_id', 'offer_id'],
	secrets: true,
	secretFields: GIFT_SECRETS,
};
