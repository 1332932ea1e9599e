import { InputError, readJsonArray, readJsonObject, schemas } from '../../../../partner-api';
import { json } from '../../definition/fields';
import { anyOrderIdentifying, checkedOrder } from '../../definition/free-body';
import { documented, type Operation } from '../../definition/operation';
import type { BatchEntry, ItemCall } from '../../definition/item-call';
import { customKeyIn, refuseForbidden } from '../../definition/request-rules';

/** No order yet: it is refused until an amount and an address are filled in. */
const EXAMPLE = `[
  {
    "op": "withdrawal",
    "body": {
      "ext_id": "INV-2042",
      "currency": "USDT",
      "network": "TRON",
      "amount": "...",
      "to_address": "..."
    }
  }
]`;

export const batchCreate: Operation = {
	resource: 'batch',
	operation: 'create',
	name: 'Create',
	action: 'Create a batch of orders',
	description: 'Send several orders in one request; each has its own ext_id and its own result',
	section: '4.8',
	endpoint: documented('POST', 'api', '/partner/batch'),
	effect: 'spend',
	extId: true,
	fields: [
		json('items', {
			required: true,
			default: EXAMPLE,
			description:
				'The orders: an array of objects, each with a "body". Fields beside it, such as "op", are sent as they are.',
			read: readJsonArray,
		}),
	],
	response: schemas.batchSchema,
	identifying: anyOrderIdentifying,
	secrets: true,
	batch: batchOf,
	noun: 'order',
};

/** The orders, checked for what every kind of order has in common. */
function batchOf({ values }: Pick<ItemCall, 'values'>): BatchEntry[] {
	const { items: entries } = values;
	if (!Array.isArray(entries) || entries.length === 0) {
		throw new InputError('The batch holds no order');
	}
	return entries.map((entry, index) => {
		const label = `Items, entry ${String(index)}`;
		const { body, ...envelope } = readJsonObject(entry, label);
		const order = checkedOrder(readJsonObject(body ?? null, `${label}, body`), label);
		refuseForbidden({ ...envelope, body: order }, label);
		const beside = ['ext_id', 'amount', 'currency', 'quantity'].find((name) => name in envelope);
		if (beside !== undefined) {
			throw new InputError(`${label} has ${beside} beside its body`, 'Put it into the body.');
		}
		return { customKey: customKeyIn(order, `${label}, body`), body: order, envelope };
	});
}
