import {
	type Answer,
	type ApiCall,
	type Asked,
	PartnerApiError,
	pause,
	resultOrFailure,
	schemas,
	shapeProblem,
} from '../../../partner-api';
import type { ItemCall } from '../definition/item-call';
import type { Order } from '../definition/order';
import { checkRead, documentedRecord, isCatalog, responseOf } from '../definition/operation';
import { readPages } from '../lists/pages';
import { requireKnownCost } from '../limits/policy';
import { callLimitsOf, lookupLimitsOf } from '../run/call-options';
import type { RunItem } from '../run/run-item';
import type { Lookup } from './decide';
import { attemptOf, place } from './place';
import { type Attempt, doneOrThrow, settle, type Settled } from './settled';
import { whenReady } from './wait';

/**
 * Makes the call of one item, and waits for its order to be ready if the operator wants that.
 *
 * @returns what became of its order; a read is done with its response
 * @throws the failure of the call
 */
export async function sendAlone(item: RunItem): Promise<Settled> {
	let settled: Settled | undefined;
	const call = toItemCall(item, (outcome) => (settled = { ...settled, ...outcome }));
	const response = await (item.run.operation.perform?.(call) ?? call.send());
	if (settled?.outcome !== 'done' || !settled.answer)
		return { ...settled, outcome: 'done', record: response };
	return await whenReady(item, call, { ...settled, record: response });
}

/**
 * The call of an item, as its operation sees it.
 *
 * @param note is called with the outcome of the order
 */
function toItemCall(item: RunItem, note: (settled: Settled) => void): ItemCall {
	const { run, options, request } = item;
	const { client, concurrency, signal, stopWaiting } = run;
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
			if (!order) return await read(item);
			const [settled] = await place([{ item, order }], async ([pending], onSend) => {
				const asked = await client.ask({ ...request, onSend }, callLimitsOf(options));
				return [attempt(item, order, pending?.found.lookup ?? 'not_made', asked)];
			});
			if (!settled) throw new Error('This order was not sent');
			note(settled);
			return doneOrThrow(settled).record;
		},
		readAgain: async (seconds) => {
			const limits = lookupLimitsOf(options, seconds);
			if (!order) return await client.call(request, limits);
			const again = attempt(item, order, 'not_made', await client.ask(request, limits));
			const { answer, failure, last } = again;
			// The order was accepted, so only a hit, or the end of this order, says more.
			const isEnd = answer?.isHit === true || /^(?:over|unclear)$/.test(answer?.status ?? '');
			if (failure && (last === 'another_order' || !isEnd)) throw failure;
			const lookup = failure ? 'no_answer' : 'not_made';
			const { record, answer: seen } = doneOrThrow(settle(order, 'sent', again, { lookup }));
			note({ outcome: 'done', record, answer: seen });
			return record;
		},
	};
}

/** A read: its response in the documented shape, or the entries of all its pages. */
async function read(item: RunItem): Promise<unknown> {
	const { run, options, request, limit } = item;
	const { operation, client, settings } = run;
	requireKnownCost(item);
	const send = async (call: ApiCall) => await client.call(call, callLimitsOf(options));
	const isPaged = operation.list === true && !options.wholeAnswer;
	// The cheapest offers may be on the last page.
	const count = isCatalog(operation) ? Infinity : limit;
	const whole = isPaged
		? await readPages(request, send, settings.dialect, operation, count)
		: await send(request);
	const response = documentedRecord(operation, whole, settings.dialect);
	checkRead(operation, response, settings.dialect, run.hints);
	return response;
}

/** The result of an attempt, from the response to an order or to a call without a key. */
function attempt(item: RunItem, order: Order, lookup: Lookup, asked: Asked): Attempt {
	const { operation, settings } = item.run;
	const { answer, failure, mayBeDone, response } = asked;
	const said = attemptOf(asked, order, lookup, settings.dialect);
	if (failure) return said;
	if (operation.effect === 'screen') return screeningAttempt(said, answer);
	const isTold = said.last !== 'this_order' && said.last !== 'lost';
	if (order.key !== 'none' || isTold) return said;
	// Without a key, the response's shape and its error show how a call went.
	const record = documentedRecord(operation, response, settings.dialect);
	const problem = answer.error ? said.failure : shapeProblem(responseOf(operation), record);
	return problem
		? { last: 'lost', mayBeDone, answer, failure: problem }
		: { last: 'this_order', answer, record };
}

/** The document shows the shape of a screening (section 2.6); a failed one is a result as well. */
function screeningAttempt(said: Attempt, answer: Answer): Attempt {
	const problem = shapeProblem(schemas.kytCheckSchema, answer.record);
	if (problem) return { ...said, last: 'lost', failure: problem };
	if (said.last === 'another_order' || said.last === 'unclear_end') return said;
	if (answer.error && answer.status !== 'failed') return { ...said, last: 'lost' };
	return { ...said, last: 'this_order', failure: undefined };
}
