import { checkExtId } from '../../../../partner-api';
import { field } from '../../definition/fields';
import { assumedCall, GET, type Operation } from '../../definition/operation';
import { EXT_ID } from '../../definition/parameters';

export const documentGet: Operation = {
	resource: 'document',
	...GET,
	action: 'Look up an order by its order number',
	description: 'Look up what happened to any order, by its order number (ext_id)',
	section: '1, rule 10',
	// Section 1, rule 10, shows this call, but an API may have another form of it.
	endpoint: { ...assumedCall('document_get'), isAssumed: false },
	scope: 'document:read',
	fields: [
		field('ext_id', {
			required: true,
			displayName: EXT_ID.displayName,
			placeholder: 'e.g. order-1042',
			description: 'Your own number for the order, or the ext_id that the node made for it',
			read: checkExtId,
		}),
	],
	secrets: true,
};
