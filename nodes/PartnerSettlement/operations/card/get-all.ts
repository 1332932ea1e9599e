import { documented, type Operation } from '../../definition/operation';

export const cardGetAll: Operation = {
	resource: 'card',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many cards',
	description: 'List the cards of this account',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/cards'),
	effect: 'read',
	fields: [],
	list: true,
	secrets: true,
};
