import { schemas } from '../../../../partner-api';
import { text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';
import { GIFT_SECRETS } from '../../catalog/responses';

export const giftCardGet: Operation = {
	resource: 'giftCard',
	operation: 'get',
	name: 'Get',
	action: 'Get a gift card',
	description: 'Get a bought gift card with its epin and codes',
	section: '4.9',
	endpoint: documented('GET', 'api', '/partner/gift-cards/{purchase_id}'),
	scope: 'gift:read',
	effect: 'read',
	extId: false,
	fields: [text('purchase_id', { required: true, description: 'The purchase to read' })],
	response: schemas.recordSchema,
	secrets: true,
	secretFields: GIFT_SECRETS,
};
