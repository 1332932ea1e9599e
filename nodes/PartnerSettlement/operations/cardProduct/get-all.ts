import { onlyNamed, type Operation } from '../../definition/operation';

export const cardProductGetAll: Operation = {
	resource: 'cardProduct',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many card products',
	description: 'List the cards that can be issued, with what is left of them and the price in USDT',
	section: '4.9, and 1, rule 9',
	endpoint: onlyNamed('card_products'),
	effect: 'read',
	fields: [],
	list: true,
};
