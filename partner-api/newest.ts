/** A map that holds the newest entries: beyond its capacity, the one that was set longest ago is forgotten. */
export class Newest<Value> extends Map<string, Value> {
	/** @param capacity how many entries are remembered */
	constructor(private readonly capacity: number) {
		super();
	}

	override set(key: string, value: Value): this {
		// An entry that is set again is new again.
		this.delete(key);
		super.set(key, value);
		if (this.size > this.capacity) {
			const [oldest] = this.keys();
			if (oldest !== undefined) this.delete(oldest);
		}
		return this;
	}
}
