import { readInteger } from '../../../../partner-api';
import { locator } from '../../definition/choices';
import { field } from '../../definition/fields';
import { documented, type Operation, ORDER } from '../../definition/operation';
import { cardProductGetAll } from '../cardProduct/get-all';
import { cardGet } from './get';

export const cardIssue: Operation = {
	resource: 'card',
	operation: 'issue',
	name: 'Issue',
	action: 'Issue a virtual card',
	subtitle: 'Issue a card',
	description: 'Issue a virtual card',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/pin/create_card'),
	...ORDER,
	goods: { field: 'card', read: cardGet, id: 'card_id' },
	priceList: { read: cardProductGetAll, id: '<svc>_product_id' },
	fields: [
		locator('<svc>_product_id', {
			required: true,
			list: 'searchCardProducts',
			displayName: 'Card Product',
			placeholder: 'e.g. 101',
			description: 'The card product to issue',
			hint: 'Its price is for issuing. To put money on the card, use Card: Top Up afterwards',
			read: readInteger,
		}),
		field('birth_date', { placeholder: 'e.g. 1990-01-31', description: "The holder's birth date" }),
		field('country', { placeholder: 'e.g. DE', description: "The holder's country" }),
		field('email', { placeholder: 'e.g. name@example.com', description: "The holder's email" }),
		field('first_name', { placeholder: 'e.g. Ada', description: "The holder's first name" }),
		field('last_name', { placeholder: 'e.g. Lovelace', description: "The holder's last name" }),
		field('phone', { placeholder: 'e.g. +491700000000', description: "The holder's phone number" }),
	],
	identifying: ['ext_id', '<svc>_product_id'],
	areas: ['card_issue'],
	isLookedUpFirst: true,
	secrets: true,
	encryptable: true,
	noun: 'card',
};
