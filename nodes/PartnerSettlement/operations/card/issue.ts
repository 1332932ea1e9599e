import { schemas } from '../../../../partner-api';
import { integerLocator } from '../../catalog/choices';
import { text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';
import { OrderSummary } from '../../catalog/order-summary';
import { CARD_SECRETS } from '../../catalog/responses';
import { cardProductGetAll } from '../cardProduct/get-all';
import { cardGet } from './get';

export const cardIssue: Operation = {
	resource: 'card',
	operation: 'issue',
	name: 'Issue',
	action: 'Issue a virtual card',
	subtitle: 'Issue a card',
	description: 'Issue a virtual card, paid from the prepaid balance',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/pin/create_card'),
	effect: 'spend',
	extId: true,
	asynchronous: true,
	goods: { field: 'card', read: cardGet, ids: ['card_id'] },
	catalog: { read: cardProductGetAll, id: '<svc>_product_id' },
	fields: [
		integerLocator('<svc>_product_id', {
			required: true,
			list: 'searchCardProducts',
			displayName: 'Product ID',
			placeholder: 'e.g. 101',
			description: 'The card product to issue',
		}),
		text('birth_date', { placeholder: 'e.g. 1990-01-31', description: "The holder's birth date" }),
		text('country', { placeholder: 'e.g. DE', description: "The holder's country" }),
		text('email', { placeholder: 'e.g. name@example.com', description: "The holder's email" }),
		text('first_name', { placeholder: 'e.g. Ada', description: "The holder's first name" }),
		text('last_name', { placeholder: 'e.g. Lovelace', description: "The holder's last name" }),
		text('phone', { placeholder: 'e.g. +491700000000', description: "The holder's phone number" }),
	],
	response: schemas.recordSchema,
	identifying: ['ext_id', '<svc>_product_id'],
	secrets: true,
	secretFields: CARD_SECRETS,
	encryptable: true,
	summary: () => new OrderSummary('card'),
};
