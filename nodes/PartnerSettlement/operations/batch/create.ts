import { readJsonArray, schemas } from '../../../../partner-api';
import { json } from '../../definition/fields';
import { anyOrderIdentifying } from '../../definition/free-body';
import { documented, type Operation } from '../../definition/operation';

/** Not an order yet: it is refused until an amount and an address are filled in. */
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
	description: 'Send several orders in one request; each has its own result',
	section: '4.8',
	endpoint: documented('POST', 'api', '/partner/batch'),
	effect: 'spend',
	extId: true,
	fields: [
		json('items', {
			required: true,
			default: EXAMPLE,
			description:
				'The orders: an array of objects, each with a "body". Other fields, such as "op", are sent unchanged.',
			read: readJsonArray,
		}),
	],
	response: schemas.batchSchema,
	identifying: anyOrderIdentifying,
	secrets: true,
	noun: 'order',
};
