/** A redelivery is the same bytes, and so has the same signature: it tells the event before anything is parsed. */
export class KnownDeliveries {
	private readonly events = new Map<string, string>();

	/** @param capacity how many are remembered; the oldest are forgotten first */
	constructor(private readonly capacity: number) {}

	note(signature: string, eventId: string): void {
		this.events.set(signature, eventId);
		if (this.events.size <= this.capacity) return;
		const [oldest] = this.events.keys();
		if (oldest !== undefined) this.events.delete(oldest);
	}

	/** The event of a delivery with this signature, which is verified. */
	eventOf(signature: string): string | undefined {
		return this.events.get(signature);
	}
}
