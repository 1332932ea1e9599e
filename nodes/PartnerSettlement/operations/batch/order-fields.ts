import type { INodeProperties } from 'n8n-workflow';

import { InputError, isJsonObject, type JsonObject, type JsonValue } from '../../../../partner-api';
import { extId, type Field, field, text } from '../../catalog/fields';
import type { Operation } from '../../catalog/operation';
import { cardIssue } from '../card/issue';
import { cardTopUp } from '../card/top-up';
import { esimPurchase } from '../esim/purchase';
import { giftCardPurchase } from '../giftCard/purchase';
import { withdrawalCreate } from '../withdrawal/create';

/** A kind of order that a batch can be built of. */
interface Kind {
	/** Sent as `op` unless the operator gives another: the names of the events (section 6.3), for want of any (section 4.8). */
	op: string;
	name: string;
	fields: readonly Field[];
}

const KINDS: readonly Kind[] = [
	kind('card_issue', 'Card', cardIssue, [
		...['firstName', 'lastName', 'email', 'phone', 'birthDate', 'country'],
	]),
	kind('card_topup', 'Card Top-Up', cardTopUp),
	kind('esim_purchase', 'eSIM', esimPurchase),
	kind('gift_purchase', 'Gift Card', giftCardPurchase, ['requiredFields']),
	kind('withdrawal', 'Withdrawal', withdrawalCreate),
];

/** @param optional parameters that are shown beside the required ones */
function kind(op: string, name: string, { fields }: Operation, optional: string[] = []): Kind {
	const isShown = ({ required, parameter }: Field) => required || optional.includes(parameter);
	return { op, name, fields: fields.filter(isShown) };
}

const OP = text('op', {
	displayName: 'Code of the Kind (op)',
	placeholder: 'e.g. gift_purchase',
	description: 'How the API calls this kind of order. Left empty, a guess is sent.',
});

const ORDER_NUMBER = extId({
	displayName: 'Order Number (ext_id)',
	placeholder: 'e.g. order-1042',
	description: 'Your own number of this order: the same number never pays twice',
});

/** The orders of a batch, each built from the fields of its kind. */
export function orderFields(info: Pick<Field['property'], 'displayOptions'>): Field {
	return field(
		'items',
		{
			...info,
			parameter: 'orders',
			displayName: 'Orders',
			topLevel: true,
			description: 'The orders of the batch; each is carried out on its own',
		},
		{
			type: 'fixedCollection',
			default: {},
			placeholder: 'Add Order',
			typeOptions: { multipleValues: true },
			options: [{ name: 'order', displayName: 'Order', values: orderProperties() }],
		},
		readOrders,
	);
}

function orderProperties(): INodeProperties[] {
	return [
		{
			displayName: 'Kind',
			name: 'kind',
			type: 'options',
			options: KINDS.map(({ op, name }) => ({ name, value: op })),
			default: 'card_issue',
			description: 'What is ordered',
		},
		...KINDS.flatMap(({ op, fields }) =>
			fields.map((one) => ({
				...propertyOf(one),
				required: one.required,
				displayOptions: { show: { kind: [op] } },
			})),
		),
		propertyOf(ORDER_NUMBER),
		propertyOf(OP),
	];
}

function propertyOf({ displayName, parameter, property }: Field): INodeProperties {
	return { displayName, name: parameter, ...property };
}

/** @throws InputError that names the order and its field */
function readOrders(value: unknown): JsonValue[] {
	const { order: orders } = isJsonObject(value) ? value : {};
	if (!Array.isArray(orders)) return [];
	return orders.map((order, index) => readOrder(isJsonObject(order) ? order : {}, index + 1));
}

function readOrder(order: JsonObject, place: number): JsonObject {
	const which = `Order ${String(place)}`;
	const chosen = KINDS.find(({ op }) => op === order.kind);
	if (!chosen) {
		throw new InputError(`${which}: Kind must be one of ${KINDS.map(({ op }) => op).join(', ')}`);
	}
	const read = (one: Field) => one.read(order[one.parameter], `${which}, ${one.displayName}`);
	const body = [...chosen.fields, ORDER_NUMBER].map((one) => [one.name, read(one)]);
	return { op: read(OP) ?? chosen.op, body: Object.fromEntries(body) as JsonObject };
}
