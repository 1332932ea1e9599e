import { PartnerApiError, resultOrFailure, unknownOutcome } from '../errors';
import { isTransient } from './retry';

/** Each wait is this many times as long as the one before, up to the maximum or to a longer first wait. */
const GROWTH = 1.5;
const MAX_WAIT_SECONDS = 10;
/** The last lookup comes when the time is up, and needs some time for its response. */
const MIN_LOOKUP_SECONDS = 2;

interface Polling<T> {
	/** Seconds. */
	maxWait: number;
	/** Seconds before the first lookup. */
	pollInterval: number;
	/** Waits; false if there is no longer a reason to wait. */
	rest: (seconds: number) => Promise<boolean>;
	/** Asks the API what became of the order, within the given time. */
	lookUp: (seconds: number) => Promise<T>;
	isDone: (seen: T) => boolean;
}

/**
 * Looks an order up, with growing waits, until it is done or the time is up. If a lookup fails, the last known state stays.
 * The wait ends if a further lookup is of no use.
 *
 * @param seen the response to its creation
 * @returns the last known state, and why the last lookup failed
 * @throws whatever `rest` throws; PartnerApiError `cancelled`, with the outcome `unknown`
 */
export async function poll<T>(
	seen: T,
	{ maxWait, pollInterval, rest, lookUp, isDone }: Polling<T>,
): Promise<{ seen: T; failure?: PartnerApiError }> {
	// A clock that is set back must not make the wait longer.
	const end = performance.now() + maxWait * 1000;
	const secondsLeft = () => (end - performance.now()) / 1000;
	let failure: PartnerApiError | undefined;
	const maxPause = Math.max(pollInterval, MAX_WAIT_SECONDS);
	for (let wait = pollInterval; !isDone(seen); wait = Math.min(wait * GROWTH, maxPause)) {
		const left = secondsLeft();
		if (left <= 0 || !(await rest(Math.min(wait, left)))) break;
		const found = await resultOrFailure(lookUp(Math.max(secondsLeft(), MIN_LOOKUP_SECONDS)));
		failure = found instanceof PartnerApiError ? found : undefined;
		if (!(found instanceof PartnerApiError)) {
			seen = found;
			continue;
		}
		// A response of the API never cancels, whatever its code is.
		const isResponse = found.details.status !== undefined;
		if (found.code === 'cancelled' && !isResponse) throw unknownOutcome('cancelled');
		if (!isTransient(found)) break;
	}
	return { seen, failure };
}
