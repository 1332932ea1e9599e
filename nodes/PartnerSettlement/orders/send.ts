import {
	type CallResult,
	expectShape,
	isJsonObject,
	type LocalErrorCode,
	PartnerApiError,
	pause,
	resultOrFailure,
	shapeProblem,
	unknownOutcome,
} from '../../../partner-api';
import type { ItemCall } from '../catalog/item-call';
import { responseOf } from '../catalog/operation';
import { KEY_CONFLICT } from '../messages/failure-meanings';
import { callLimitsOf, lookupLimitsOf } from '../run/call-options';
import type { RunItem } from './item';
import { withKeys } from './keys-under-way';
import { type Lookup, lookUp, refuses } from './lookup';
import { differenceText, errorIn, type Order, showsOrder, tellingText } from './order';
import { type LastResponse, type Outcome, settle } from './settle';

/** What became of an order. */
export type Settled =
	| {
			outcome: 'done';
			/** The API's record of it. */
			record: unknown;
			/** The record comes from a lookup. */
			isFound: boolean;
			/** Nothing of it left this run: an earlier one had sent it. */
			isUnsent?: boolean;
	  }
	| NotDone;

interface NotDone {
	outcome: Exclude<Outcome, 'done'>;
	/** What the call failed with. */
	failure: PartnerApiError;
	/** What a lookup said, for the operator. */
	detail?: string;
	/** It was refused or not sent, because its key is another order's. */
	isKeyTaken?: boolean;
	/** Nothing of it left this run. An earlier one may have sent it. */
	isUnsent?: boolean;
	/** What the API showed in its place, or of its end. */
	record?: unknown;
}

/** An order that is not done. It is thrown from an item's work, and ends as n8n's own error. */
export class OrderFailed extends Error {
	override readonly name = 'OrderFailed';

	constructor(readonly settled: NotDone) {
		super(settled.failure.message, { cause: settled.failure });
	}
}

/**
 * The call of an item, as its operation sees it.
 *
 * @param found called when a lookup found the order, and whether this run sent nothing
 */
export function toItemCall(item: RunItem, found: (isUnsent: boolean) => void): ItemCall {
	const { run, options, request } = item;
	const { client, concurrency, signal, stopWaiting, operation } = run;
	const [order] = item.orders;
	return {
		...item,
		client,
		cardEncryptionKey: run.cardEncryptionKey,
		itemCount: run.node.getInputData().length,
		hint: (message) => run.hints.add(message),
		rest: async (seconds) => {
			const wait = async () => await resultOrFailure(pause(seconds, stopWaiting.signal, 'unknown'));
			const rested = await concurrency.whileWaiting(wait);
			if (rested instanceof PartnerApiError && signal.aborted) throw rested;
			return !stopWaiting.signal.aborted;
		},
		send: async () => {
			if (!order) {
				return expectShape(
					responseOf(operation),
					await client.call(request, callLimitsOf(options)),
				);
			}
			const settled = await sendOrder(item, order);
			if (settled.outcome !== 'done') throw new OrderFailed(settled);
			if (settled.isFound) found(settled.isUnsent === true);
			return settled.record;
		},
		sendAgain: async (seconds) => {
			// What was accepted is only read by it, so a response that is lost leaves nothing open.
			const response = await client.call(request, lookupLimitsOf(options, seconds));
			const seen = order && judgeResponse(item, order, { response, wasLost: false });
			if (seen && seen.last !== 'this_order') throw seen.failure;
			return response;
		},
	};
}

async function sendOrder(item: RunItem, given: Order): Promise<Settled> {
	const { run, options, request } = item;
	const settled = await withKeys(item, [given], async (hadToWait) => {
		const order = { ...given, sentBefore: given.sentBefore || hadToWait };
		const before = await lookUpFirst(item, order);
		if (before) return before;
		const result = await run.client.send(request, callLimitsOf(options));
		return await settleOrder(item, order, judgeResponse(item, order, result));
	});
	return settled instanceof PartnerApiError ? unsent(given, settled) : settled;
}

/** An order whose key could not be had. */
export function unsent({ sentBefore }: Order, failure: PartnerApiError): NotDone {
	// Who has the key may have sent it.
	const mayExist = sentBefore || failure.code === ('key_under_way' satisfies LocalErrorCode);
	return { outcome: mayExist ? 'unknown' : 'not_sent', failure, isUnsent: true };
}

/**
 * Looks up an order that may have been sent before, where a retry is unsafe.
 *
 * @returns what became of it; undefined where it does not exist, or needs no lookup before it is sent
 */
export async function lookUpFirst(item: RunItem, order: Order): Promise<Settled | undefined> {
	const isUnsafe = item.request.retrySafety === 'unsafe';
	if (!order.sentBefore || order.extId === undefined || !isUnsafe) return undefined;
	const lookup = await lookUp(item, order);
	if (lookup.finding === 'none') return undefined;
	const code: LocalErrorCode =
		lookup.finding === 'came_to_nothing' ? 'came_to_nothing' : 'may_exist';
	// This attempt sent nothing; settle() weighs that against the lookup.
	const failure = new PartnerApiError({ code, outcome: 'not_sent', phase: 'call' });
	return settledBy({ last: 'not_sent', failure, mayHavePlaced: false }, true, lookup);
}

/** What the last attempt of a call says of an order: its record, or why there is none. */
export type Evidence = Shown | NotShown;

interface Shown {
	/** 2xx that shows it: its key, an id or a status. */
	last: 'this_order';
	record: unknown;
}

interface NotShown {
	last: LastResponse;
	failure: PartnerApiError;
	/** This call may have placed it: an attempt had no readable response, or a batch's result has an unknown code. */
	mayHavePlaced: boolean;
	/** What a 2xx shows in its place. */
	record?: unknown;
}

/** Decides what became of an order, with a lookup where only that can tell. */
export async function settleOrder(
	item: RunItem,
	order: Order,
	evidence: Evidence,
): Promise<Settled> {
	if (evidence.last === 'this_order') {
		return { outcome: 'done', record: evidence.record, isFound: false };
	}
	const { last, failure, record } = evidence;
	const mayExist = order.sentBefore || evidence.mayHavePlaced;
	const outcome = settle(last, mayExist);
	if (outcome !== 'look_up') return { outcome, failure, record };
	const lookup =
		item.run.operation.effect === 'screen'
			? await screenAgain(item, order, evidence)
			: await lookUp(item, order);
	const isConflict = !evidence.mayHavePlaced && failure.code === KEY_CONFLICT;
	return settledBy(evidence, mayExist, isConflict ? takenBy(lookup) : lookup);
}

/** The API itself says that the key is another order's, and what a document shows may be the same for both. */
function takenBy(lookup: Lookup): Lookup {
	const { finding, record, detail } = lookup;
	if (finding === 'none' || finding === 'came_to_nothing') return lookup;
	const shown = isJsonObject(record) ? tellingText(record) : '';
	const other = `the lookup shows the other order${shown && ` (${shown})`}`;
	return { finding: 'taken', detail: detail ?? other };
}

function settledBy(
	{ last, failure, mayHavePlaced, record: inItsPlace }: NotShown,
	mayExist: boolean,
	{ finding, record = inItsPlace, detail }: Lookup,
): Settled {
	const outcome = settle(last, mayExist, finding);
	const isUnsent = last === 'not_sent' && !mayHavePlaced;
	if (outcome === 'done') return { outcome, record, isFound: true, isUnsent };
	return {
		outcome,
		failure,
		detail,
		record,
		// A request whose response was lost may still be on its way.
		isKeyTaken: finding === 'taken' && last !== 'unknown',
		isUnsent,
	};
}

/**
 * A screening is looked up by sending it again (section 4.7, rule 4). One on file always gives 200 (rule 2). So an API that
 * responds with 400 or 422 has none; a 403 or a 429 says nothing of that.
 */
async function screenAgain(
	item: RunItem,
	order: Order,
	{ last, failure }: NotShown,
): Promise<Lookup> {
	if (last === 'refused') return { finding: refuses(failure, 400, 422) ? 'none' : 'unclear' };
	if (last === 'not_sent') return { finding: 'unclear' };
	const second = await item.run.client.send(item.request, callLimitsOf(item.options));
	const again = judgeResponse(item, order, second);
	if (again.last === 'this_order') return { finding: 'this_order', record: again.record };
	const detail = `looking the screening up failed too (${again.failure.code})`;
	return { finding: 'unclear', detail };
}

/** What the response to an order says of it. */
function judgeResponse(
	item: RunItem,
	order: Order,
	{ response, failure, wasLost }: CallResult,
): Evidence {
	if (failure) return { last: failure.outcome, mayHavePlaced: wasLost, failure };
	const { operation } = item.run;
	// A call without a key may be for anything, and the record of a screening is read further.
	if (order.extId === undefined || operation.effect === 'screen') {
		const misshapen = shapeProblem(responseOf(operation), response);
		if (misshapen) {
			return { last: 'unknown', mayHavePlaced: wasLost, failure: misshapen, record: response };
		}
	}
	if (order.extId !== undefined) return judgeRecord(order, response, wasLost);
	return { last: 'this_order', record: response };
}

/** What a record in the place of an order's says of it. */
export function judgeRecord(order: Order, record: unknown, mayHavePlaced: boolean): Evidence {
	const difference = differenceText(record, order);
	if (difference !== undefined) {
		return {
			last: 'another_order',
			mayHavePlaced,
			failure: unknownOutcome('another_order', difference),
			record,
		};
	}
	if (showsOrder(record, order)) return { last: 'this_order', record };
	return { last: 'unknown', mayHavePlaced, failure: noOrder(record), record };
}

function noOrder(response: unknown): PartnerApiError {
	const { message, ...fields } = isJsonObject(response) ? response : {};
	const error = errorIn(fields);
	return new PartnerApiError({
		code: typeof error === 'string' ? error : ('unexpected_answer' satisfies LocalErrorCode),
		outcome: 'unknown',
		phase: 'call',
		apiMessage: typeof message === 'string' ? message : undefined,
		detail: error === undefined ? 'the response shows no order' : 'the response tells of an error',
	});
}
