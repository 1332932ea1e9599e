import { schemas } from '../../../../partner-api';
import type { ItemCall } from '../../catalog/item-call';
import { documented, type Operation } from '../../catalog/operation';
import { judged } from './judged';

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
	options: ['threshold'],
	notice:
		'With a Threshold under Options, the item also says in is_below_threshold whether it is below.',
	run: get,
};

/** The balance, held against the threshold where the operator gives one. */
async function get(item: ItemCall): Promise<unknown> {
	const answer = await item.send();
	const { threshold } = item.options;
	return threshold === undefined ? answer : judged(schemas.balanceSchema.parse(answer), threshold);
}
