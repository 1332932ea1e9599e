import {
	type ApiCall,
	hasSpendingPolicy,
	type InputError,
	type LocalErrorCode,
	PartnerApiError,
	pause,
	resultOrFailure,
} from '../../../partner-api';
import { checkRead, documentedRecord } from '../definition/envelope';
import type { ItemCall } from '../definition/item-call';
import { readPages } from '../lists/pages';
import { isRefusalCode, KEY_CONFLICT } from '../messages/failure-meanings';
import { callLimitsOf, lookupLimitsOf } from '../run/call-options';
import { acceptedHere, noteAcceptedUnshown, noteDone } from './accepted-here';
import type { RunItem } from './item';
import { withKeys } from './keys-under-way';
import { afterKeyConflict, type Lookup, lookUp, refuses, showsFailed, unclear } from './lookup';
import { isStillReserved, refuseUnbounded, reserve } from './policy';
import type { Order } from './order';
import { isSanctionsHit, judgeResponse, type Judgement, type NotShown } from './response';
import { doneOrThrow, type NotDone, settle, type Settled } from './settle';
import { whenReady } from './wait';

/**
 * Makes the call of one item, and waits for what it orders where the operator wants that.
 *
 * @returns what became of its order; a read is done with its response
 * @throws what the call fails with
 */
export async function sendAlone(item: RunItem): Promise<Settled> {
	let settled: Settled | undefined;
	const call = toItemCall(item, (outcome) => (settled = outcome));
	const response = await (item.run.operation.perform?.(call) ?? call.send());
	return { ...settled, outcome: 'done', record: await whenReady(item, call, response) };
}

/**
 * The call of an item, as its operation sees it.
 *
 * @param note is told what became of the order
 */
function toItemCall(item: RunItem, note: (settled: Settled) => void): ItemCall {
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
				refuseUnbounded(item);
				const sendOne = async (call: ApiCall) => await client.call(call, callLimitsOf(options));
				const isPaged = operation.list === true && !options.wholeAnswer;
				const whole = isPaged
					? await readPages(request, sendOne, run.settings.differences, item.limit)
					: await sendOne(request);
				const response = documentedRecord(operation, whole);
				checkRead(operation, response, run.hints);
				return response;
			}
			const settled = await sendOrder(item, order);
			note(settled);
			return doneOrThrow(settled).record;
		},
		readAgain: async (seconds) => {
			// What was accepted is only read by it, so a response that is lost leaves nothing open.
			const response = await client.call(request, lookupLimitsOf(options, seconds));
			if (!order) return response;
			const judgement = judgeResponse(item, order, { response, mayBeDone: false });
			if (judgement.last !== 'this_order' && !isSanctionsHit(judgement)) throw judgement.failure;
			return judgement.record;
		},
	};
}

async function sendOrder(item: RunItem, given: Order): Promise<Settled> {
	const { run, options, request } = item;
	const settled = await withKeys(item, [given], async (hadToWait) => {
		const order = { ...given, mayExist: given.mayExist || hadToWait };
		const before = await settleBeforeSending(item, order, hadToWait);
		if (before) return before;
		const result = await run.client.tryCall(request, callLimitsOf(options));
		const judgement = judgeResponse(item, order, result);
		if (judgement.last === 'unknown') noteAcceptedUnshown(item, order, result.response);
		return await settleOrder(item, order, judgement);
	});
	if (settled instanceof PartnerApiError) return keyNotHad(given, settled);
	return settled.outcome === 'done' ? noteDone(item, given, settled) : settled;
}

/** An order whose key could not be had. */
export function keyNotHad(order: Order, failure: PartnerApiError): NotDone {
	// The run that holds the key may have sent this order.
	const mayExist = order.mayExist || failure.code === ('key_under_way' satisfies LocalErrorCode);
	return { outcome: mayExist ? 'unknown' : 'not_sent', failure, sentNothing: true };
}

/**
 * Looks up an order that may have been sent before, where a retry is unsafe, or where the credential has limits: an order
 * that exists is not held to them. What is then to be sent is, where nothing is reserved for it any more.
 *
 * @param hadToWait another run had its key before
 * @returns what became of it; undefined where it is to be sent
 */
export async function settleBeforeSending(
	item: RunItem,
	order: Order,
	hadToWait: boolean,
): Promise<Settled | undefined> {
	const { run, request } = item;
	const { mayExist, extId } = order;
	const isUnsafe = request.retrySafety === 'unsafe' && extId !== undefined;
	const asksLimits = hasSpendingPolicy(run.settings) && !(await isStillReserved(item, order));
	if (!asksLimits && !(mayExist && isUnsafe)) return undefined;
	const lookup: Lookup = mayExist
		? await lookUpBefore(item, order, hadToWait)
		: { finding: 'none' };
	const isNone = lookup.finding === 'none';
	let refusal: InputError | undefined;
	if (isNone || lookup.finding === 'unclear') {
		refusal = asksLimits ? await reserve(item, [order]) : undefined;
		if (!refusal && (isNone || !isUnsafe)) return undefined;
		if (refusal && isNone) return { outcome: 'not_sent', failure: refusal, sentNothing: true };
	}
	// settledBy() ignores this failure where the lookup shows the order.
	const code: LocalErrorCode = lookup.finding === 'taken' ? 'another_order' : 'may_exist';
	// This attempt sent nothing; settle() weighs that against the lookup.
	const detail = refusal?.message;
	const failure = new PartnerApiError({ code, outcome: 'not_sent', phase: 'call', detail });
	return settledBy({ last: 'not_sent', failure, mayBeDone: false }, true, lookup);
}

/** What was done may not be shown yet. */
const NOT_SHOWN_YET =
	'a lookup shows none, but this n8n has seen it accepted, or another run may just have sent it';

/** What a lookup says of an order that may have been sent before. */
export async function lookUpBefore(
	item: RunItem,
	order: Order,
	hadToWait: boolean,
): Promise<Lookup> {
	// A screening is looked up by sending it.
	if (item.run.operation.effect === 'screen') return { finding: 'unclear' };
	const lookup = await lookUp(item, order);
	// What another run sent a moment ago may not have arrived.
	const wasSentHere = hadToWait || acceptedHere(item.run, order.extId) !== undefined;
	return lookup.finding === 'none' && wasSentHere ? unclear(NOT_SHOWN_YET) : lookup;
}

/** Decides what became of an order, with a lookup where only that can tell. */
export async function settleOrder(
	item: RunItem,
	order: Order,
	judgement: Judgement,
): Promise<Settled> {
	if (judgement.last === 'this_order') return { outcome: 'done', record: judgement.record };
	const { last, failure, record, mayBeDone } = judgement;
	const mayExist = order.mayExist || mayBeDone;
	const outcome = settle(last, mayExist);
	if (outcome !== 'look_up') return { outcome, failure, record };
	const isScreening = item.run.operation.effect === 'screen';
	const lookup = await (isScreening ? screenAgain(item, order, judgement) : lookUp(item, order));
	const isConflict = failure.code === KEY_CONFLICT;
	const { mayBeRepeat, isTool } = item.run;
	// A 429, or an attempt that was not sent, says nothing of the one that was lost before it, also in the try before.
	const mayBeLost = mayBeDone || (mayBeRepeat && !isTool);
	const isLostBefore = mayBeLost && (last === 'not_sent' || failure.isRateLimit);
	const isBusy = failure.details.status === 409 && !isRefusalCode(failure.code);
	const mayStillRun = isConflict || isBusy || isLostBefore;
	const open = (detail: string) => settledBy(judgement, mayExist, unclear(detail));
	if (lookup.finding === 'this_order' && showsFailed(record, order))
		return open('its response shows that it failed, and the lookup does not');
	if (lookup.finding === 'none' && !isScreening) {
		if (mayStillRun) return open('an attempt before may still be under way');
		if (acceptedHere(item.run, order.extId) !== undefined) return open(NOT_SHOWN_YET);
	}
	// A tool's automatic key is a digest of what is ordered, so its conflict is with this order in another spelling.
	const isAutomatic = isTool && !order.hasCustomKey;
	const isOthers = isConflict && !mayBeDone && !isAutomatic;
	return settledBy(
		judgement,
		mayExist,
		isOthers ? afterKeyConflict(lookup, order, mayBeRepeat) : lookup,
	);
}

function settledBy(
	{ last, failure, mayBeDone, record: inItsPlace }: NotShown,
	mayExist: boolean,
	{ finding, record = inItsPlace, detail }: Lookup,
): Settled {
	const outcome = settle(last, mayExist, finding);
	const sentNothing = last === 'not_sent' && !mayBeDone;
	if (outcome === 'done') return { outcome, record, isFound: true, isOld: sentNothing };
	const code: LocalErrorCode = 'came_to_nothing';
	return {
		outcome,
		failure:
			finding === code ? new PartnerApiError({ code, outcome: 'refused', phase: 'call' }) : failure,
		detail,
		record,
		// A request whose response was lost may still be on its way.
		isKeyTaken: finding === 'taken' && last !== 'unknown',
		sentNothing,
	};
}

/**
 * A screening is looked up by sending it again (section 4.7, rule 4). One on file always gives 200 (rule 2). So an API that
 * responds with 400 or 422 has none; a 403 or a 429 says nothing of that.
 */
async function screenAgain(item: RunItem, order: Order, first: NotShown): Promise<Lookup> {
	const { last, failure } = first;
	if (isSanctionsHit(first)) return { finding: 'unclear' };
	if (last === 'refused') return { finding: refuses(failure, 400, 422) ? 'none' : 'unclear' };
	if (last === 'not_sent') return { finding: 'unclear' };
	const second = await item.run.client.tryCall(item.request, callLimitsOf(item.options));
	const again = judgeResponse(item, order, second);
	if (again.last === 'this_order') return { finding: 'this_order', record: again.record };
	const detail = `looking the screening up failed too (${again.failure.code})`;
	return { ...unclear(detail), record: again.record };
}
