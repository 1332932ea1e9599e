import { GET_MANY, assumedCall, type Operation } from '../../definition/operation';

export const cardProductGetAll: Operation = {
	resource: 'cardProduct',
	...GET_MANY,
	action: 'Get many card products',
	description: 'List the cards that can be issued, with what is left of them and the price in USDT',
	section: '4.9, and 1, rule 9',
	endpoint: assumedCall('card_products'),
};
