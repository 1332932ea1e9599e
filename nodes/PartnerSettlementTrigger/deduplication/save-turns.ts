/** Of so many deliveries under way at once, or fewer, each saves: one of them must be the last. */
const FEW = 3;
/** In a flood that does not end, one in so many saves. */
const MOST_WITHOUT = 50;

/**
 * Which deliveries have n8n save the node's events. A save has all in it that were answered before, and takes long, so of
 * many deliveries at once only the last few are to save. Which these are shows only while n8n stores their runs; it looks
 * whether there is something to save after that.
 */
export class SaveTurns {
	/** Deliveries under way that are not to save so far, by token. */
	private readonly waiting = new Map<string, () => void>();
	private readonly underWay = new Set<string>();
	private without = 0;

	/**
	 * A delivery's run is about to be stored.
	 *
	 * @param save has n8n save the node's events once the run is stored
	 */
	begin(token: string, save: () => void): void {
		this.underWay.add(token);
		this.waiting.set(token, save);
		this.without += 1;
		if (this.without >= MOST_WITHOUT) this.take(token);
		this.takeFew();
	}

	/** A delivery has had its answer, or will have none. */
	end(token: string): void {
		this.underWay.delete(token);
		this.waiting.delete(token);
		this.takeFew();
	}

	private takeFew(): void {
		if (this.underWay.size > FEW) return;
		for (const token of this.waiting.keys()) this.take(token);
	}

	private take(token: string): void {
		this.waiting.get(token)?.();
		this.waiting.delete(token);
		this.without = 0;
	}
}
