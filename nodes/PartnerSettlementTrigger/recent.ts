interface Kept<T> {
	/** Milliseconds since 1970. */
	until: number;
	value: Promise<T>;
}

/** Keeps what was read for a short time, and lets those who ask at once share one reading. */
export class Recent<T> {
	private readonly kept = new Map<string, Kept<T>>();

	constructor(
		private readonly lifetimeMs: number,
		private readonly now = Date.now,
	) {}

	/** What was read under this key of late, or what `read` gives. A failed reading is not kept. */
	async get(key: string, read: () => Promise<T>): Promise<T> {
		const kept = this.kept.get(key);
		if (kept && kept.until > this.now()) return await kept.value;
		return await this.renew(key, read);
	}

	/** What `read` gives, in place of what was kept. */
	async renew(key: string, read: () => Promise<T>): Promise<T> {
		const value = read();
		this.kept.set(key, { until: this.now() + this.lifetimeMs, value });
		value.catch(() => this.kept.delete(key));
		return await value;
	}
}
