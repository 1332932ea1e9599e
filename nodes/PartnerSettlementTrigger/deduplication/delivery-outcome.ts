import type { ServerResponse } from 'node:http';

/** What n8n made of a delivery that is to start a run. */
export interface OutcomeHandlers {
	/** Acknowledged: n8n does that only once the run is stored. */
	stored: () => void;
	/** Answered with an error: there is no run. */
	failed: () => void;
	/** The sender went away before its answer; whether there is a run is not known. */
	unknown: () => void;
}

/** Tells the outcome of a delivery, once, by the answer n8n gives to it. */
export function watchOutcome(response: ServerResponse, handlers: OutcomeHandlers): void {
	if (response.closed) {
		handlers.unknown();
		return;
	}
	response.once('close', () => {
		if (!response.writableFinished) handlers.unknown();
		else if (response.statusCode < 300) handlers.stored();
		else handlers.failed();
	});
}
