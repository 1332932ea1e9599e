import { schemas } from '../../../../partner-api';
import { locator } from '../../catalog/choices';
import { documented, type Operation } from '../../catalog/operation';
import { GIFT_SECRETS } from '../../catalog/responses';

export const giftCardGet: Operation = {
	resource: 'giftCard',
	operation: 'get',
	name: 'Get',
	action: 'Get a gift card',
	description: 'Get a bought gift card with its codes, which are masked unless you reveal them',
	section: '4.9',
	endpoint: documented('GET', 'api', '/partner/gift-cards/{purchase_id}'),
	scope: 'gift:read',
	effect: 'read',
	extId: false,
	fields: [
		locator('purchase_id', {
			required: true,
			list: 'searchPurchases',
			isNeverListed: true,
			placeholder: 'e.g. gift-7f3a',
			description: 'The purchase to read; its purchase_id comes out of Gift Card: Purchase',
		}),
	],
	response: schemas.recordSchema,
	secrets: true,
	secretFields: GIFT_SECRETS,
};
