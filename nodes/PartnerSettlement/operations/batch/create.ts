import {
	checkExtId,
	InputError,
	type JsonObject,
	type JsonValue,
	readJsonObject,
	schemas,
} from '../../../../partner-api';
import { jsonArray } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';
import type { ItemCall } from '../../catalog/item-call';
import { ownExtId, refuseForbidden } from '../../catalog/request-rules';
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
	secrets: true,
	notice: 'Each body gets an ext_id of its own, unless it brings one.',
	answersAsShown: false,
	run: createBatch,
};

/** One item for each order, with the ext_id it was sent with. */
async function createBatch(item: ItemCall): Promise<unknown> {
	const { items, extIds } = cartOf(item);
	const { results } = schemas.batchSchema.parse(await item.send({ items }));
	return results.map((result) => ({ ext_id: extIds[result.index], ...result }));
}

/** Puts an ext_id into each order's body. */
function cartOf(item: ItemCall): { items: JsonObject[]; extIds: JsonValue[] } {
	const entries = item.values.items as JsonValue[];
	if (entries.length === 0) throw new InputError('Items is empty');
	const items = entries.map((entry, index) => {
		const label = `Items, entry ${String(index + 1)}`;
		const { body, ...beside } = readJsonObject(entry, label);
		const order = readJsonObject(body ?? null, `${label}, body`);
		refuseForbidden({ ...beside, body: order }, label);
		const extId =
			ownExtId(order, `${label}, body`) ?? entryExtId(item.extId, index, entries.length);
		return { ...beside, body: { ...order, ext_id: extId } };
	});
	return { items, extIds: items.map(({ body }) => body.ext_id) };
}

/** A cart of one keeps the key; in a larger one each order gets its own. */
function entryExtId(extId: string | undefined, index: number, orders: number): string {
	const key = orders === 1 ? extId : `${extId ?? ''}-${String(index)}`;
	return checkExtId(key, EXT_ID.displayName);
}
