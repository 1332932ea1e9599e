interface Reading<T> {
	value: Promise<T>;
	/** Until when it is kept, in milliseconds of a clock that nobody sets. */
	goodUntil: number;
	/** Until when it passes for renewed. */
	newUntil: number;
}

/** Keeps what was read for a time, lets those who ask share a reading, and limits how often is read. */
export class Recent<T> {
	private readonly readings = new Map<string, Reading<T>>();

	/**
	 * @param lifetimeMs for how long a reading is kept
	 * @param pauseMs how long after a failed or renewed reading the next may begin
	 */
	constructor(
		private readonly lifetimeMs: number,
		private readonly pauseMs: number,
		private readonly now = () => performance.now(),
	) {}

	/**
	 * What was read under this key of late, or what `read` gives.
	 *
	 * @throws what the reading threw, for those who share it as well
	 */
	async get(key: string, read: () => Promise<T>): Promise<T> {
		const kept = this.readings.get(key);
		if (kept && kept.goodUntil > this.now()) return await kept.value;
		return await this.read(key, read, 0);
	}

	/**
	 * What `read` gives, in place of what was kept, or gave to another renewal less than the pause ago.
	 *
	 * @throws what the reading threw, for those who share it as well
	 */
	async renew(key: string, read: () => Promise<T>): Promise<T> {
		const kept = this.readings.get(key);
		if (kept && kept.newUntil > this.now()) return await kept.value;
		return await this.read(key, read, this.pauseMs);
	}

	private async read(key: string, read: () => Promise<T>, newForMs: number): Promise<T> {
		const at = this.now();
		const value = read();
		const reading = { value, goodUntil: at + this.lifetimeMs, newUntil: at + newForMs };
		this.readings.set(key, reading);
		value.catch(() => {
			reading.goodUntil = reading.newUntil = at + this.pauseMs;
		});
		return await value;
	}
}
