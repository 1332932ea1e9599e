import {
	chainOf,
	checkExtId,
	checkRecipient,
	InputError,
	isAbsent,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	positiveAmount,
	readCount,
	readJsonObject,
	textOf,
} from '../../../partner-api';
import type { ItemCall } from './item-call';
import { requireAllowedFields } from './request-rules';

/**
 * Checks an order in an operator's own body by the rules that all kinds of orders share.
 *
 * @param label what to call the body in an error
 * @returns the body, with its amount as a decimal string (section 1, rule 4), a quantity as a number and an `ext_id` as a
 *   text
 * @throws InputError that names the field
 */
export function checkedOrder(order: JsonObject, label: string): JsonObject {
	const { amount, quantity, network, to_address: address, items } = order;
	if (Array.isArray(items) && items.some(isJsonObject)) {
		throw new InputError(`${label} holds several orders`, 'Use Batch: Create instead.');
	}
	// With one of these empty, the API would get another order, such as one for a new eSIM.
	const empty = ['ext_id', 'iccid', 'quantity', 'refresh'].find(
		(name) => name in order && isAbsent(order[name]),
	);
	if (empty !== undefined) {
		throw new InputError(`${label}, ${empty} is empty`, `To send none, leave ${empty} out.`);
	}
	if (typeof address === 'string' && (isTron(network) || chainOf(address) === 'TRON')) {
		checkRecipient(address, `${label}, to_address`);
	}
	const extId = customKeyIn(order, label);
	return {
		...order,
		...(amount !== undefined && { amount: positiveAmount(digitsOf(amount), `${label}, amount`) }),
		...(quantity !== undefined && {
			quantity: readCount(digitsOf(quantity), `${label}, quantity`, 1),
		}),
		...(extId !== undefined && { ext_id: extId }),
	};
}

/**
 * The idempotency key in an operator's own body; undefined if there is none.
 *
 * @param label what to call the body in an error
 * @throws InputError if it is too long, or not a text
 */
export function customKeyIn(body: JsonObject | undefined, label: string): string | undefined {
	const { ext_id: own } = body ?? {};
	// If it were sent empty, the order could be placed twice.
	return own === undefined || own === null || own === ''
		? undefined
		: checkExtId(own, `${label}, ext_id`);
}

/** One order of a batch (section 4.8), as read. */
export interface BatchEntry {
	/** The custom key in the body. */
	customKey?: string;
	body: JsonObject;
	/** The fields around the body, which are passed on. */
	envelope: JsonObject;
}

/**
 * The orders of an item of Batch: Create, checked by the rules that every kind of order shares.
 *
 * @throws InputError that names the entry
 */
export function batchEntries({ items: entries }: ItemCall['values']): BatchEntry[] {
	if (!Array.isArray(entries) || entries.length === 0) {
		throw new InputError('The batch has no orders');
	}
	return entries.map((entry, index) => {
		const label = `Items, entry ${String(index)}`;
		const { body, ...envelope } = readJsonObject(entry, label);
		const order = checkedOrder(readJsonObject(body ?? null, `${label}, body`), label);
		requireAllowedFields({ ...envelope, body: order }, label);
		const beside = ['ext_id', 'amount', 'currency', 'quantity'].find((name) => name in envelope);
		if (beside !== undefined) {
			throw new InputError(`${label} has ${beside} next to its body`, 'Move it into the body.');
		}
		return { customKey: customKeyIn(order, `${label}, body`), body: order, envelope };
	});
}

const IDENTIFYING = [
	...['ext_id', 'offer_id', 'to_address', 'card_id', 'plan_id', 'iccid', 'esim_id'],
	...['<svc>_product_id', 'quantity', 'required_fields.amount'],
];

/**
 * The identifying fields of a body that may hold any kind of order. The response to a withdrawal shows its amount (section
 * 2.2). For a card's top-up, it may show the credited amount instead. Only a screening names an `address` (section 4.7).
 *
 * @param order the body
 * @returns names of the document, with `<svc>` for the service code
 */
export function anyOrderIdentifying(order: JsonObject): string[] {
	const ofWithdrawal = order.to_address === undefined ? [] : ['amount'];
	const ofScreening = order.address === undefined ? [] : ['network', 'address'];
	return [...IDENTIFYING, ...ofWithdrawal, ...ofScreening];
}

/** The document shows no other network to send to, and does not say whether it must be named (section 4.3). */
function isTron(network: JsonValue | undefined): boolean {
	return typeof network !== 'string' || ['', 'TRON'].includes(network.trim().toUpperCase());
}

/** Keeps all digits of a number that JavaScript cannot hold. */
function digitsOf(value: JsonValue): JsonValue {
	return typeof value === 'object' ? textOf(value) : value;
}
