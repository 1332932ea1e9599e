import { readInteger, schemas } from '../../../../partner-api';
import { field } from '../../definition/fields';
import { assumedCall, GET, type Operation } from '../../definition/operation';
import { SIMPLIFIED_CHECK } from './screening';

export const kytGet: Operation = {
	resource: 'kyt',
	...GET,
	action: 'Get the result of a screening',
	description: 'Get an earlier screening, with its result once it is there',
	section: '4.9',
	endpoint: assumedCall('kyt_check_get'),
	scope: 'kyt:check',
	fields: [
		field('id', {
			required: true,
			displayName: 'Screening ID',
			placeholder: 'e.g. 1042',
			description: 'The ID that the screening returned when it started',
			read: readInteger,
		}),
	],
	response: schemas.kytCheckSchema,
	strict: true,
	simplified: SIMPLIFIED_CHECK,
};
