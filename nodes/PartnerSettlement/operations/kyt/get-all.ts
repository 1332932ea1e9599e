import { field } from '../../definition/fields';
import { GET_MANY, assumedCall, type Operation } from '../../definition/operation';
import { SIMPLIFIED_CHECK } from './screening';

export const kytGetAll: Operation = {
	resource: 'kyt',
	...GET_MANY,
	action: 'Get many screenings',
	description: 'List the screenings of this account',
	section: '4.9',
	endpoint: assumedCall('kyt_check_history'),
	scope: 'kyt:check',
	fields: [
		field('address', {
			placeholder: 'e.g. T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
			description:
				'Only screenings of this address. We assume that the API has this filter: check the output.',
		}),
	],
	simplified: SIMPLIFIED_CHECK,
};
