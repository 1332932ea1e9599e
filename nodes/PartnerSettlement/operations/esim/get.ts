import { schemas } from '../../../../partner-api';
import { text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';

export const esimGet: Operation = {
	resource: 'esim',
	operation: 'get',
	name: 'Get',
	action: 'Get an eSIM',
	description: 'Get an eSIM with its usage and, once it is ready, its activation code (LPA)',
	section: '4.4',
	endpoint: documented('GET', 'api', '/partner/esims/{esim_id}'),
	scope: 'esim:*',
	effect: 'read',
	extId: false,
	fields: [
		text('esim_id', { required: true, displayName: 'eSIM ID', description: 'The eSIM to read' }),
	],
	response: schemas.esimSchema,
	secrets: true,
	secretFields: ['code'],
};
