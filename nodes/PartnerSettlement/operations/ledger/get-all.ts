import { time } from '../../definition/fields';
import { GET_MANY, assumedCall, type Operation } from '../../definition/operation';

const ZONE =
	"Without a time zone, n8n uses the one in the workflow's settings. You can also use unix seconds.";

export const ledgerGetAll: Operation = {
	resource: 'ledger',
	...GET_MANY,
	action: 'Get many ledger lines for reconciliation',
	description: 'List what went into and out of the balance, for reconciliation',
	section: '4.9',
	endpoint: assumedCall('reconciliation_ledger'),
	scope: 'reconciliation:read',
	fields: [
		time('from', { description: `Lines from this time on. ${ZONE}` }),
		time(
			'to',
			{ description: `Lines up to this time. If you pick a day, all of it is included. ${ZONE}` },
			true,
		),
	],
};
