import { schemas } from '../../../../partner-api';
import { documented, type Operation } from '../../catalog/operation';

export const balanceGet: Operation = {
	resource: 'balance',
	operation: 'get',
	name: 'Get',
	action: 'Get the settlement balance',
	description: 'Get the prepaid USDT balance: ledger, reserved, available and pending',
	section: '4.2',
	endpoint: documented('GET', 'api', '/partner/balance'),
	scope: 'balance:read',
	effect: 'read',
	extId: false,
	fields: [],
	response: schemas.balanceSchema,
};
