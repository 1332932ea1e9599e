import {
	countedIn,
	type End,
	KEPT_MS,
	LEASE_MS,
	type Snapshot,
	type SpendingRecord,
	sumOf,
	type Taken,
	type Wanted,
	type Window,
} from './spending-record';

/** An order counts at its cost. While its lease lasts, it counts at its room if that is more. */
export interface Row {
	kind: string;
	at: number;
	cost: number;
	/** 0 once the order is sent: its room is part of its cost then. */
	room: number;
	lease: number;
	by?: string;
}

/** A record that ends with this process. `redis-record.ts` counts by the same rules, in a Lua script. */
export class MemoryRecord implements SpendingRecord {
	protected rows = new Map<string, Row>();
	protected since = 0;
	/** Milliseconds; never goes back. */
	protected now = 0;

	async reserve(wanted: readonly Wanted[], windows: readonly Window[]): Promise<Taken> {
		return await this.step(() => {
			this.tidy();
			const { now } = this;
			const isNew = this.since === now;
			const rows = wanted.map(({ key }) => this.rows.get(key));
			if (wanted.some(({ by }, index) => this.isOthers(rows[index], by)))
				return { isBusy: true, before: [], rooms: [], isNew, now };
			for (const [index, { key, kind, cost, isGuess, by }] of wanted.entries()) {
				const known = rows[index] ?? { kind, at: now, cost: 0 };
				const room = isGuess ? known.cost + cost : Math.max(known.cost, cost);
				this.put(key, { ...known, room, lease: now + LEASE_MS, by });
			}
			const full = windows.findIndex((one) => sumOf(countedIn(this.snapshot(), one)) > one.max);
			const before = rows.map((row) => row?.cost ?? 0);
			const rooms = wanted.map(({ key }) => this.rows.get(key)?.room ?? 0);
			if (full < 0) return { before, rooms, isNew, now };
			for (const [index, { key }] of wanted.entries()) this.put(key, rows[index]);
			return { full, before, rooms, isNew, now };
		});
	}

	async renew(keys: readonly string[], by: string, isSent: boolean): Promise<boolean> {
		return await this.step(() => {
			const lease = this.now + LEASE_MS;
			const areAlive = keys.map((key) => {
				const row = this.rows.get(key);
				if (row?.by !== by) return false;
				const isAlive = row.lease > this.now;
				const wasSent = row.room === 0 || (isSent && isAlive);
				const sent = wasSent && { cost: Math.max(row.cost, row.room), room: 0, at: lease };
				this.put(key, { ...row, ...sent, ...(isAlive && { lease }) });
				return isAlive;
			});
			return areAlive.every(Boolean);
		});
	}

	async settle(ends: readonly End[]): Promise<void> {
		await this.step(() => {
			this.tidy();
			for (const { key, kind, cost, placedIn, placedAt = this.since, by } of ends) {
				const row = this.rows.get(key);
				// The room belongs to another run. If the row was lost, the order counts all the same.
				if (row && row.by !== by && (by !== undefined || row.lease > this.now)) continue;
				const before = row && row.cost > 0 ? row.at : Math.min(placedAt, this.now);
				const at = placedIn === undefined ? before : this.now + placedIn;
				// An order that is found again cost at least as much as it counted.
				const counts = by === undefined ? Math.max(row?.cost ?? 0, cost) : cost;
				this.put(key, { kind, at, cost: counts, room: 0, lease: 0 });
			}
		});
	}

	async read(): Promise<Snapshot> {
		return await this.step(() => this.snapshot());
	}

	/** Does work without interruption. */
	protected async step<T>(work: () => T): Promise<T> {
		return await Promise.resolve(this.timed(work));
	}

	protected timed<T>(work: () => T): T {
		this.now = Math.max(this.now, Date.now());
		this.since ||= this.now;
		return work();
	}

	/** Forgets orders that no longer count. */
	private tidy(): void {
		for (const [key, row] of this.rows) {
			const isOver = row.cost === 0 || row.at < this.now - KEPT_MS;
			if (isOver && row.lease <= this.now) this.put(key, undefined);
		}
	}

	protected put(key: string, row: Row | undefined): void {
		if (row && (row.cost > 0 || row.lease > 0)) this.rows.set(key, row);
		else this.rows.delete(key);
	}

	/** Whether another run has reserved room for an order. */
	private isOthers(row: Row | undefined, by: string | undefined): boolean {
		return row !== undefined && row.lease > this.now && row.by !== by;
	}

	private snapshot(): Snapshot {
		const { since, now } = this;
		const orders = [...this.rows].map(([key, { kind, at, cost, room, lease }]) => {
			const isUnderWay = lease > now;
			return { key, kind, at, cost: isUnderWay ? Math.max(cost, room) : cost, isUnderWay };
		});
		return { since, now, orders };
	}
}
