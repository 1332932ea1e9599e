import { schemas } from '../../../../partner-api';
import { named, type Operation } from '../../catalog/operation';

export const kytGetAll: Operation = {
	resource: 'kyt',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many checks',
	description: 'List the checks of this partner',
	section: '4.9',
	endpoint: named('kyt_check_history'),
	scope: 'kyt:check',
	effect: 'read',
	extId: false,
	fields: [],
	response: schemas.listSchema,
	list: true,
};
