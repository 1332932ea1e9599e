/** What a call ordered. All amounts are USDT decimal strings. */
export interface Ordered {
	/** How many things; 0 where it placed no order. */
	count: number;
	/** What is moved, where the order names an amount. */
	amount?: string;
	/** What it costs by the catalog, where that shows it. It is asked for only where nothing else tells. */
	catalogPrice: () => Promise<string | undefined>;
	/** An earlier run may have placed it. */
	mayBeRepeat: boolean;
	/** Its status says that nothing came of it. */
	cameToNothing: boolean;
}

/** Counts what the calls of a run came to. */
export interface RunSummary {
	/** @param items how many items the call was for */
	noteResponse(response: unknown, items: number, ordered: Ordered): void;
	/** Takes note of a call that failed or was not sent. */
	noteFailure(items: number): void;
	/** For the operator; empty where there is nothing to tell. */
	text(): string | Promise<string>;
}
