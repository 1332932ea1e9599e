import { schemas } from '../../../../partner-api';
import { time } from '../../catalog/fields';
import { named, type Operation } from '../../catalog/operation';

export const ledgerGetAll: Operation = {
	resource: 'ledger',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many ledger lines',
	description: 'List the lines of the settlement ledger, for reconciliation',
	section: '4.9',
	endpoint: named('reconciliation_ledger'),
	scope: 'reconciliation:read',
	effect: 'read',
	extId: false,
	fields: [
		time('from', {
			inferred: true,
			description: 'Lines from this time on, RFC 3339 or unix seconds',
		}),
		time('to', { inferred: true, description: 'Lines up to this time, RFC 3339 or unix seconds' }),
	],
	response: schemas.listSchema,
	list: true,
};
