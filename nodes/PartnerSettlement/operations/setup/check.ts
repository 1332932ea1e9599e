import { documented, type Operation } from '../../definition/operation';

/** Several calls, which `setup/` makes: it has no endpoint of its own. */
export const setupCheck: Operation = {
	resource: 'setup',
	operation: 'check',
	name: 'Check the API',
	action: 'Check the API before the first order',
	subtitle: 'Check the API',
	description:
		'The first thing to do: see which calls work, and what to enter under API Differences in the credential. It orders and changes nothing.',
	section: '4.9',
	endpoint: documented('GET', 'api', ''),
	effect: 'read',
	fields: [],
};
