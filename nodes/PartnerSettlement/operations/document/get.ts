import { schemas } from '../../../../partner-api';
import { ERROR_NOTICE, RECORD_SECRETS } from '../../catalog/responses';
import { extId } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';

export const documentGet: Operation = {
	resource: 'document',
	operation: 'get',
	name: 'Get',
	action: 'Get a document',
	description: 'Look up any order by the ext_id it was made with',
	section: '1, rule 10',
	endpoint: documented('POST', 'base', '/api/partner/document_get'),
	scope: 'document:read',
	effect: 'read',
	extId: false,
	fields: [
		extId({
			required: true,
			displayName: 'Idempotency Key (ext_id)',
			description: 'The idempotency key of the order',
		}),
	],
	response: schemas.recordSchema,
	secrets: true,
	secretFields: RECORD_SECRETS,
	notice: ERROR_NOTICE,
};
