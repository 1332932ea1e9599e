import { documented, GET_MANY, type Operation } from '../../definition/operation';

export const cardGetAll: Operation = {
	resource: 'card',
	...GET_MANY,
	action: 'Get many cards',
	description: 'List the cards of this account',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/cards'),
	secrets: true,
};
