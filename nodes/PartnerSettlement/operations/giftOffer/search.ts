import { field } from '../../definition/fields';
import { documented, type Operation } from '../../definition/operation';

export const giftOfferSearch: Operation = {
	resource: 'giftOffer',
	operation: 'search',
	name: 'Search',
	action: 'Search gift offers',
	description: 'Search the gift card offers, for example by brand',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/offers'),
	effect: 'read',
	// Section 4.5 does not say whether `query` is required, and calls this a list of the gift offers.
	fields: [
		field('query', {
			topLevel: true,
			placeholder: 'e.g. bookshop',
			description: 'The text to look for. Empty: it is not sent',
		}),
	],
	list: true,
};
