import { attempt, PartnerApiError, unknownOutcome } from '../../../partner-api';

/** Each wait is this much longer than the one before, up to the maximum. */
const GROWTH = 1.5;
const MAX_WAIT_SECONDS = 10;
/** The last lookup comes when the time is up, and needs some time to bring a response. */
const MIN_LOOKUP_SECONDS = 2;

interface PollLimits {
	/** Seconds. */
	maxWait: number;
	/** Seconds before the first lookup. */
	pollInterval: number;
	/** Waits; false when there is nothing to wait for any more. */
	rest: (seconds: number) => Promise<boolean>;
}

interface Work<T> {
	/** Makes the order, however long that takes; its time counts. */
	order: () => Promise<T>;
	/** Asks the API what became of it, and takes no longer than it is given. */
	lookUp: (seconds: number) => Promise<T>;
	isDone: (seen: T) => boolean;
}

/** What an order was seen as last. */
interface Sighting<T> {
	seen: T;
	/** Why the last lookup brought nothing. */
	failure?: PartnerApiError;
}

/**
 * Makes an order and looks it up, with growing waits, until it is done or the time is up. A lookup that fails leaves the
 * order as it was seen last. The waiting ends where a further lookup is of no use.
 *
 * @throws PartnerApiError what `order` or `rest` throws; `cancelled`, with the outcome `unknown`
 */
export async function poll<T>(
	{ maxWait, pollInterval, rest }: PollLimits,
	{ order, lookUp, isDone }: Work<T>,
): Promise<Sighting<T>> {
	const end = Date.now() + maxWait * 1000;
	const secondsLeft = () => (end - Date.now()) / 1000;
	let sighting: Sighting<T> = { seen: await order() };
	for (let wait = pollInterval; ; wait = Math.min(wait * GROWTH, MAX_WAIT_SECONDS)) {
		const left = secondsLeft();
		if (isDone(sighting.seen) || left <= 0 || !(await rest(Math.min(wait, left)))) return sighting;
		const found = await attempt(lookUp(Math.max(secondsLeft(), MIN_LOOKUP_SECONDS)));
		if (!(found instanceof PartnerApiError)) {
			sighting = { seen: found };
			continue;
		}
		// A response of the API is no cancelling, whatever code it carries.
		const isResponse = found.details.status !== undefined;
		if (found.code === 'cancelled' && !isResponse) throw unknownOutcome('cancelled');
		sighting.failure = found;
		if (!found.isTransient) return sighting;
	}
}
