import { field, readTime } from '../../definition/fields';
import { GET_MANY, onlyNamed, type Operation } from '../../definition/operation';

export const ledgerGetAll: Operation = {
	resource: 'ledger',
	...GET_MANY,
	action: 'Get many ledger lines for reconciliation',
	description: 'List what went into and out of the balance, for reconciliation',
	section: '4.9',
	endpoint: onlyNamed('reconciliation_ledger'),
	scope: 'reconciliation:read',
	fields: [
		field('from', {
			placeholder: 'e.g. 2026-01-01T00:00:00Z',
			description: 'Lines from this time on; unix seconds will do as well',
			read: readTime,
		}),
		field('to', {
			placeholder: 'e.g. 2026-01-31T23:59:59Z',
			description: 'Lines up to this time; unix seconds will do as well',
			read: readTime,
		}),
	],
};
