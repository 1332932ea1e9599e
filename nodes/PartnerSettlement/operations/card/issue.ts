import { schemas } from '../../../../partner-api';
import { integer, text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';
import { CARD_SECRETS } from '../../catalog/responses';

export const cardIssue: Operation = {
	resource: 'card',
	operation: 'issue',
	name: 'Issue',
	action: 'Issue a virtual card',
	description: 'Issue a virtual card, paid from the prepaid balance',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/pin/create_card'),
	effect: 'spend',
	extId: true,
	asynchronous: true,
	fields: [
		integer('<svc>_product_id', {
			required: true,
			displayName: 'Product ID',
			placeholder: 'e.g. 101',
			description: 'The card product, from Card Product: Get Many',
		}),
		text('birth_date', { placeholder: 'e.g. 1990-01-31', description: "The holder's birth date" }),
		text('country', { placeholder: 'e.g. DE', description: "The holder's country" }),
		text('email', { placeholder: 'e.g. name@example.com', description: "The holder's email" }),
		text('first_name', { description: "The holder's first name" }),
		text('last_name', { description: "The holder's last name" }),
		text('phone', { placeholder: 'e.g. +491700000000', description: "The holder's phone number" }),
	],
	response: schemas.recordSchema,
	identifying: ['ext_id', '<svc>_product_id'],
	secrets: true,
	secretFields: CARD_SECRETS,
};
