import { isJsonObject, type JsonObject, type JsonValue } from './json';

/** Beside the orders of a batch, these make one more order. */
const ORDER_FIELDS = ['amount', 'to_address', 'offer_id', 'plan_id'];

/**
 * The orders that a request's body places: those of a batch (section 4.8) and one in the envelope, else the body
 * itself.
 *
 * @param body as it is sent; a call without one may be an order as well
 */
export function ordersIn(body: JsonValue | undefined): JsonObject[] {
	if (!isJsonObject(body)) return [{}];
	const entries = entriesOf(body);
	if (!entries) return [body];
	const envelope = envelopeOf(body);
	const isOrder = ORDER_FIELDS.some((name) => envelope[name] !== undefined);
	return [...entries.map(orderOf), ...(isOrder ? [envelope] : [])];
}

/**
 * The same body with each of its orders changed.
 *
 * @param change is given an order, and which of a batch it is: from 1 on, undefined for the envelope of a batch, and
 *   where there is none
 */
export function mapOrders(
	body: JsonObject,
	change: (order: JsonObject, place?: number) => JsonObject,
): JsonObject {
	const items = entriesOf(body)?.map((entry, index) => {
		const order = change(orderOf(entry), index + 1);
		return isJsonObject(entry.body) ? { ...entry, body: order } : order;
	});
	return items ? { ...change(envelopeOf(body)), items } : change(body);
}

/** Whether a body places several orders, each with a key of its own. */
export function isBatch(body: JsonObject): boolean {
	return entriesOf(body) !== undefined;
}

/** The idempotency key of an order; undefined where it carries none. */
export function extIdOf({ ext_id: extId }: JsonObject): string | undefined {
	return typeof extId === 'string' && extId.trim() !== '' ? extId : undefined;
}

function entriesOf({ items }: JsonObject): JsonObject[] | undefined {
	const areOrders = Array.isArray(items) && items.length > 0 && items.every(isJsonObject);
	return areOrders ? items : undefined;
}

function envelopeOf(body: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'items'));
}

function orderOf(entry: JsonObject): JsonObject {
	return isJsonObject(entry.body) ? entry.body : entry;
}
