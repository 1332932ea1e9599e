import type { z } from 'zod';

import {
	type CallResult,
	isJsonObject,
	type JsonObject,
	outcomeOfStatus,
	PartnerApiError,
	schemas,
	unknownOutcome,
} from '../../../partner-api';
import { isRefusalCode } from '../messages/failure-meanings';
import { callLimitsOf } from '../run/call-options';
import { isNoError } from '../run/output';
import type { RunItem } from './item';
import { cameToNothing, differenceText, errorIn, type Order, showsOrder } from './order';
import { withKeys } from './keys-under-way';
import { type Evidence, judgeRecord, lookUpFirst, type Settled, settleOrder, unsent } from './send';

/** One order of a batch, and the item it is of. */
export interface BatchOrder {
	item: RunItem;
	order: Order;
}

/** What a batch says of one order (section 2.8). */
type Result = z.infer<typeof schemas.batchSchema>['results'][number];

/**
 * Sends orders in one request (section 4.8) and settles each.
 *
 * @returns what became of each, in their order; the record of a done one is its result, or its document under `body`
 */
export async function sendBatch(orders: readonly BatchOrder[]): Promise<[BatchOrder, Settled][]> {
	const [first] = orders;
	if (!first) return [];
	const all = orders.map(({ order }) => order);
	const settled = await withKeys(first.item, all, async (hadToWait) => {
		const mayExist = ({ item, order }: BatchOrder) => ({
			item,
			order: { ...order, sentBefore: order.sentBefore || hadToWait },
		});
		return await sendAll(orders.map(mayExist));
	});
	if (!(settled instanceof PartnerApiError)) return settled;
	return orders.map((one) => [one, unsent(one.order, settled)]);
}

async function sendAll(orders: readonly BatchOrder[]): Promise<[BatchOrder, Settled][]> {
	const before = new Map<BatchOrder, Settled>();
	for (const one of orders) {
		const settled = await lookUpFirst(one.item, one.order);
		if (settled) before.set(one, settled);
	}
	const sending = orders.filter((one) => !before.has(one));
	const callResult = await sendTogether(sending);
	const results = resultsOf(callResult, sending);
	const all: [BatchOrder, Settled][] = [];
	for (const one of orders) {
		const { item, order } = one;
		const result = results?.get(one);
		const settled =
			before.get(one) ?? (await settleOrder(item, order, judgeResult(order, callResult, result)));
		all.push([one, asResult(order, settled, result)]);
	}
	return all;
}

async function sendTogether(orders: readonly BatchOrder[]): Promise<CallResult> {
	const [first] = orders;
	// Lookups have settled all of them.
	if (!first) return { wasLost: false };
	const { run, request, options } = first.item;
	const body = { items: orders.map(({ order }) => order.payload) };
	const onSend = () => {
		for (const { item } of orders) item.request.onSend?.();
	};
	return await run.client.send({ ...request, body, onSend }, callLimitsOf(options));
}

function asResult({ extId }: Order, settled: Settled, result?: Result): Settled {
	if (settled.outcome !== 'done') return settled;
	const { record, isFound } = settled;
	return { ...settled, record: { ext_id: extId, ...(isFound ? { body: record } : result) } };
}

/**
 * The results by their order. The document does not show from where they are numbered: unless they are one for each order,
 * from 0 on, none can be told to be that of an order.
 */
function resultsOf({ response }: CallResult, orders: readonly BatchOrder[]) {
	const { results = [] } = schemas.batchSchema.safeParse(response).data ?? {};
	const byOrder = new Map(results.map((result) => [orders[result.index], result]));
	const isOneEach = results.length === orders.length && orders.every((one) => byOrder.has(one));
	return isOneEach ? byOrder : undefined;
}

function judgeResult(order: Order, { failure, wasLost }: CallResult, result?: Result): Evidence {
	if (failure) return { last: failure.outcome, mayHavePlaced: wasLost, failure };
	if (!result) {
		const detail = 'the results are not one for each order, with an index from 0 on';
		return {
			last: 'unknown',
			mayHavePlaced: false,
			failure: unknownOutcome('unexpected_answer', detail),
		};
	}
	const body = isJsonObject(result.body) ? result.body : {};
	const { ext_id: extId } = result;
	const record: JsonObject = typeof extId === 'string' ? { ext_id: extId, ...body } : body;
	const failed = failureIn(result, record);
	// A result that carries another key is that of another order, whatever its index.
	const isOthers = differenceText({ ext_id: record.ext_id }, order) !== undefined;
	if (!failed || isOthers) return judgeRecord(order, record, false);
	// Beside an order, an error leaves it open.
	const isOpen = failed.outcome === 'unknown' || showsOrder(record, { ...order, extId: undefined });
	// Any other code may be that of a server in trouble: then a lookup decides.
	const isRefusal = failed.details.status !== undefined || isRefusalCode(failed.code);
	const last = isOpen ? 'unknown' : 'refused';
	return { last, mayHavePlaced: !isRefusal, failure: failed };
}

/** A failure is reported per order (section 7, rule 8); an API may also tell it by the status, a word or an HTTP one. */
function failureIn(result: Result, record: JsonObject): PartnerApiError | undefined {
	const { error, status } = result;
	const httpStatus = Number(status);
	const isFailed = errorIn(result as JsonObject) !== undefined || cameToNothing(result);
	if (!isFailed && !(httpStatus >= 400)) return undefined;
	const { message } = record;
	// Only an error or an HTTP status says that the API refused.
	const outcome = isNoError(error) ? 'unknown' : 'refused';
	return new PartnerApiError({
		code: typeof error === 'string' && error !== '' ? error : 'no_error_code',
		outcome: httpStatus >= 100 ? outcomeOfStatus(httpStatus) : outcome,
		phase: 'call',
		status: httpStatus >= 100 ? httpStatus : undefined,
		apiMessage: typeof message === 'string' ? message : undefined,
	});
}
