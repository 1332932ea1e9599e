import type { z } from 'zod';

import { schemas } from '../../../../partner-api';
import { documented, GET, type Operation } from '../../definition/operation';

export const balanceGet: Operation = {
	resource: 'balance',
	...GET,
	action: 'Get the USDT balance',
	description: 'Get the prepaid USDT balance: available, reserved and pending',
	section: '4.2',
	endpoint: documented('GET', 'api', '/partner/balance'),
	scope: 'balance:read',
	fields: [],
	response: schemas.balanceSchema,
	strict: true,
};

export type Balance = z.output<typeof schemas.balanceSchema>;
