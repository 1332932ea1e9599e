/** An order that asks for room. */
export interface Wanted {
	/** Its idempotency key: an order counts once. */
	key: string;
	kind: string;
	/** The most it can cost, in millionths of a USDT. */
	cost: number;
	/** Whether the API recognises a retry is a guess: a further attempt costs as much again. */
	isGuess: boolean;
	/** Whose room it is: no other run takes, renews or ends it. */
	by: string;
}

/** A maximum for what the orders of a time cost, which begins `length` milliseconds ago by the record's clock. */
export interface Window {
	max: number;
	length: number;
}

/** What is known at the end of an order, or of one that was found. */
export interface End {
	key: string;
	kind: string;
	/** What it counts from now on, in millionths of a USDT; 0 takes it out. */
	cost: number;
	/** It was sent now. Otherwise an order that did not count yet has the time at which it was placed, else the record's begin. */
	isSent: boolean;
	placedAt?: number;
	/** Whose room ends; absent for an order that was found. */
	by?: string;
}

export interface Counted {
	key: string;
	kind: string;
	/** When it was sent: milliseconds of the record's clock. */
	at: number;
	cost: number;
	isUnderWay: boolean;
}

/** What a record knows of an account. Orders of before `since` are missing. */
export interface Snapshot {
	since: number;
	now: number;
	orders: Counted[];
}

export interface Taken {
	/** The window that has no room for all of them; then none has room. */
	full?: number;
	/** Another run has room for one of them; then none has. */
	isBusy?: boolean;
	/** What each of the orders counted before. */
	before: number[];
	/** The room that each has now: a further attempt adds to it if the API may not know it, or if the order before was of another kind. */
	rooms: number[];
	/** The record began with this step. */
	isNew: boolean;
}

/**
 * Counts the orders of an account, for all runs that share it, each in one step. An order counts what it cost, and while its
 * room is reserved or it is under way at least its room, whatever its time is. Every method throws if it fails.
 */
export interface SpendingRecord {
	/** Takes room, which ends `LEASE_MS` later: then its process is no more. */
	reserve: (wanted: readonly Wanted[], windows: readonly Window[]) => Promise<Taken>;
	/**
	 * Lets rooms live on.
	 *
	 * @param isSent makes them last: their orders are sent now
	 * @returns whether all were still there
	 */
	renew: (keys: readonly string[], by: string, isSent: boolean) => Promise<boolean>;
	settle: (ends: readonly End[]) => Promise<void>;
	read: () => Promise<Snapshot>;
}

export const LEASE_MS = 60_000;
/** Older orders are in no window. */
export const KEPT_MS = 31 * 24 * 3600 * 1000;

/** The orders that count in a window. */
export function countedIn({ orders, now }: Snapshot, window: Window): Counted[] {
	const from = now - window.length;
	return orders.filter(({ at, cost, isUnderWay }) => cost > 0 && (isUnderWay || at > from));
}

export function sumOf(costs: readonly { cost: number }[]): number {
	return costs.reduce((sum, { cost }) => sum + cost, 0);
}
