/** Counts what the calls of a run came to. */
export interface RunSummary {
	/** @param items how many items the call was for */
	noteAnswer(answer: unknown, items: number): void;
	/** Takes note of a call that failed or was not sent. */
	noteFailure(items: number): void;
	/** For the operator. */
	text(): string;
}
