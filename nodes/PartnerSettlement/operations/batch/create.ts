import { InputError, type JsonValue, readJsonObject, schemas } from '../../../../partner-api';
import { OPTIONS } from '../../catalog/options';
import { jsonArray } from '../../catalog/fields';
import { anyOrderIdentifying } from '../../catalog/any-order';
import { checkedOrder } from '../../catalog/free-body';
import { documented, type Operation } from '../../catalog/operation';
import type { BatchEntry, ItemCall } from '../../catalog/item-call';
import { customKeyIn, refuseForbidden } from '../../catalog/request-rules';
import { RECORD_SECRETS } from '../../catalog/responses';

const { cartSize } = OPTIONS;

export const batchCreate: Operation = {
	resource: 'batch',
	operation: 'create',
	name: 'Create',
	action: 'Create a batch of orders',
	description: 'Send a mixed batch of orders; each is carried out on its own, as far as possible',
	section: '4.8',
	endpoint: documented('POST', 'api', '/partner/batch'),
	effect: 'spend',
	extId: true,
	fields: [
		jsonArray('items', {
			required: true,
			default: '[\n  { "body": {} }\n]',
			description:
				'The orders: an array of objects, each with a "body". Fields beside it, such as "op", are passed on; the API document does not show them.',
		}),
	],
	response: schemas.batchSchema,
	identifying: anyOrderIdentifying,
	secrets: true,
	secretFields: RECORD_SECRETS,
	notice: `Each body gets an ext_id of its own, unless it brings one. The orders of all input items go into one batch, or into several of as many as ${cartSize.displayName} says (${cartSize.default} unless you set it), sent one after the other. If an order fails, the batches behind it are not sent, unless the node has On Error: Continue. A result with an error fails its item; an empty error is left out.`,
	outputIsResponse: false,
	batch: batchOf,
	options: ['cartSize'],
};

/** The orders, checked for what every kind of order has in common. */
function batchOf({ values }: Pick<ItemCall, 'values'>): BatchEntry[] {
	const entries = values.items as JsonValue[];
	if (entries.length === 0) throw new InputError('Items is empty');
	return entries.map((entry, index) => {
		const label = `Items, entry ${String(index + 1)}`;
		const { body, ...envelope } = readJsonObject(entry, label);
		const order = checkedOrder(readJsonObject(body ?? null, `${label}, body`), label);
		refuseForbidden({ ...envelope, body: order }, label);
		if ('ext_id' in envelope) {
			throw new InputError(`${label} has an ext_id beside its body`, 'Put it into the body.');
		}
		return { customKey: customKeyIn(order, `${label}, body`), body: order, envelope };
	});
}
