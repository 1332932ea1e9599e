import type { FailureOutcome, InputError, PartnerApiError } from '../../../partner-api';

/** What became of an order: it exists; the API said no, or it failed; it was never sent; or nobody can tell. */
export type Outcome = 'done' | FailureOutcome;

/** What came of the last attempt, where no response shows the order. */
export type LastAttempt =
	/** 2xx that shows an order which differs in an identifying field. */
	| 'another_order'
	/** A 429, or another 4xx of the API itself, but for 408, 425 and 499. */
	| 'refused'
	| 'not_sent'
	/** No response, a 3xx, 5xx, 408, 425 or 499, a web page, or a 2xx that cannot be read, shows an error or no order. */
	| 'unknown';

/** What a lookup says of an order. */
export type Finding =
	| 'this_order'
	/** It exists, and its status is failed or cancelled (section 3.2). */
	| 'came_to_nothing'
	/** The API says that there is no such order. */
	| 'none'
	/** The key is another order's, so there is none of this one. */
	| 'taken'
	/** Anything else. */
	| 'unclear';

/**
 * Decides what became of an order that its response does not show; one that is shown is done.
 *
 * @param last what the last attempt says
 * @param mayExist the order may have existed before, or an attempt of this call was lost
 * @param finding what a lookup says; absent while none was made
 * @returns the outcome, or `look_up` where only a lookup can tell
 */
export function settle(last: LastAttempt, mayExist: boolean): FailureOutcome | 'look_up';
export function settle(last: LastAttempt, mayExist: boolean, finding: Finding): Outcome;
export function settle(
	last: LastAttempt,
	mayExist: boolean,
	finding?: Finding,
): Outcome | 'look_up' {
	if (last === 'another_order') return 'unknown';
	if (last !== 'unknown' && !mayExist) return last;
	switch (finding) {
		case undefined:
			return 'look_up';
		case 'this_order':
			return 'done';
		case 'came_to_nothing':
			return 'refused';
		case 'none':
		case 'taken':
			// What the last attempt said stands, also `unknown`: one that was lost may still be on its way.
			return last;
		case 'unclear':
			return 'unknown';
	}
}

/** What became of an order: done, or why it is not. */
export type Settled = Done | NotDone;

export interface Done {
	outcome: 'done';
	/** The API's record of it. */
	record: unknown;
	/** The record comes from a lookup. */
	isFound?: boolean;
	/** It was there before this attempt sent anything. */
	isOld?: boolean;
}

export interface NotDone {
	outcome: FailureOutcome;
	/** What the call failed with, or why the credential's limits kept it from being made. */
	failure: PartnerApiError | InputError;
	/** What a lookup said, for the operator. */
	detail?: string;
	/** It was refused or not sent, because its key is another order's. */
	isKeyTaken?: boolean;
	/** Nothing of it left this run. An earlier one may have sent it. */
	sentNothing?: boolean;
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

/** @throws OrderFailed for an order that is not done */
export function doneOrThrow(settled: Settled): Done {
	if (settled.outcome !== 'done') throw new OrderFailed(settled);
	return settled;
}
