import {
	checkRecipient,
	type JsonObject,
	type JsonValue,
	mapOrders,
	positiveAmount,
	readCount,
} from '../../../partner-api';
import { customKeyIn, textOf } from './request-rules';

/**
 * Checks a body of the operator's own that places an order, or several in a batch: what all kinds of orders have in common.
 *
 * @param label what to call the body in an error
 * @returns the body; an amount is a decimal string in it (section 1, rule 4), a quantity a number, an `ext_id` a text
 * @throws InputError that names the field
 */
export function checkedOrders(body: JsonObject, label: string): JsonObject {
	return mapOrders(body, (order, place) =>
		checkedOrder(order, place === undefined ? label : `${label}, entry ${String(place)}`),
	);
}

/** As `checkedOrders`, of one order. */
export function checkedOrder(order: JsonObject, label: string): JsonObject {
	const { amount, quantity, network, to_address: address } = order;
	if (isTron(network) && typeof address === 'string') {
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

/** The document shows no other network to send to, and not whether it must be named (section 4.3). */
function isTron(network: JsonValue | undefined): boolean {
	const isUnnamed = network === undefined || network === null || network === '';
	return isUnnamed || (typeof network === 'string' && network.trim().toUpperCase() === 'TRON');
}

/** A number that JavaScript cannot hold is there with all its digits. */
function digitsOf(value: JsonValue): JsonValue {
	return typeof value === 'object' ? textOf(value) : value;
}
