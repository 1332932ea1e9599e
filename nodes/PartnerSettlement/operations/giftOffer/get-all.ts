import { GET_MANY, assumedCall, type Operation } from '../../definition/operation';

export const giftOfferGetAll: Operation = {
	resource: 'giftOffer',
	...GET_MANY,
	action: 'Get many gift offers',
	description: 'List the gift card offers, with stock and price in USDT, the cheapest first',
	section: '4.9, and 1, rule 9',
	endpoint: assumedCall('gift_offers'),
	scope: 'gift:read',
};
