import { isJsonObject } from '../../../partner-api';
import { isNoError } from './output';

// The API document lists no statuses of documents (section 3.3): all three lists are inferred. Any other status tells nothing.

/** Statuses of an order that came to nothing. */
const FAILED_STATUSES = new Set(['failed', 'cancelled', 'canceled', 'rejected']);
/** Statuses of an order that is under way. */
const OPEN_STATUSES = new Set(['pending', 'processing']);
/** Statuses of an order that was carried out. */
const DONE_STATUSES = new Set(['completed', 'done']);
/** Section 4.5 speaks of an answer as accepted, and does not say that this is a status. */
const GOOD_STATUSES = new Set([...OPEN_STATUSES, ...DONE_STATUSES, 'accepted']);

/** What the record of an order says became of it; `doubtful` where it speaks for both, `untold` where for neither. */
export type Fate = 'placed' | 'failed' | 'doubtful' | 'untold';

/**
 * What the record of an order says became of it. An error beside a status of one that was carried out is of something after
 * it, such as a webhook that was not delivered; and without a status of one that came to nothing no error makes it such a
 * one, for that may be ordered again with another key.
 */
export function fateOf(record: unknown): Fate {
	if (hasFailedStatus(record)) return hasPlacedStatus(record) ? 'doubtful' : 'failed';
	if (hasDoneStatus(record)) return 'placed';
	if (isJsonObject(record) && !isNoError(record.error)) return 'doubtful';
	return hasPlacedStatus(record) ? 'placed' : 'untold';
}

/** Whether a status of the record is that of an order that came to nothing. */
export function hasFailedStatus(record: unknown): boolean {
	return hasStatus(record, FAILED_STATUSES);
}

/** Whether a status of the record is that of an order that was placed. */
export function hasPlacedStatus(record: unknown): boolean {
	return hasOpenStatus(record) || hasDoneStatus(record);
}

/** Whether a status of the record is that of an order under way. */
export function hasOpenStatus(record: unknown): boolean {
	return hasStatus(record, OPEN_STATUSES);
}

/** Whether a status of the record is that of an order that was carried out. */
export function hasDoneStatus(record: unknown): boolean {
	return hasStatus(record, DONE_STATUSES);
}

/**
 * A status of the record that does not say that its order is accepted, under way or carried out (sections 3.2, 3.3 and
 * 4.5).
 */
export function otherStatusOf(record: unknown): string | undefined {
	return statusesOf(record).find((status) => !GOOD_STATUSES.has(status));
}

/** The statuses that a record shows, in lower case. */
export function statusesOf(record: unknown): string[] {
	if (!isJsonObject(record)) return [];
	return [record.status, record.document_status].flatMap((value) =>
		typeof value === 'string' && value !== '' ? value.toLowerCase() : [],
	);
}

function hasStatus(record: unknown, statuses: ReadonlySet<string>): boolean {
	return statusesOf(record).some((status) => statuses.has(status));
}
