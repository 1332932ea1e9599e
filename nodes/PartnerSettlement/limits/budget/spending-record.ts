/** An order that asks for room: a part of the limits, reserved for it. */
export interface Wanted {
	/** Its call and its idempotency key: orders of two different calls both count, even under one number. */
	key: string;
	/** For the operator: what was ordered. */
	kind: string;
	/** Its maximum cost, in millionths of a USDT. */
	cost: number;
	/** Whether the API may not recognize a retry. If so, a further attempt costs as much again. */
	isGuess: boolean;
	/** The run that has the room: no other run takes, renews or ends it. */
	by: string;
}

/** A maximum for the cost of orders in the last `length` milliseconds. */
export interface Period {
	max: number;
	length: number;
}

/** A maximum for the cost of all orders after a moment. */
export interface Since {
	max: number;
	/** Milliseconds of the record's clock. */
	from: number;
}

export type Window = Period | Since;

/** How an order ended: one of this run, or one that a lookup found. */
export interface End {
	key: string;
	kind: string;
	/** Its cost from now on, in millionths of a USDT; 0 takes it out. */
	cost: number;
	/**
	 * For an order that was just sent, in how many milliseconds it is placed at the latest. Without it, an order that did not
	 * count yet gets the time at which it was placed, or the beginning of the record.
	 */
	placedIn?: number;
	placedAt?: number;
	/** The run whose room ends; absent for an order that was found. */
	by?: string;
}

export interface Counted {
	key: string;
	kind: string;
	/** When it was placed, or is at the latest: milliseconds of the record's clock. */
	at: number;
	cost: number;
	isUnderWay: boolean;
}

/** A record's view of an account, without the orders before `since`. */
export interface Snapshot {
	since: number;
	now: number;
	orders: Counted[];
}

export interface Taken {
	/** Index of the first window without room for all orders together. If it is set, no order gets room. */
	full?: number;
	/** Another run holds room for one of the orders. If so, no order gets room here. */
	isBusy?: boolean;
	/** The cost of each order before. */
	before: number[];
	/**
	 * The room that each has now. A further attempt adds to it if the API may not recognize the retry.
	 */
	rooms: number[];
	/** The record began with this step. */
	isNew: boolean;
	/** When the step took place: milliseconds of the record's clock. */
	now: number;
}

/**
 * Counts the orders of an account, for all runs that share it. Each call is one step, which nothing interrupts. An order
 * counts at its cost. While its room is reserved or it is in progress, it counts at its room or more, regardless of its
 * time. Every method throws if it fails.
 */
export interface SpendingRecord {
	/** Takes room, which ends `LEASE_MS` later if its process has died by then. */
	reserve: (wanted: readonly Wanted[], windows: readonly Window[]) => Promise<Taken>;
	/**
	 * Extends the leases of orders that are not over. An order that was sent is placed one lease from now at the latest, even
	 * if its lease is over.
	 *
	 * @param isSent makes their room permanent: all are sent now
	 * @returns whether no lease is over, so that all may be sent
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
	const from = 'from' in window ? window.from : now - window.length;
	return orders.filter(({ at, cost, isUnderWay }) => cost > 0 && (isUnderWay || at > from));
}

export function sumOf(costs: readonly { cost: number }[]): number {
	return costs.reduce((sum, { cost }) => sum + cost, 0);
}
