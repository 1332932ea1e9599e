import type { z } from 'zod';

import {
	type ApiCall,
	type CallResult,
	isJsonObject,
	type JsonObject,
	outcomeOfStatus,
	PartnerApiError,
	schemas,
	unknownOutcome,
} from '../../../partner-api';
import { isDocumentedCode } from '../messages/failure-meanings';
import { limitsOf } from '../run/call-options';
import { isNoError } from '../run/output';
import type { RunItem } from './item';
import { differenceText, type Order, showsOrder } from './order';
import {
	type Evidence,
	evidenceOfFailure,
	judgeRecord,
	lookUpFirst,
	type Settled,
	settleOrder,
} from './send';

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
 * @returns what became of each; the record of a done one is its result, or its document under `body`
 */
export async function sendBatch(
	orders: readonly BatchOrder[],
): Promise<ReadonlyMap<BatchOrder, Settled>> {
	const settled = new Map<BatchOrder, Settled>();
	for (const one of orders) {
		const before = await lookUpFirst(one.item, one.order);
		if (before) settled.set(one, asResult(one.order, before));
	}
	const sending = orders.filter((one) => !settled.has(one));
	const [first] = sending;
	if (!first) return settled;
	const { run, options } = first.item;
	const callResult = await run.client.send(callFor(first, sending), limitsOf(options));
	const results = resultsOf(callResult, sending.length);
	for (const [index, one] of sending.entries()) {
		const { item, order } = one;
		const result = results?.get(index);
		const done = await settleOrder(item, order, evidenceOf(order, callResult, result));
		settled.set(one, asResult(order, done, result));
	}
	return settled;
}

function callFor({ item }: BatchOrder, orders: readonly BatchOrder[]): ApiCall {
	const onSend = () => {
		for (const one of orders) one.item.request.onSend?.();
	};
	return {
		...item.request,
		body: { items: orders.map(({ order }) => order.inBatch ?? {}) },
		onSend,
	};
}

function asResult({ extId }: Order, settled: Settled, result?: Result): Settled {
	if (settled.outcome !== 'done') return settled;
	const { record, isFound } = settled;
	return { ...settled, record: { ext_id: extId, ...(isFound ? { body: record } : result) } };
}

/**
 * The results by the index of their order. The document does not show from where they are numbered: unless they are one for
 * each order, from 0 on, none can be told to be that of an order.
 */
function resultsOf({ response }: CallResult, orders: number): Map<number, Result> | undefined {
	const { results = [] } = schemas.batchSchema.safeParse(response).data ?? {};
	const byIndex = new Map(results.map((result) => [result.index, result]));
	const isWithin = [...byIndex.keys()].every((index) => index >= 0 && index < orders);
	const isComplete = results.length === orders && byIndex.size === orders && isWithin;
	return isComplete ? byIndex : undefined;
}

function evidenceOf(order: Order, { failure, wasLost }: CallResult, result?: Result): Evidence {
	if (failure) return evidenceOfFailure(failure, wasLost);
	if (!result) {
		const detail = 'the results are not one for each order, with an index from 0 on';
		return { last: 'no_order', wasLost, failure: unknownOutcome('unexpected_answer', detail) };
	}
	const body = isJsonObject(result.body) ? result.body : {};
	const { ext_id: extId } = result;
	const record: JsonObject = typeof extId === 'string' ? { ext_id: extId, ...body } : body;
	const failed = failureIn(result, record);
	// A result that carries another key is that of another order, whatever its index.
	const isOthers = differenceText({ ext_id: record.ext_id }, order) !== undefined;
	if (!failed || isOthers) return judgeRecord(order, record, wasLost);
	// Beside an order, an error leaves it open.
	const isOpen = failed.outcome === 'unknown' || showsOrder(record, { ...order, extId: undefined });
	// A code that the document does not name may be that of a server in trouble: then a lookup decides.
	const isKnown = failed.details.status !== undefined || isDocumentedCode(failed.code);
	const last = isOpen ? 'no_order' : 'refused';
	return { last, wasLost: wasLost || !isKnown, failure: failed };
}

/** A failure is reported per order (section 7, rule 8); an API may also tell it as an HTTP status. */
function failureIn({ error, status }: Result, record: JsonObject): PartnerApiError | undefined {
	const httpStatus = Number(status);
	if (isNoError(error) && !(httpStatus >= 400)) return undefined;
	const { message } = record;
	return new PartnerApiError({
		code: typeof error === 'string' && error !== '' ? error : 'no_error_code',
		outcome: httpStatus >= 100 ? outcomeOfStatus(httpStatus) : 'refused',
		phase: 'call',
		status: httpStatus >= 100 ? httpStatus : undefined,
		apiMessage: typeof message === 'string' ? message : undefined,
	});
}
