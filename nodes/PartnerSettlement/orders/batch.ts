import {
	type CallResult,
	type JsonObject,
	outcomeOfStatus,
	PartnerApiError,
	schemas,
	unknownOutcome,
} from '../../../partner-api';
import { documentedRecord, errorIn, objectsIn, recordIn } from '../definition/envelope';
import { isAbsent, isUnreadable, scalarText } from '../definition/fields';
import { isRefusalCode } from '../messages/failure-meanings';
import { callLimitsOf } from '../run/call-options';
import { noteAcceptedUnshown, noteDone } from './accepted-here';
import type { RunItem } from './item';
import { tellsOfError } from './lookup';
import { cameToNothing, type Order, showsOrder, STANDS, statusOf, UNCLEAR_ENDS } from './order';
import { withKeys } from './keys-under-way';
import { type Judgement, judgeRecord } from './response';
import { keyNotHad, settleBeforeSending, settleOrder } from './send';
import type { Settled } from './settle';

/** An order of a batch, and the item it is of. */
export interface Entry {
	item: RunItem;
	order: Order;
}

/**
 * Sends orders in one request (section 4.8) and settles each.
 *
 * @returns what became of each, in their order; the record of a done one is its result, or its document under `body`
 */
export async function sendBatch(entries: readonly Entry[]): Promise<Settled[]> {
	const [first] = entries;
	if (!first) return [];
	const orders = entries.map(({ order }) => order);
	const settled = await withKeys(first.item, orders, async (hadToWait) => {
		const known = entries.map(({ item, order }) => ({
			item,
			order: { ...order, mayExist: order.mayExist || hadToWait },
		}));
		return await settleAll(known, hadToWait);
	});
	if (!(settled instanceof PartnerApiError)) return settled;
	return orders.map((order) => keyNotHad(order, settled));
}

async function settleAll(entries: readonly Entry[], hadToWait: boolean): Promise<Settled[]> {
	const before: (Settled | undefined)[] = [];
	for (const { item, order } of entries)
		before.push(await settleBeforeSending(item, order, hadToWait));
	const sending = entries.filter((_, place) => !before[place]);
	const callResult = await sendTogether(sending);
	const given = resultsIn(callResult);
	const results = resultsOf(given, sending);
	// Where results name their orders, or one of them failed, the API has not accepted the others.
	const isPartly = given.some((result) => keyIn(result) !== undefined || tellsOfError(result));
	const whole = isPartly ? undefined : callResult.response;
	const all: Settled[] = [];
	for (const [place, entry] of entries.entries()) {
		const { item, order } = entry;
		const result = results.get(entry);
		const known = before[place];
		const judgement = judgeResult(order, callResult, result);
		if (!known && judgement.last === 'unknown') noteAcceptedUnshown(item, order, result ?? whole);
		all.push(asResult(entry, known ?? (await settleOrder(item, order, judgement)), result));
	}
	return all;
}

async function sendTogether(entries: readonly Entry[]): Promise<CallResult> {
	const [first] = entries;
	// Lookups have settled all of them.
	if (!first) return { mayBeDone: false };
	const { run, request, options } = first.item;
	const body = { items: entries.map(({ order }) => order.payload) };
	const sent = await run.client.tryCall({ ...request, body }, callLimitsOf(options));
	return { ...sent, response: documentedRecord(run.operation, sent.response) };
}

function asResult({ item, order }: Entry, settled: Settled, result?: JsonObject): Settled {
	if (settled.outcome !== 'done') return settled;
	const { record, isFound } = settled;
	const shown = { ext_id: order.extId, ...(isFound ? { body: record } : result) };
	return noteDone(item, order, { ...settled, record: shown });
}

/**
 * The results by their order: by the key that they show. Without keys the index counts, from 0 or from 1 (not shown). Then
 * they must be one for each order, and no key may speak against it.
 */
function resultsOf(
	results: readonly JsonObject[],
	entries: readonly Entry[],
): ReadonlyMap<Entry, JsonObject | undefined> {
	const keyed = results.map((result) => ({ result, key: keyIn(result) }));
	for (const first of [0, 1]) {
		const byPlace = new Map(
			keyed.map((one) => [Number(scalarText(one.result.index)) - first, one]),
		);
		const isOneEach = entries.every(({ order }, place) => {
			const one = byPlace.get(place);
			return one && (one.key ?? order.extId) === order.extId;
		});
		if (isOneEach && results.length === entries.length) {
			return new Map(entries.map((entry, place) => [entry, byPlace.get(place)?.result]));
		}
	}
	const byKey = new Map(entries.map((entry) => [entry.order.extId, entry]));
	const byOrder = new Map<Entry, JsonObject | undefined>();
	for (const { result, key } of keyed) {
		const entry = key === undefined ? undefined : byKey.get(key);
		// Of two, neither can be told to be that of the order.
		if (entry) byOrder.set(entry, byOrder.has(entry) ? undefined : result);
	}
	return byOrder;
}

/** What a batch says of its orders (section 2.8). */
function resultsIn({ response }: CallResult): JsonObject[] {
	return objectsIn(schemas.batchSchema.safeParse(response).data?.results);
}

function keyIn(result: JsonObject): string | undefined {
	const { ext_id: key } = recordInResult(result);
	// A list is nobody's key.
	return isAbsent(key) ? undefined : (scalarText(key) ?? '');
}

/** What a result shows of its order; the key may stand beside the body. */
function recordInResult({ ext_id: key, body }: JsonObject): JsonObject {
	const record = recordIn(body) ?? {};
	return isAbsent(key) || !isAbsent(record.ext_id) ? record : { ...record, ext_id: key };
}

function judgeResult(
	order: Order,
	{ failure, mayBeDone }: CallResult,
	result?: JsonObject,
): Judgement {
	if (failure) return { last: failure.outcome, mayBeDone, failure };
	if (!result) {
		const detail = 'none of the results can be told to be that of this order';
		const failure = unknownOutcome('unexpected_answer', detail);
		return { last: 'unknown', mayBeDone: false, failure };
	}
	const record = recordInResult(result);
	const failed = failureIn(result, record, order);
	if (!failed) return judgeRecord(order, record, false);
	// Beside an order, or a status that says that it stands, an error leaves it open.
	const stands = STANDS.has((scalarText(result.status) ?? '').toLowerCase());
	const isShown = stands || showsOrder(record, { ...order, extId: undefined });
	const isOpen = failed.outcome === 'unknown' || isShown;
	// Any other code may be that of a server in trouble: then a lookup decides.
	const isRefusal = failed.details.status !== undefined || isRefusalCode(failed.code);
	const last = isOpen ? 'unknown' : 'refused';
	return { last, mayBeDone: !isRefusal, failure: failed, record };
}

/** A failure is reported per order (section 7, rule 8); an API may also tell it by the status, a word or an HTTP one. */
function failureIn(
	result: JsonObject,
	record: JsonObject,
	order: Order,
): PartnerApiError | undefined {
	const { error, status } = result;
	const httpStatus = Number(scalarText(status));
	const isFailed = errorIn(result) !== undefined || cameToNothing(result, order);
	const isUnclear = isUnreadable(status) || UNCLEAR_ENDS.has(statusOf(result));
	if (!isFailed && !isUnclear && !(httpStatus >= 400)) return undefined;
	const { message } = record;
	// Only an error code or an HTTP status says that the API refused.
	const code = typeof error === 'string' && error !== '' ? error : undefined;
	const outcome = code === undefined ? 'unknown' : 'refused';
	return new PartnerApiError({
		code: code ?? 'no_error_code',
		outcome: httpStatus >= 100 ? outcomeOfStatus(httpStatus) : outcome,
		phase: 'call',
		status: httpStatus >= 100 ? httpStatus : undefined,
		apiMessage: typeof message === 'string' ? message : undefined,
	});
}
