import { checkExtId } from '../../../../partner-api';
import { field } from '../../definition/fields';
import { documented, type Operation } from '../../definition/operation';

/** Several calls, which `setup/` makes: it has no endpoint of its own. */
export const setupCheck: Operation = {
	resource: 'setup',
	operation: 'check',
	name: 'Check the API',
	action: 'Check the API before the first order',
	subtitle: 'Check the API',
	description:
		'Start here: see which calls work, and what to enter in API Differences of the credential. It places no orders and changes nothing.',
	section: '4.9',
	endpoint: documented('GET', 'api', ''),
	effect: 'read',
	fields: [
		field('ext_id', {
			topLevel: true,
			displayName: 'Order Number of Your First Order (ext_id)',
			placeholder: 'e.g. order-1042',
			description:
				'The number of an order that you have placed. Its document shows how your API writes statuses and numbers.',
			hint: 'Leave it empty if you have placed no order yet',
			read: checkExtId,
		}),
	],
};
