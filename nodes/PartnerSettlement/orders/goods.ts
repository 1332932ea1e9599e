import pMap from 'p-map';

import {
	ASSUMPTIONS,
	type Differences,
	isJsonObject,
	type JsonObject,
	PartnerApiError,
	pathSegment,
	textOf,
} from '../../../partner-api';
import type { ItemCall } from '../definition/item-call';
import { documentedRecord, errorIn, isId, recordIn, withRecord } from '../definition/envelope';
import { directCall, type Goods } from '../definition/operation';
import { scalarText } from '../definition/fields';
import { lookupLimitsOf } from '../run/call-options';
import type { RunItem } from './item';
import { asFailure } from './lookup';
import {
	allStatuses,
	contradictionOf,
	isFailed,
	statusesOf,
	UNCLEAR_ENDS,
	UNREADABLE,
} from './order';

/** How many of the goods of one order are read at once. */
const AT_ONCE = 8;

/** How goods are read. */
interface Reading {
	item: RunItem;
	/** The order, as its operation sees it. */
	call: ItemCall;
	goods: Goods;
	/** How long each call may take. */
	seconds: number;
}

/** What was read of what an order bought. */
export interface BoughtGoods {
	/** The order with it: one thing under its own name, each of several in its place of `items[]`. */
	order: JsonObject;
	/** Whether all of it is there and ready. */
	isComplete: boolean;
	/** Whether the order does not show the ID of all that was bought. */
	isUnknown: boolean;
	/** How one ended that did not end well. */
	badEnd?: string;
	/** The status of one that is not ready. */
	status?: string;
	/** Why something is not there. */
	failure?: PartnerApiError;
}

const NOT_READY: ReadonlySet<string> = new Set([...ASSUMPTIONS.goods_ready.value, UNREADABLE]);

/**
 * Reads what an order bought, by the IDs that it shows (section 1, rule 11). The response to a quantity of eSIMs has `items[]`
 * (section 4.4).
 *
 * @param order its record and document
 */
export async function readGoods(order: JsonObject, reading: Reading): Promise<BoughtGoods> {
	const { field, id, isReady = () => true } = reading.goods;
	// Some APIs wrap it in its own name.
	const inside = (one: unknown) =>
		isJsonObject(one) && isJsonObject(one[field]) ? one[field] : one;
	const quantity = Number(textOf(reading.item.orders[0]?.fields.quantity ?? 1));
	const record = recordIn(order) ?? order;
	const items = Array.isArray(record.items) ? record.items.filter(isJsonObject) : [];
	// More entries than were ordered are not of this order's goods.
	const parts = items.length > 1 ? items.slice(0, quantity) : [{ ...record, ...items[0] }];
	const read = await pMap(
		parts,
		async ({ [id]: value }) => {
			const known = isId(value) ? scalarText(value) : undefined;
			return known === undefined ? undefined : await readById(known, reading).catch(asFailure);
		},
		{ concurrency: AT_ONCE },
	);
	// An envelope of the order may have the same name.
	const held = order[field];
	const added = read.map((one): JsonObject => {
		if (one === undefined || one instanceof PartnerApiError) return {};
		const bought = one as JsonObject;
		return {
			[field]: isJsonObject(held) && isJsonObject(bought) ? { ...held, ...bought } : bought,
		};
	});
	const isUnknown = read.includes(undefined) || parts.length < quantity;
	const { differences } = reading.item.run.settings;
	const badEnd = [...items.slice(0, quantity), ...read]
		.flatMap((one) => [one, inside(one)])
		.map((one) => badEndOf(one, differences))
		.find((end) => end !== undefined);
	const isReadyNow = (one: unknown) =>
		!(one instanceof PartnerApiError) &&
		errorIn(one) === undefined &&
		Object.keys(recordIn(one) ?? {}).some((name) => name !== 'message') &&
		isReady(inside(one)) &&
		![one, inside(one)].flatMap(statusesOf).some((status) => NOT_READY.has(status));
	const waitedFor = read.find((one) => !isReadyNow(one));
	return {
		order:
			items.length > 1
				? withRecord(order, {
						...record,
						items: items.map((entry, place) => ({ ...entry, ...added[place] })),
					})
				: { ...order, ...added[0] },
		isComplete: !isUnknown && badEnd === undefined && waitedFor === undefined,
		isUnknown,
		badEnd,
		status: [inside(waitedFor), waitedFor].flatMap(allStatuses)[0],
		failure: read.find((one) => one instanceof PartnerApiError),
	};
}

/** The status by which something that was bought ended badly; undefined where there is none. */
function badEndOf(one: unknown, differences: Differences): string | undefined {
	const [status = ''] = allStatuses(one);
	if (isFailed(one, differences)) return status;
	const end = UNCLEAR_ENDS.has(status) ? status : contradictionOf(one, differences);
	return end === undefined || NOT_READY.has(end) ? undefined : end;
}

/** As the operation that reads it would. */
async function readById(id: string, { item, call, goods, seconds }: Reading): Promise<unknown> {
	const { endpoint, perform } = goods.read;
	const path = endpoint.path.replace(/\{\w+\}/, pathSegment(id));
	const limits = lookupLimitsOf(item.options, seconds);
	const send = async () =>
		documentedRecord(
			goods.read,
			await item.run.client.call(directCall(goods.read, { path }), limits),
		);
	return await (perform?.({ ...call, send }) ?? send());
}
