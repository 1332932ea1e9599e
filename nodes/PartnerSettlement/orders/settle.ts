/** What became of an order: it exists; the API said no; it was never sent; or nobody can tell. */
export type Outcome = 'done' | 'refused' | 'not_sent' | 'unknown';

/** What the last attempt of a call says of an order that its response does not show. */
export type LastResponse =
	/** 2xx that shows an order which differs in an identifying field. */
	| 'another_order'
	/** 4xx. */
	| 'refused'
	| 'not_sent'
	/** No response, a 5xx, one that cannot be read, or a 2xx that shows no order, or an error. */
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
 * Decides what became of an order that its response does not show; one that is shown is done. It is the only place that
 * does.
 *
 * @param last what the last attempt says
 * @param mayExist the order was perhaps sent before (`sentBefore`), or this call may have placed it (`mayHavePlaced`)
 * @param finding what a lookup says; absent while none was made
 * @returns the outcome, or `look_up` where only a lookup can tell
 */
export function settle(last: LastResponse, mayExist: boolean): Exclude<Outcome, 'done'> | 'look_up';
export function settle(last: LastResponse, mayExist: boolean, finding: Finding): Outcome;
export function settle(
	last: LastResponse,
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
			// Where the last response is unknown, the request may still be on its way, and finding none proves nothing.
			return last;
		case 'unclear':
			return 'unknown';
	}
}
