import {
	type Answer,
	type FailureOutcome,
	type InputError,
	localFailure,
	type PartnerApiError,
} from '../../../partner-api';
import type { Age, Order } from '../definition/order';
import { type Before, decide, type Last, type Lookup } from './decide';
import type { Found } from './lookup';

/** The result of an attempt to place an order. */
export interface Attempt {
	last: Last;
	/** An attempt was lost on the way, or the code of its refusal is unknown: it may have placed the order. */
	mayBeDone?: boolean;
	/** Absent if the attempt shows the order. */
	failure?: PartnerApiError | InputError;
	answer?: Answer;
	/** The output, if it is not the answer's record. */
	record?: unknown;
}

/** An attempt with one of these results has placed nothing. */
const PLACED_NOTHING: ReadonlySet<Last> = new Set<Last>([
	'nothing_yet',
	'refused',
	'not_sent',
	'key_in_use',
]);

export function hasPlacedNothing({ last, mayBeDone }: Attempt): boolean {
	return PLACED_NOTHING.has(last) && mayBeDone !== true;
}

/** What became of an order: done, or why it is not. */
export type Settled = Done | NotDone;

export interface Done {
	outcome: 'done';
	/** The API's record of it, as it may come out. */
	record: unknown;
	/** The same, read by the dialect; absent for a read. */
	answer?: Answer;
	/** The record comes from a lookup. */
	isFound?: boolean;
	/** Absent for a read. */
	age?: Age;
	/** A response was lost on the way, and the order was sent again. */
	wasResent?: boolean;
	/** Whether it was ready when the wait for it ended; absent without a wait. */
	isReady?: boolean;
}

export interface NotDone {
	outcome: FailureOutcome;
	/** The failure of the call, or why the credential's limits did not allow it. */
	failure: PartnerApiError | InputError;
	/** The result of a lookup in words, for the operator. */
	detail?: string;
	/** It was refused or not sent, because its key belongs to another order. */
	isKeyTaken?: boolean;
	/** The API has an order with its key, but does not show whether it is this one. */
	mayBeTaken?: boolean;
	/** This run sent nothing for it. An earlier one may have. */
	sentNothing?: boolean;
	/** Its response shows a sanctions hit. */
	isHit?: boolean;
	/** The record that the API showed instead, or the one that shows how the order ended. */
	record?: unknown;
}

/** An order that is not done. It is thrown from an item's work, and ends as n8n's own error. */
export class OrderFailed extends Error {
	override readonly name = 'OrderFailed';

	constructor(readonly settled: NotDone) {
		super(settled.failure.message, { cause: settled.failure });
	}
}

/** @throws OrderFailed for an order that is not done */
export function doneOrThrow(settled: Settled): Done {
	if (settled.outcome !== 'done') throw new OrderFailed(settled);
	return settled;
}

/**
 * Turns the decision of the table into the outcome of an order: its record, or why there is none.
 *
 * @param first the result of an earlier lookup
 */
export function settle(
	order: Order,
	before: Before,
	attempt: Attempt,
	found: Found,
	first?: Lookup,
): Settled {
	const { last, answer } = attempt;
	const { lookup, detail, record = attempt.record ?? answer?.record } = found;
	const decision = decide(last, before, lookup, order.key);
	const isUnsent = last === 'not_sent' && !attempt.mayBeDone;
	const hasSentNothing = isUnsent || last === 'nothing_yet';
	if (decision === 'done') {
		const isFound = last !== 'this_order';
		return {
			outcome: decision,
			record,
			answer: isFound ? found.answer : answer,
			isFound,
			wasResent: !isFound && attempt.mayBeDone,
			age: ageOf(isFound && hasSentNothing, order, first),
		};
	}
	const { failure = undecided(lookup) } = attempt;
	const isOpen = decision === 'look_up' || decision === 'send' || decision === 'send_if_known';
	const outcome = isOpen ? 'unknown' : decision;
	const isNothing = lookup === 'came_to_nothing' || last === 'came_to_nothing';
	return {
		outcome,
		failure:
			isNothing && outcome === 'refused'
				? endOf('refused', lookup === 'came_to_nothing' ? found.answer : answer)
				: failure,
		detail: lookup === 'this_order' ? `a lookup shows it as ${shownAs(found.answer)}` : detail,
		record,
		isKeyTaken: lookup === 'another_order' && outcome !== 'unknown' && !isNothing,
		mayBeTaken: lookup === 'unclear' && isShown(found.answer, order),
		sentNothing: hasSentNothing,
		isHit: answer?.isHit,
	};
}

function ageOf(isThere: boolean, { mayExist }: Order, first?: Lookup): Age {
	if (isThere) return 'there';
	return mayExist && first !== 'none' ? 'open' : 'new';
}

/** Whether a lookup shows an order, not that of another key, and not just how it ended. */
function isShown(answer: Answer | undefined, { extId }: Order): boolean {
	const { extId: shown, ids = [], status } = answer ?? {};
	if (shown !== undefined) return shown === extId && status !== 'unclear';
	return ids.length > 0 || status === 'stands' || status === 'over';
}

function shownAs(answer?: Answer): string {
	const { statusText = '' } = answer ?? {};
	return statusText === '' ? 'placed' : statusText;
}

/** Why an order that may exist is not sent. */
function undecided(lookup: Lookup): PartnerApiError {
	return localFailure(lookup === 'another_order' ? 'another_order' : 'may_exist', 'not_sent');
}

/** An order that ended without being carried out, or with an unclear end. */
export function endOf(
	outcome: 'refused' | 'unknown',
	answer: Answer | undefined,
	beside = '',
): PartnerApiError {
	const { error, statusText = '' } = answer ?? {};
	const why = error?.code === undefined ? '' : ` (${error.code})`;
	const detail = `its status is ${statusText}${why}${beside}`;
	const code = outcome === 'refused' ? 'came_to_nothing' : 'ended_otherwise';
	return localFailure(code, outcome, { apiMessage: error?.message, detail });
}
