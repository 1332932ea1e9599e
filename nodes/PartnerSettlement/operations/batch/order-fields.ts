import {
	checkExtId,
	InputError,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '../../../../partner-api';
import { type Field, field, fieldProperty } from '../../catalog/fields';
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

const OP = field('op', {
	displayName: 'Code of the Kind (op)',
	placeholder: 'e.g. gift_purchase',
	description: 'How the API calls this kind of order. Left empty, a guess is sent.',
});

const ORDER_NUMBER = field('ext_id', {
	displayName: 'Order Number (ext_id)',
	placeholder: 'e.g. order-1042',
	description: 'Your own number of this order: the same number never pays twice',
	read: checkExtId,
});

/** The orders of a batch, each built from the fields of its kind. */
export const ORDER_FIELDS = field('items', {
	parameter: 'orders',
	displayName: 'Orders',
	topLevel: true,
	description: 'The orders of the batch; each is carried out on its own',
	displayOptions: { show: { itemsMode: ['fields'] } },
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add Order',
	typeOptions: { multipleValues: true },
	options: [
		{
			name: 'order',
			displayName: 'Order',
			values: [
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
						...fieldProperty(one),
						required: one.required,
						displayOptions: { show: { kind: [op] } },
					})),
				),
				...[ORDER_NUMBER, OP].map(fieldProperty),
			],
		},
	],
	read: readOrders,
});

/** @throws InputError that names the order and its field */
function readOrders(value: unknown): JsonValue[] {
	const { order: orders } = isJsonObject(value) ? value : {};
	if (!Array.isArray(orders)) return [];
	return orders.map((order, index) => {
		const given: JsonObject = isJsonObject(order) ? order : {};
		const which = `Order ${String(index)}`;
		const kind = KINDS.find(({ op }) => op === given.kind);
		if (!kind) {
			throw new InputError(`${which}: Kind must be one of ${KINDS.map(({ op }) => op).join(', ')}`);
		}
		const read = (one: Field) => one.read(given[one.parameter], `${which}, ${one.displayName}`);
		const fields = [...kind.fields, ORDER_NUMBER].map((one) => [one.name, read(one)] as const);
		const body = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
		return { op: read(OP) ?? kind.op, body };
	});
}
