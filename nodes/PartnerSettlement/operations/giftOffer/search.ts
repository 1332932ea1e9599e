import { schemas } from '../../../../partner-api';
import { text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';

export const giftOfferSearch: Operation = {
	resource: 'giftOffer',
	operation: 'search',
	name: 'Search',
	action: 'Search gift offers',
	description: 'Search the gift offers by text',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/offers'),
	effect: 'read',
	extId: false,
	fields: [text('query', { required: true, description: 'What to look for' })],
	response: schemas.listSchema,
	list: true,
};
