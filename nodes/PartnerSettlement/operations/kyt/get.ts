import { schemas } from '../../../../partner-api';
import { integer } from '../../catalog/fields';
import { named, type Operation } from '../../catalog/operation';

export const kytGet: Operation = {
	resource: 'kyt',
	operation: 'get',
	name: 'Get',
	action: 'Get a check',
	description: 'Look at a check that was ordered before',
	section: '4.9',
	endpoint: named('kyt_check_get'),
	scope: 'kyt:check',
	effect: 'read',
	extId: false,
	fields: [
		integer('id', {
			required: true,
			inferred: true,
			displayName: 'Check ID',
			description: 'The id of the check, with all its digits',
		}),
	],
	response: schemas.kytCheckSchema,
};
