import { GET_MANY, assumedCall, type Operation } from '../../definition/operation';

export const cardProductGetAll: Operation = {
	resource: 'cardProduct',
	...GET_MANY,
	action: 'Get many card products',
	description: 'List the card products, with stock and price in USDT, the cheapest first',
	section: '4.9, and 1, rule 9',
	endpoint: assumedCall('card_products'),
};
