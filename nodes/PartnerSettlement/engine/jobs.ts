import type { RunItem } from './run-item';

/** An item ready to be sent, or why it cannot be. */
export interface Prepared {
	item?: RunItem;
	error?: Error;
}

/**
 * One call and the input items it is for: several where they ask for the same. The first one's is sent, and its options
 * serve them all: how long the result is waited for, and what the run may cost.
 */
export interface Job extends Prepared {
	/** The first of them. */
	itemIndex: number;
	/** The rest; absent where there is none, because there may be very many jobs. */
	others?: number[];
}

/** All items that a job is for, in their order. */
export function itemsOf({ itemIndex, others = [] }: Job): number[] {
	return [itemIndex, ...others];
}

/**
 * What items of a run have in common when one call serves them all: what is ordered, however it is spelled. A key of the
 * operator's own is part of it: who gives two orders different keys wants two.
 *
 * @returns undefined where each item is a call of its own
 */
export function sharedKey({ run, values, options, ownExtId }: RunItem): string | undefined {
	const { oneSpelling } = run.operation;
	if (!oneSpelling || options.body !== undefined) return undefined;
	return JSON.stringify([oneSpelling(values), ownExtId, options.path], withoutOff);
}

/** A flag that is off asks for what its absence asks for. */
function withoutOff(_: string, value: unknown): unknown {
	return value === false ? undefined : value;
}
