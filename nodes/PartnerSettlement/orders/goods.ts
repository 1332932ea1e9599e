import {
	attempt,
	isJsonObject,
	type JsonObject,
	PartnerApiError,
	unknownOutcome,
} from '../../../partner-api';
import type { ItemCall } from '../catalog/item-call';
import type { Goods } from '../catalog/operation';
import { pathSegment } from '../catalog/request-rules';
import { lookupLimitsOf } from '../run/call-options';
import { asError, type RunItem } from './item';
import { refuses } from './lookup';

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
export interface Delivery {
	/** The order with it: one thing under its own name, each of several in its place of `items[]`. */
	order: JsonObject;
	/** Whether all of it is there. */
	isComplete: boolean;
	/** Whether the order shows no ID to read something by. */
	isUnknown: boolean;
	/** Why something is not there. */
	failure?: PartnerApiError;
}

const NOT_FOUND = 404;

/**
 * Reads what an order bought, by the IDs that it shows (section 1, rule 11). A quantity of eSIMs is answered with `items[]`,
 * of a shape that is not shown (section 4.4).
 *
 * @param order its record and document
 */
export async function readGoods(order: JsonObject, reading: Reading): Promise<Delivery> {
	const { field, ids, isReady = () => true } = reading.goods;
	const items = (Array.isArray(order.items) ? order.items : []).map((entry) =>
		// An entry may be an ID alone.
		isJsonObject(entry) ? entry : { [ids[0]]: entry },
	);
	const parts = items.length > 1 ? items : [{ ...order, ...items[0] }];
	const read = await Promise.all(
		parts.map(async (part) => await readPart(part, reading).catch(asFailure)),
	);
	const added = read.map((one): JsonObject =>
		one === undefined || one instanceof PartnerApiError ? {} : { [field]: one as JsonObject },
	);
	const [first] = added;
	return {
		order:
			items.length > 1
				? { ...order, items: items.map((entry, place) => ({ ...entry, ...added[place] })) }
				: { ...order, ...first },
		isComplete: added.every(({ [field]: record }) => record !== undefined && isReady(record)),
		isUnknown: read.includes(undefined),
		failure: read.find((one) => one instanceof PartnerApiError),
	};
}

/** The order exists: whatever is wrong with what was read must not make it fail. */
function asFailure(error: unknown): PartnerApiError {
	if (error instanceof PartnerApiError) return error;
	return unknownOutcome('unexpected_answer', asError(error).name);
}

/**
 * Reads one thing. A field after the first may hold another kind of ID: then there is no such thing, or it is of another
 * order.
 *
 * @returns undefined where there is no ID to read it by
 * @throws PartnerApiError
 */
async function readPart(part: JsonObject, reading: Reading): Promise<unknown> {
	const { goods, item } = reading;
	let failure: PartnerApiError | undefined;
	for (const [name, id] of idsIn(part, goods.ids)) {
		const record = await attempt(readById(id, reading));
		if (record instanceof PartnerApiError) {
			if (!refuses(record, NOT_FOUND)) throw record;
			failure ??= record;
		} else if (name === goods.ids[0] || isOfOrder(record, item.extId)) {
			return record;
		}
	}
	if (failure) throw failure;
	return undefined;
}

function isOfOrder(record: unknown, extId: string | undefined): boolean {
	return isJsonObject(record) && (record.ext_id ?? extId) === extId;
}

/** The IDs under these names, also one level down, the surest first. */
function idsIn(part: JsonObject, names: readonly string[]): [name: string, id: string][] {
	const places = [part, ...Object.values(part).filter(isJsonObject)];
	return names.flatMap((name) =>
		places.flatMap(({ [name]: id }): [string, string][] =>
			(typeof id === 'string' && id !== '') || typeof id === 'number' ? [[name, String(id)]] : [],
		),
	);
}

/** As the operation that reads it would. */
async function readById(id: string, { item, call, goods, seconds }: Reading): Promise<unknown> {
	const { endpoint, scope, run } = goods.read;
	const { method, base, path } = endpoint;
	const filled = path.replace(/\{\w+\}/, pathSegment(id));
	const request = { method, base, path: filled, scope: scope ?? undefined } as const;
	const limits = lookupLimitsOf(item.options, seconds);
	const send = async () => await item.run.client.call({ ...request, retrySafety: 'safe' }, limits);
	return await (run?.({ ...call, send }) ?? send());
}
