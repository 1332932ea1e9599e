import {
	attempt,
	type CallResult,
	expectShape,
	isJsonObject,
	type LocalErrorCode,
	PartnerApiError,
	pause,
	shapeProblem,
	unknownOutcome,
} from '../../../partner-api';
import type { ItemCall } from '../catalog/item-call';
import { responseOf } from '../catalog/operation';
import { KEY_CONFLICT } from '../messages/failure-meanings';
import { limitsOf, lookupLimitsOf } from '../run/call-options';
import type { RunItem } from './item';
import { type Lookup, lookUp, refuses, shownDocument } from './lookup';
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
	  }
	| NotDone;

interface NotDone {
	outcome: Exclude<Outcome, 'done'>;
	/** What the call failed with. */
	failure: PartnerApiError;
	/** What a lookup said, for the operator. */
	detail?: string;
	/** It was refused or not sent, and a lookup showed another order with its key. */
	isKeyTaken?: boolean;
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
 * @param found called when a lookup found the order
 */
export function callOf(item: RunItem, found: () => void): ItemCall {
	const { run, options, request, values, extId, revealsSecrets, orders } = item;
	const { client, concurrency, signal, over, operation } = run;
	const [order] = orders;
	return {
		options,
		values,
		extId,
		revealsSecrets,
		client,
		run,
		itemCount: run.node.getInputData().length,
		hint: (message) => run.hints.add(message),
		rest: async (seconds) => {
			const wait = async () => await attempt(pause(seconds, over.signal, 'unknown'));
			const rested = await concurrency.whileWaiting(wait);
			if (rested instanceof PartnerApiError && signal.aborted) throw rested;
			return !over.signal.aborted;
		},
		send: async () => {
			if (!order) {
				return expectShape(responseOf(operation), await client.call(request, limitsOf(options)));
			}
			const settled = await sendOrder(item, order);
			if (settled.outcome !== 'done') throw new OrderFailed(settled);
			if (settled.isFound) found();
			return settled.record;
		},
		lookUpAgain: async (seconds) => {
			// What was accepted is only read by it, so a response that is lost leaves nothing open.
			const look = { ...request, retrySafety: 'safe' } as const;
			const response = await client.call(look, lookupLimitsOf(options, seconds));
			const failure = order && evidenceOf(item, order, { response, wasLost: false }).failure;
			if (failure) throw failure;
			return response;
		},
	};
}

async function sendOrder(item: RunItem, order: Order): Promise<Settled> {
	const { run, options, request } = item;
	const settled = await lookUpFirst(item, order);
	if (settled) return settled;
	const result = await run.client.send(request, limitsOf(options));
	return await settleOrder(item, order, evidenceOf(item, order, result));
}

/**
 * Looks up an order that may have been sent before, where a retry is unsafe.
 *
 * @returns what became of it; undefined where it does not exist, or needs no lookup before it is sent
 */
export async function lookUpFirst(item: RunItem, order: Order): Promise<Settled | undefined> {
	const isUnsafe = item.request.retrySafety === 'unsafe';
	if (!order.sentBefore || order.extId === undefined || !isUnsafe) return undefined;
	const lookup = await lookUp(item.run, order, item.options);
	if (lookup.finding === 'none') return undefined;
	const code: LocalErrorCode =
		lookup.finding === 'came_to_nothing' ? 'came_to_nothing' : 'may_exist';
	const failure = new PartnerApiError({ code, outcome: 'not_sent', phase: 'call' });
	return settledBy(item, { last: 'never_sent', failure }, true, lookup);
}

/** What the last attempt of a call says of an order. */
export interface Evidence {
	last: LastResponse;
	/** An attempt of the call had no readable response. */
	wasLost: boolean;
	/** Of `this_order`. */
	record?: unknown;
	/** Of everything else. */
	failure?: PartnerApiError;
}

/** Decides what became of an order, with a lookup where only that can tell. */
export async function settleOrder(
	item: RunItem,
	order: Order,
	{ last, wasLost, record, failure }: Evidence,
): Promise<Settled> {
	const mayExist = order.sentBefore || wasLost;
	const outcome = settle(last, mayExist);
	if (outcome === 'done') return { outcome, record, isFound: false };
	const known = failure ?? unknownOutcome('unexpected_answer');
	if (outcome !== 'look_up') return { outcome, failure: known };
	const lookup =
		item.run.operation.effect === 'screen'
			? await screenAgain(item, order, last, known)
			: await lookUp(item.run, order, item.options);
	const isConflict = !wasLost && known.code === KEY_CONFLICT;
	const seen = isConflict ? takenBy(lookup) : lookup;
	return settledBy(item, { last, failure: known }, mayExist, seen);
}

/** The API itself says that the key is another order's, and what a document shows may be the same for both. */
function takenBy({ finding, record, detail }: Lookup): Lookup {
	if (finding === 'none' || finding === 'came_to_nothing') return { finding, detail };
	const shown = isJsonObject(record) ? tellingText(record) : '';
	const other = `A lookup shows the other order${shown && ` (${shown})`}`;
	return { finding: 'unclear', isKeyTaken: true, detail: detail ?? other };
}

function settledBy(
	item: RunItem,
	{ last, failure }: { last: LastResponse; failure: PartnerApiError },
	mayExist: boolean,
	{ finding, record, detail, isKeyTaken }: Lookup,
): Settled {
	const outcome = settle(last, mayExist, finding);
	if (outcome === 'done') return { outcome, record: shownRecord(item, record), isFound: true };
	return {
		outcome: outcome === 'look_up' ? 'unknown' : outcome,
		failure,
		detail,
		// What is lost may still be on its way.
		isKeyTaken: isKeyTaken === true && (last === 'refused' || last === 'never_sent'),
	};
}

function shownRecord({ run, revealsSecrets }: RunItem, record: unknown): unknown {
	return run.operation.effect === 'screen' ? record : shownDocument(record, revealsSecrets);
}

/**
 * A screening is looked up by sending it again (section 4.7, rule 4). One on file always gives 200 (rule 2), so an API
 * that refuses its values has none. Other refusals, such as a 403 or a 429, come before it looks.
 */
async function screenAgain(
	item: RunItem,
	order: Order,
	last: LastResponse,
	failure: PartnerApiError,
): Promise<Lookup> {
	if (last === 'refused') return { finding: refuses(failure, 400, 422) ? 'none' : 'unclear' };
	if (last === 'never_sent') return { finding: 'unclear' };
	const again = await item.run.client.send(item.request, limitsOf(item.options));
	const { last: found, record, failure: second } = evidenceOf(item, order, again);
	if (found === 'this_order') return { finding: 'this_order', record };
	const detail = `looking the screening up failed too (${second?.code ?? found})`;
	return { finding: 'unclear', detail };
}

/** What a call without a usable response says of its orders. */
export function evidenceOfFailure(failure: PartnerApiError, wasLost: boolean): Evidence {
	return { last: LAST[failure.outcome], wasLost, failure };
}

const LAST = { refused: 'refused', not_sent: 'never_sent', unknown: 'lost' } as const;

/** What the response to an order says of it. */
function evidenceOf(
	item: RunItem,
	order: Order,
	{ response, failure, wasLost }: CallResult,
): Evidence {
	if (failure) return evidenceOfFailure(failure, wasLost);
	const { operation } = item.run;
	// A call without a key may be for anything, and the record of a screening is read further.
	if (order.extId === undefined || operation.effect === 'screen') {
		const misshapen = shapeProblem(responseOf(operation), response);
		if (misshapen) return { last: 'no_order', wasLost, failure: misshapen };
	}
	if (order.extId !== undefined) return judgeRecord(order, response, wasLost);
	return { last: 'this_order', wasLost, record: response };
}

/** What a record in the place of an order's says of it. */
export function judgeRecord(order: Order, record: unknown, wasLost: boolean): Evidence {
	const difference = differenceText(record, order);
	if (difference !== undefined) {
		return { last: 'another_order', wasLost, failure: unknownOutcome('another_order', difference) };
	}
	if (showsOrder(record, order)) return { last: 'this_order', wasLost, record };
	return { last: 'no_order', wasLost, failure: noOrder(record) };
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
