import { attempt, PartnerApiError, unknownOutcome } from '../../../partner-api';

/** Each wait is this much longer than the one before, up to the most. */
const GROWTH = 1.5;
const LONGEST_WAIT_SECONDS = 10;
/** The last look comes when the time is up. It gets this long, so that it can bring an answer at all. */
const LEAST_LOOK_SECONDS = 2;

interface Patience {
	/** Seconds. */
	maxWait: number;
	/** Seconds before the first look. */
	pollInterval: number;
	/** Waits; false when there is nothing to wait for any more. */
	rest: (seconds: number) => Promise<boolean>;
}

interface Work<T> {
	/** Makes the order, however long that takes; its time counts. */
	order: () => Promise<T>;
	/** Asks the API what became of it, and takes no longer than it is given. */
	look: (seconds: number) => Promise<T>;
	isDone: (seen: T) => boolean;
}

/** What an order was seen as last. */
interface Sighting<T> {
	seen: T;
	/** Why the last look brought nothing. */
	failure?: PartnerApiError;
}

/**
 * Makes an order and looks at it again and again, with growing waits, until it is done or the time is up. A look that
 * fails takes nothing from the order, which stands as it was seen last; where looking again is of no use, the waiting ends.
 *
 * @throws PartnerApiError what `order` or `rest` throws; `cancelled`, with the outcome `unknown`
 */
export async function poll<T>(
	{ maxWait, pollInterval, rest }: Patience,
	{ order, look, isDone }: Work<T>,
): Promise<Sighting<T>> {
	const end = Date.now() + maxWait * 1000;
	const secondsLeft = () => (end - Date.now()) / 1000;
	let sighting: Sighting<T> = { seen: await order() };
	for (let wait = pollInterval; ; wait = Math.min(wait * GROWTH, LONGEST_WAIT_SECONDS)) {
		const left = secondsLeft();
		if (isDone(sighting.seen) || left <= 0 || !(await rest(Math.min(wait, left)))) return sighting;
		const looked = await attempt(look(Math.max(secondsLeft(), LEAST_LOOK_SECONDS)));
		if (!(looked instanceof PartnerApiError)) {
			sighting = { seen: looked };
			continue;
		}
		// What the API answers is no cancelling, whatever it calls it.
		const isAnswer = looked.details.status !== undefined;
		if (looked.code === 'cancelled' && !isAnswer) throw unknownOutcome('cancelled');
		sighting.failure = looked;
		if (!looked.isTransient) return sighting;
	}
}
