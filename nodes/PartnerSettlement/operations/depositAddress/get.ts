import { schemas } from '../../../../partner-api';
import { named, type Operation } from '../../catalog/operation';

export const depositAddressGet: Operation = {
	resource: 'depositAddress',
	operation: 'get',
	name: 'Get',
	action: 'Get the deposit address',
	description: 'Get the sticky USDT TRC-20 address that tops up the balance',
	section: '4.9',
	endpoint: named('deposit_address'),
	scope: 'deposit_address:read',
	effect: 'read',
	extId: false,
	fields: [],
	response: schemas.recordSchema,
};
