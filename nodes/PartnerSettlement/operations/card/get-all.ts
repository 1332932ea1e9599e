import { schemas } from '../../../../partner-api';
import { documented, type Operation } from '../../catalog/operation';
import { CARD_SECRETS } from '../../catalog/responses';

export const cardGetAll: Operation = {
	resource: 'card',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many cards',
	description: 'List the cards of this account',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/cards'),
	effect: 'read',
	extId: false,
	fields: [],
	response: schemas.listSchema,
	list: true,
	options: ['body'],
	secrets: true,
	secretFields: CARD_SECRETS,
};
