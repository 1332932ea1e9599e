/**
 * How many items of a run are worked on at once. One that only waits gives its place to another; when it comes back, it
 * goes before those that have not begun, which may be many.
 */
export class Places {
	private readonly returning: (() => void)[] = [];
	private readonly coming: (() => void)[] = [];

	constructor(private free: number) {}

	/** Does some work at a place; who asks first comes first. */
	async hold<T>(work: () => Promise<T>): Promise<T> {
		await this.take(this.coming);
		try {
			return await work();
		} finally {
			this.give();
		}
	}

	/** Leaves the place that is held for as long as the rest takes. */
	async leave<T>(rest: () => Promise<T>): Promise<T> {
		this.give();
		try {
			return await rest();
		} finally {
			await this.take(this.returning);
		}
	}

	private async take(queue: (() => void)[]): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		await new Promise<void>((resolve) => queue.push(resolve));
	}

	/** Hands the place on, if somebody waits for it. */
	private give(): void {
		const next = this.returning.shift() ?? this.coming.shift();
		if (next) next();
		else this.free += 1;
	}
}
