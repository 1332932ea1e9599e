import { checkExtId } from '../../../partner-api';
import { EXT_ID } from '../catalog/ext-id-parameters';
import type { CartEntry, CartOrder } from '../catalog/item-call';

/**
 * Gives the orders of an item the keys that their bodies do not bring along, by their places: the first keeps that of the
 * item, whatever comes or goes behind it, for an execution may be retried with a corrected cart.
 *
 * @throws InputError when a key is too long
 */
export function keyedByPlace(orders: readonly CartOrder[], extId: string): CartEntry[] {
	return orders.map((order, index) => keyed(order, extId, index));
}

/**
 * As `keyedByPlace`, by what is ordered: an AI agent that sends its cart again may have corrected some of it. Those that
 * order the same stay orders of their own.
 *
 * @param keyOf the key of what is ordered
 * @param ownExtId what it begins with, where that is the operator's
 */
export function keyedByContent(
	orders: readonly CartOrder[],
	keyOf: (order: CartOrder) => string,
	ownExtId?: string,
): CartEntry[] {
	const taken = new Set(orders.flatMap(({ ownExtId }) => ownExtId ?? []));
	return orders.map((order) => {
		if (order.ownExtId !== undefined) return keyed(order, order.ownExtId, 0);
		const key = keyOf(order);
		let place = 0;
		while (taken.has(numbered(key, place))) place += 1;
		taken.add(numbered(key, place));
		return keyed(order, key, place, ownExtId);
	});
}

function numbered(key: string, place: number): string {
	return place === 0 ? key : `${key}-${String(place)}`;
}

/** @param typed what an operator knows of the key */
function keyed(
	{ ownExtId, body, beside }: CartOrder,
	key: string,
	place: number,
	typed = key,
): CartEntry {
	const added = numbered(key, place).slice(typed.length);
	const extId = ownExtId ?? checkExtId(typed, EXT_ID.displayName, added);
	const order = { ...body, ext_id: extId };
	return {
		extId,
		hasOwnKey: ownExtId !== undefined,
		isNumbered: ownExtId === undefined && place > 0,
		body: order,
		wire: { ...beside, body: order },
	};
}
