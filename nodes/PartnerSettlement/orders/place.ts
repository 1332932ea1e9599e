import {
	type Answer,
	type Asked,
	type Dialect,
	hasSpendingPolicy,
	localFailure,
	PartnerApiError,
	unknownOutcome,
} from '../../../partner-api';
import type { Order } from '../definition/order';
import { isLocalCode } from '../messages/failure-meanings';
import { confirmLimits, type Ended, isStillReserved, noteCost, reserveOne } from '../limits/policy';
import { noteSent } from '../run/n8n-retry';
import type { RunItem } from '../run/run-item';
import { type Before, decide, isRefusalCode, type Last, type Lookup } from './decide';
import { type HeldKeys, withKeys } from './keys';
import { type Found, lookUp, NOT_MADE, type Question } from './lookup';
import { lastOf } from './match';
import { type Attempt, endOf, hasPlacedNothing, settle, type Settled } from './settled';

export interface Entry {
	item: RunItem;
	order: Order;
}

/** An order in progress, and the facts about it before it is sent. `noteEnd()` adds what an attempt has shown. */
export interface Pending extends Entry {
	before: Before;
	/** In queue mode, another process may have attempted it, without this one knowing. */
	isBlind: boolean;
	/** When the last attempt that may have placed it ended, by the wall clock in milliseconds; 0: none is remembered. */
	endedAt: number;
	/** The result of the lookup before it is sent. */
	found: Found;
}

/**
 * Sends orders, and returns the result of each attempt. A batch is one request for all.
 *
 * @param onSend must be called right before each request
 */
export type Sender = (
	pending: readonly Pending[],
	onSend: () => Promise<void>,
) => Promise<Attempt[]>;

const CONFLICT = 409;

/**
 * Places orders: looks up those that may exist, sends the others, and decides by the table what became of each. Nothing
 * after the sender knows whether they went alone or in a batch.
 *
 * @returns what became of each, in their order
 */
export async function place(entries: readonly Entry[], send: Sender): Promise<Settled[]> {
	const [first] = entries;
	if (!first) return [];
	const orders = entries.map(({ order }) => order);
	const settled = await withKeys(
		first.item,
		orders,
		async (held) => await placeHeld(entries, send, held),
	);
	if (!(settled instanceof PartnerApiError)) return settled;
	return orders.map((order) => keyNotHad(order, settled));
}

/** An order whose key was not available. */
function keyNotHad(order: Order, failure: PartnerApiError): Settled {
	// The run that holds the key may have sent this order.
	const isHeld = failure.is('key_under_way');
	const mayExist = order.mayExist || isHeld;
	const found: Found = { lookup: mayExist ? 'no_answer' : 'not_made' };
	return settle(order, mayExist ? 'maybe' : 'no', { last: 'not_sent', failure }, found);
}

async function placeHeld(
	entries: readonly Entry[],
	send: Sender,
	held: HeldKeys,
): Promise<Settled[]> {
	const pending = entries.map((entry) => pendingOf(entry, held));
	await lookUpBefore(pending);
	const settled = new Map<Pending, Settled>();
	for (const one of pending) {
		const known = await settleBefore(one);
		if (known) settled.set(one, known);
	}
	const sending = pending.filter((one) => !settled.has(one));
	const onSend = async () => await beginSending(sending, held);
	const attempts = sending.length === 0 ? [] : await send(sending, onSend);
	const missing: Attempt = { last: 'lost' };
	const sent = sending.map((one, index) => ({ one, attempt: attempts[index] ?? missing }));
	for (const { one, attempt } of sent) await noteEnd(one, attempt, held);
	const found = await lookUpAfter(sent);
	for (const { one, attempt } of sent) {
		const { order, before, found: first } = one;
		settled.set(one, settle(order, before, attempt, found.get(one) ?? NOT_MADE, first.lookup));
	}
	const ofSent = new Map(sent.map(({ one, attempt }) => [one, attempt]));
	for (const [one, end] of settled) await noteEndOf(one, end, ofSent.get(one));
	return pending.flatMap((one) => settled.get(one) ?? []);
}

/** Checks limits and keys again, and notes the attempt. @throws PartnerApiError if the orders must not be sent */
async function beginSending(sending: readonly Pending[], held: HeldKeys): Promise<void> {
	await confirmLimits(sending);
	await held.confirm();
	await held.noteAttempts(sending.map(({ order }) => order));
	for (const { item } of sending) noteSent(item.run.node);
}

/** Counts the cost of an order. If that fails, its reserved cost counts. */
async function noteEndOf(
	{ item, order }: Pending,
	settled: Settled,
	attempt?: Attempt,
): Promise<void> {
	const attempted = attempt && !hasPlacedNothing(attempt) ? 'unanswered' : 'given_back';
	const ended: Record<Settled['outcome'], Ended> = {
		done: 'done',
		// If the key is another order's, an attempt that may have placed something still counts.
		refused: settled.outcome === 'refused' && settled.isKeyTaken ? attempted : 'given_back',
		not_sent: attempted,
		unknown: attempted,
	};
	const { answer, wasResent } = settled.outcome === 'done' ? settled : {};
	await noteCost(item, order, ended[settled.outcome], answer, wasResent).catch(() => undefined);
}

function pendingOf({ item, order }: Entry, held: HeldKeys): Pending {
	const attempt = held.attemptOf(order);
	const mayExist = order.mayExist || held.hadToWait || attempt !== undefined;
	const before = attempt?.isSame ? 'sent' : mayExist ? 'maybe' : 'no';
	const { isBlind } = held;
	return { item, order, before, isBlind, endedAt: attempt?.at ?? 0, found: NOT_MADE };
}

/** Remembers what an attempt adds to the facts about its order. If Redis fails now, the outcome still counts. */
async function noteEnd(one: Pending, attempt: Attempt, held: HeldKeys): Promise<void> {
	if (attempt.mayBeDone) one.before = 'sent';
	if (hasPlacedNothing(attempt)) {
		await held.forgetAttempt(one.order).catch(() => undefined);
		return;
	}
	// If the response itself says that it came to nothing, no later document says more.
	if (attempt.last !== 'came_to_nothing') one.endedAt = Date.now();
	await held.noteAttempts([one.order]).catch(() => undefined);
}

/**
 * Looks up an item's orders that may exist, without sending them.
 *
 * @returns the first result that is not `none`. If all are, `none`, or `unclear` if an attempt is remembered. `no_answer` if
 *   their keys can't be had
 */
export async function findFirst(item: RunItem): Promise<Lookup> {
	const found = await withKeys(item, item.orders, async (held) => {
		const pending = item.orders.map((order) => pendingOf({ item, order }, held));
		const lookups = (await lookUpAll(pending)).map(({ lookup }) => lookup);
		// A remembered attempt may still arrive.
		const mayArrive = pending.some(({ before }) => before === 'sent');
		return lookups.find((lookup) => lookup !== 'none') ?? (mayArrive ? 'unclear' : 'none');
	});
	return found instanceof PartnerApiError ? 'no_answer' : found;
}

/** Whether the API recognizes a retry, as `retrySafetyOf()` says. */
function isRepeatKnown({ request }: RunItem): boolean {
	return request.retrySafety !== 'unsafe';
}

async function isUnderLimits({ item, order }: Entry): Promise<boolean> {
	return hasSpendingPolicy(item.run.settings) && !(await isStillReserved(item, order));
}

/**
 * Looks up, together, the orders that may exist. An order is left out if the API recognizes a retry, and neither a limit
 * nor a custom key requires a lookup.
 */
async function lookUpBefore(pending: readonly Pending[]): Promise<void> {
	const asking: Pending[] = [];
	for (const one of pending) {
		const { item, order, before } = one;
		if (before === 'no' || order.key === 'none') continue;
		const isAlways = item.run.operation.isLookedUpFirst === true && order.key === 'own';
		if (isRepeatKnown(item) && !isAlways && !(await isUnderLimits(one))) continue;
		asking.push(one);
	}
	const found = await lookUpAll(asking);
	for (const [index, one] of asking.entries()) one.found = found[index] ?? NOT_MADE;
}

/** @returns the outcome of an order that is not sent; undefined if it will be sent */
async function settleBefore(pending: Pending): Promise<Settled | undefined> {
	const { item, order, before, found } = pending;
	const isAsked = found.lookup !== 'not_made';
	const decision =
		before === 'no' || !isAsked ? 'send' : decide('nothing_yet', before, found.lookup, order.key);
	const isSent = decision === 'send' || (decision === 'send_if_known' && isRepeatKnown(item));
	if (!isSent) return settle(order, before, { last: 'nothing_yet' }, found);
	const refusal = (await isUnderLimits(pending)) ? await reserveOne(item, order) : undefined;
	return refusal && settle(order, before, { last: 'not_sent', failure: refusal }, found);
}

/** Looks up, together, the orders whose outcome only a lookup can show. */
async function lookUpAfter(
	sent: readonly { one: Pending; attempt: Attempt }[],
): Promise<ReadonlyMap<Pending, Found>> {
	const open = sent.filter(
		({ one, attempt }) => decide(attempt.last, one.before, 'not_made', one.order.key) === 'look_up',
	);
	const isScreening = open[0]?.one.item.run.operation.effect === 'screen';
	const found = isScreening
		? open.map(({ attempt }) => foundByScreening(attempt))
		: await lookUpAll(
				open.map(({ one }) => one),
				open.map(({ attempt }) => attempt.last === 'refused'),
			);
	return new Map(open.map(({ one }, index) => [one, found[index] ?? NOT_MADE]));
}

/**
 * A screening's response is its lookup: one on file always gives 200 (section 4.7, rule 2). So after a 400 or 422 that
 * carries one of the API's codes, there is none. Any other failure leaves that open.
 */
function foundByScreening(attempt: Attempt | undefined): Found {
	const { failure } = attempt ?? {};
	const isOfApi = failure instanceof PartnerApiError && !isLocalCode(failure.code);
	const isRefused = isOfApi && attempt?.last === 'refused';
	// An attempt before it that was lost may still place it (rule 5).
	const isNone =
		isRefused && !attempt.mayBeDone && [400, 422].includes(failure.details.status ?? 0);
	return { lookup: isNone ? 'none' : 'no_answer' };
}

/**
 * By rule 5 of docs/guarantees.md, "there is none" counts only some time after the last attempt that may have placed the
 * order. If the last attempt was lost, it never counts (`ROWS` in decide.ts), and the wait is for a late document.
 */
async function lookUpAll(
	pending: readonly Pending[],
	isBehindRefusal: readonly boolean[] = [],
): Promise<Found[]> {
	// A screening is looked up by sending it.
	if (pending[0]?.item.run.operation.effect === 'screen')
		return pending.map(() => ({ lookup: 'no_answer' }));
	const processStart = Date.now() - process.uptime() * 1000;
	const questions = pending.map(({ item, order, isBlind, endedAt }, index): Question => {
		const latest = isBlind ? Date.now() : Math.max(endedAt, processStart);
		const noneFrom = latest + item.run.settings.dialect.documentDelay * 1000;
		return { item, order, noneFrom, isBehindRefusal: isBehindRefusal[index] };
	});
	return await lookUp(questions);
}

/** The result of an attempt, from the response to an order or the failure of its call. */
export function attemptOf(
	{ answer, failure, mayBeDone }: Asked,
	order: Order,
	lookup: Lookup,
	dialect: Dialect,
): Attempt {
	if (failure) return { last: lastOfFailure(failure, dialect), mayBeDone, failure };
	const { says, detail } = lastOf(answer, order, lookup);
	const failed = failureOfAnswer(says, answer, detail);
	return { last: says, mayBeDone, answer, failure: failed };
}

/** The `Last` of a failed call. */
function lastOfFailure(failure: PartnerApiError, { keyConflict }: Dialect): Last {
	const { code, outcome, details } = failure;
	if (outcome === 'unknown') return 'lost';
	if (outcome === 'not_sent' || failure.isRateLimit) return 'not_sent';
	const isConflict = details.status === CONFLICT && !isRefusalCode(code);
	return isConflict || keyConflict.includes(code) ? 'key_in_use' : 'refused';
}

/** A code of a few words, such as `insufficient_balance` (section 7). */
const STABLE_CODE = /^[a-z]{1,60}(?:_[a-z]{1,60}){0,10}$/;

/** Why a 2xx does not show the order as placed; undefined if it does. */
function failureOfAnswer(last: Last, answer: Answer, detail?: string): PartnerApiError | undefined {
	if (last === 'this_order') return undefined;
	if (last === 'another_order') return unknownOutcome('another_order', detail);
	const { status, error } = answer;
	const hasEnded = last === 'came_to_nothing' || (last === 'unclear_end' && status === 'unclear');
	if (hasEnded) return endOf('unknown', answer);
	const known = { apiMessage: error?.message, detail };
	const { code = '' } = error ?? {};
	if (!STABLE_CODE.test(code)) return localFailure('unexpected_answer', 'unknown', known);
	return new PartnerApiError({ code, outcome: 'unknown', phase: 'call', ...known });
}
