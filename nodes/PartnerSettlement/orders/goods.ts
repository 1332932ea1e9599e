import pMap from 'p-map';

import {
	type Answer,
	ENTRIES,
	type JsonObject,
	PartnerApiError,
	pathSegment,
	textOf,
	unknownOutcome,
} from '../../../partner-api';
import type { ItemCall } from '../definition/item-call';
import { directCall, documentedRecord, type Goods } from '../definition/operation';
import { lookupLimitsOf } from '../run/call-options';
import type { RunItem } from '../run/run-item';

/** How many of the goods of one order are read at once. */
const AT_ONCE = 8;
/** With one of these statuses, goods are not ready: an assumption, because section 3.3 lists no statuses. */
const NOT_READY: ReadonlySet<string> = new Set(['pending', 'processing', 'expired']);

interface Reading {
	item: RunItem;
	/** The order, as its operation sees it. */
	call: ItemCall;
	goods: Goods;
	/** How long each call may take. */
	seconds: number;
}

/** The goods of an order, as read. */
export interface BoughtGoods {
	/** The output in addition to the order: one thing under its own name, several in `items`. */
	record: JsonObject;
	/** Whether all goods are there and ready. */
	isComplete: boolean;
	/** Whether the order lacks the ID of any of its goods. */
	isUnknown: boolean;
	/** The status of a thing that ended badly. */
	badEnd?: string;
	/** The status of a thing that is not ready. */
	status?: string;
	/** Why one of them is missing. */
	failure?: PartnerApiError;
}

/** One thing that was bought, as read. */
interface Read {
	/** As it comes out. */
	record: unknown;
	answer: Answer;
}

/**
 * Reads the goods of an order, by the IDs that it shows (section 1, rule 11). The response to an order for several eSIMs
 * has `items` (section 4.4).
 *
 * @param order as last read
 */
export async function readGoods(order: Answer, reading: Reading): Promise<BoughtGoods> {
	const { item, goods } = reading;
	const quantity = Number(textOf(item.orders[0]?.fields.quantity ?? 1));
	const { goodsId } = item.run.settings.dialect;
	// If it names this kind's ID, the others that the document names are of other kinds.
	const { default: ofAll } = ENTRIES.goodsId;
	const isNamed = goodsId.includes(goods.id);
	const names = [goods.id, ...goodsId.filter((name) => !isNamed || !ofAll.includes(name))];
	// Duplicates count once.
	const byId = new Map(order.parts.map((part) => [part.field('goods_id'), part]));
	byId.delete(undefined);
	const listed = [...byId.values()].slice(0, quantity);
	const parts = listed.length > 0 ? listed : [order];
	const read = await pMap(
		parts,
		async (part) => {
			const id = part.field(names.find((name) => part.ids.includes(name)) ?? '');
			return id === undefined ? undefined : await readById(id, reading).catch(asFailure);
		},
		{ concurrency: AT_ONCE },
	);
	const shown = read.map((one): JsonObject => {
		if (one === undefined || one instanceof PartnerApiError) return {};
		return { [goods.field]: one.record as JsonObject };
	});
	const answers = read.flatMap((one) =>
		one === undefined || one instanceof Error ? [] : one.answer,
	);
	const isUnknown = read.includes(undefined) || parts.length < quantity;
	const waitedFor = read.find((one) => !isReady(one, goods));
	return {
		record:
			quantity > 1 && listed.length > 0
				? { items: listed.map(({ record }, place) => ({ ...record, ...shown[place] })) }
				: (shown[0] ?? {}),
		isComplete: !isUnknown && waitedFor === undefined,
		isUnknown,
		badEnd: answers.map(badEndOf).find((end) => end !== undefined),
		status: waitedFor && !(waitedFor instanceof Error) ? waitedFor.answer.statusWord : undefined,
		failure: read.find((one) => one instanceof PartnerApiError),
	};
}

function isReady(
	one: Read | PartnerApiError | undefined,
	{ isReady: hasAll = () => true }: Goods,
): boolean {
	if (one === undefined || one instanceof PartnerApiError) return false;
	const { record, error, statusWord } = one.answer;
	const isEmpty = Object.keys(record).every((name) => name === 'message');
	return (
		!isEmpty &&
		!error &&
		!NOT_READY.has(statusWord) &&
		badEndOf(one.answer) === undefined &&
		hasAll(record)
	);
}

/** The status with which goods ended badly; undefined if they did not. */
function badEndOf(answer: Answer): string | undefined {
	const isBad = answer.ownStatus === 'failed' || answer.ownStatus === 'unclear';
	return isBad && !NOT_READY.has(answer.statusWord) ? answer.statusText : undefined;
}

/** A failed read is a value, so that it does not fail the order. */
function asFailure(error: unknown): PartnerApiError {
	return error instanceof PartnerApiError ? error : unknownOutcome('unexpected_answer');
}

/** Reads goods by their ID, as their own operation does: Card: Get, for example. */
async function readById(id: string, { item, call, goods, seconds }: Reading): Promise<Read> {
	const { endpoint, perform } = goods.read;
	const { client, settings } = item.run;
	const path = endpoint.path.replace(/\{\w+\}/, pathSegment(id));
	const asked = await client.ask(
		directCall(goods.read, { path }),
		lookupLimitsOf(item.options, seconds),
	);
	const { answer, failure, response } = asked;
	if (failure) throw failure;
	const send = async () =>
		await Promise.resolve(documentedRecord(goods.read, response, settings.dialect));
	return { record: await (perform?.({ ...call, send }) ?? send()), answer };
}
