import { GET_MANY, assumedCall, type Operation } from '../../definition/operation';

export const esimOfferGetAll: Operation = {
	resource: 'esimOffer',
	...GET_MANY,
	action: 'Get many eSIM offers',
	description: 'List the eSIM offers, with stock and price in USDT, the cheapest first',
	section: '4.9, and 1, rule 9',
	endpoint: assumedCall('esim_offers'),
	scope: 'esim:*',
};
