import { GET_MANY, onlyNamed, type Operation } from '../../definition/operation';
import { SIMPLIFIED_CHECK } from './screening';

export const kytGetAll: Operation = {
	resource: 'kyt',
	...GET_MANY,
	action: 'Get many screenings',
	description: 'List the screenings of this account',
	section: '4.9',
	endpoint: onlyNamed('kyt_check_history'),
	scope: 'kyt:check',
	simplified: SIMPLIFIED_CHECK,
};
