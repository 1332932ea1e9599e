import { PartnerApiError, resultOrFailure, unknownOutcome } from '../errors';

/** Each wait is this much longer than the one before, up to the maximum. */
const GROWTH = 1.5;
const MAX_WAIT_SECONDS = 10;
/** The last lookup comes when the time is up, and needs some time to bring a response. */
const MIN_LOOKUP_SECONDS = 2;

interface Polling<T> {
	/** Seconds. */
	maxWait: number;
	/** Seconds before the first lookup. */
	pollInterval: number;
	/** Waits; false when there is nothing to wait for any more. */
	rest: (seconds: number) => Promise<boolean>;
	/** Asks the API what became of the order, and takes no longer than it is given. */
	lookUp: (seconds: number) => Promise<T>;
	isDone: (seen: T) => boolean;
}

/**
 * Looks an order up, with growing waits, until it is done or the time is up. A lookup that fails leaves the order as it was
 * seen last. The waiting ends where a further lookup is of no use.
 *
 * @param seen the response to its creation
 * @returns how it was seen last, and why the last lookup brought nothing
 * @throws PartnerApiError what `rest` throws; `cancelled`, with the outcome `unknown`
 */
export async function poll<T>(
	seen: T,
	{ maxWait, pollInterval, rest, lookUp, isDone }: Polling<T>,
): Promise<{ seen: T; failure?: PartnerApiError }> {
	// A clock that is set back while an order is waited for must not make the wait longer.
	const end = performance.now() + maxWait * 1000;
	const secondsLeft = () => (end - performance.now()) / 1000;
	let failure: PartnerApiError | undefined;
	for (let wait = pollInterval; !isDone(seen); wait = Math.min(wait * GROWTH, MAX_WAIT_SECONDS)) {
		const left = secondsLeft();
		if (left <= 0 || !(await rest(Math.min(wait, left)))) break;
		const found = await resultOrFailure(lookUp(Math.max(secondsLeft(), MIN_LOOKUP_SECONDS)));
		failure = found instanceof PartnerApiError ? found : undefined;
		if (!(found instanceof PartnerApiError)) {
			seen = found;
			continue;
		}
		// A response of the API is no cancelling, whatever code it carries.
		const isResponse = found.details.status !== undefined;
		if (found.code === 'cancelled' && !isResponse) throw unknownOutcome('cancelled');
		if (!found.isTransient) break;
	}
	return { seen, failure };
}
