/** What becomes of a delivery's event. */
export type ClaimVerdict =
	/** The caller starts the run, and tells its outcome. */
	| 'claimed'
	/** A run of it is stored: nothing is to be done. */
	| 'seen'
	/** Another delivery is starting its run, and that has not ended in time: the sender is to come again. */
	| 'busy';

/**
 * Where the deliveries of one trigger node agree on who starts an event's run. A claim is by event and token; a claim
 * whose outcome is never told expires, so that a redelivery is accepted.
 */
export interface EventStore {
	/** Claims an event for a run, or says why not; waits for the outcome of another's claim, within reason. */
	claim(eventId: string, token: string): Promise<ClaimVerdict>;
	/** n8n has stored the run: for a time, in which it should begin, the event passes for seen. */
	acknowledge(eventId: string, token: string): Promise<void>;
	/** There is no run: the next delivery may have the claim. */
	release(eventId: string, token: string): Promise<void>;
	/** The sender went away before there was an answer: the claim is left to expire. */
	abandon(eventId: string, token: string): Promise<void>;
}

/** For how long a delivery waits for the outcome of another's claim, in milliseconds. */
export const PATIENCE_MS = 20_000;

/** After how many seconds a sender is asked to come again. */
export const RETRY_AFTER_SECONDS = 5;

/** For how long a claim holds whose delivery is gone, in milliseconds. */
export const ABANDONED_CLAIM_MS = 60_000;

/**
 * How long a stored run may take to begin, in milliseconds. n8n also answers 200 for a run that it then refuses to start,
 * because a credential may not be used, say: such an event must not count as seen for good. One that only begins later
 * loses nothing: a redelivery's run ends at its mark.
 */
export const ACKNOWLEDGED_MS = 600_000;
