import {
	checkExtId,
	InputError,
	type JsonValue,
	readJsonObject,
	schemas,
} from '../../../../partner-api';
import { jsonArray } from '../../catalog/fields';
import { anyOrderEchoes } from '../../catalog/any-order-echoes';
import { checkedOrder } from '../../catalog/free-body';
import { documented, type Operation } from '../../catalog/operation';
import type { CartEntry, ItemCall } from '../../catalog/item-call';
import { ownExtId, refuseForbidden } from '../../catalog/request-rules';
import { RECORD_SECRETS } from '../../catalog/secret-fields';
import { EXT_ID } from '../../catalog/ext-id-parameters';

export const batchCreate: Operation = {
	resource: 'batch',
	operation: 'create',
	name: 'Create',
	action: 'Create a batch of orders',
	description: 'Send a mixed cart of orders; each is carried out on its own, as far as possible',
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
	echoes: anyOrderEchoes,
	secrets: true,
	secretFields: RECORD_SECRETS,
	notice:
		'Each body gets an ext_id of its own, unless it brings one. The orders of all input items go into one cart.',
	answersAsShown: false,
	cart: cartOf,
	options: ['cartSize'],
};

/** Puts an ext_id into each order's body, and checks what every kind of order has in common. */
function cartOf({ values, extId }: Pick<ItemCall, 'values' | 'extId'>): CartEntry[] {
	const entries = values.items as JsonValue[];
	if (entries.length === 0) throw new InputError('Items is empty');
	return entries.map((entry, index) => {
		const label = `Items, entry ${String(index + 1)}`;
		const { body, ...beside } = readJsonObject(entry, label);
		const order = checkedOrder(readJsonObject(body ?? null, `${label}, body`), label);
		refuseForbidden({ ...beside, body: order }, label);
		const own = ownExtId(order, `${label}, body`);
		const key = own ?? entryExtId(extId, index);
		const keyed = { ...order, ext_id: key };
		const wire = { ...beside, body: keyed };
		return { extId: key, hasOwnKey: own !== undefined, body: keyed, wire };
	});
}

/** The first order keeps the key, whatever comes or goes behind it: an execution may be retried with a corrected cart. */
function entryExtId(extId: string | undefined, index: number): string {
	const key = index === 0 ? extId : `${extId ?? ''}-${String(index)}`;
	return checkExtId(key, EXT_ID.displayName);
}
