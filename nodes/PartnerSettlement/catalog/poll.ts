/** Each wait is this much longer than the one before, up to the most. */
const GROWTH = 1.5;
const LONGEST_WAIT_SECONDS = 10;

interface Patience {
	/** Seconds. */
	maxWait: number;
	/** Seconds before the second look. */
	pollInterval: number;
	/** Waits; false when there is nothing to wait for any more. */
	rest: (seconds: number) => Promise<boolean>;
}

/**
 * Looks again and again, with growing waits, until it is done or the time is up.
 *
 * @param look asks the API; it is given what was seen last
 * @returns what it saw last
 * @throws PartnerApiError what `look` or `rest` throws
 */
export async function poll<T>(
	{ maxWait, pollInterval, rest }: Patience,
	look: (seenLast: T | undefined) => Promise<T>,
	isDone: (seen: T) => boolean,
): Promise<T> {
	const end = Date.now() + maxWait * 1000;
	let wait = pollInterval;
	let seen: T | undefined;
	for (;;) {
		seen = await look(seen);
		const secondsLeft = (end - Date.now()) / 1000;
		if (isDone(seen) || secondsLeft <= 0) return seen;
		if (!(await rest(Math.min(wait, secondsLeft)))) return seen;
		wait = Math.min(wait * GROWTH, LONGEST_WAIT_SECONDS);
	}
}
