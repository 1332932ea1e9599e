import type { JsonValue } from './json';
import { extIdOf, ordersIn } from './orders';
import type { PartnerSettings } from './settings';

const MOST_ORDERS = 10_000;

/** In the order in which they came; beyond the most, the oldest are forgotten. */
class Keys {
	private readonly keys = new Set<string>();

	add(key: string): void {
		this.keys.add(key);
		if (this.keys.size <= MOST_ORDERS) return;
		const [oldest] = this.keys;
		if (oldest !== undefined) this.keys.delete(oldest);
	}

	has(key: string): boolean {
		return this.keys.has(key);
	}

	delete(key: string): void {
		this.keys.delete(key);
	}
}

/**
 * The orders of this process, by their `ext_id`, that may exist whatever a later try of them meets with, in this run or
 * another.
 */
class OpenOrders {
	private readonly lost = new Keys();
	/** They exist, but may be sent again. Kept apart, because they may be many. */
	private readonly carriedOut = new Keys();

	/** The answer for these was lost. */
	add(settings: PartnerSettings, extIds: readonly string[]): void {
		for (const extId of extIds) this.lost.add(keyOf(settings, extId));
	}

	has(settings: PartnerSettings, extId: string): boolean {
		const key = keyOf(settings, extId);
		return this.lost.has(key) || this.carriedOut.has(key);
	}

	/**
	 * It is known to exist.
	 *
	 * @param mayComeAgain whether it may be sent once more, although it was carried out
	 */
	settle(settings: PartnerSettings, extId: string, mayComeAgain: boolean): void {
		const key = keyOf(settings, extId);
		this.lost.delete(key);
		if (mayComeAgain) this.carriedOut.add(key);
		else this.carriedOut.delete(key);
	}
}

/** An `ext_id` is unique for a partner (section 1, rule 8). */
function keyOf({ apiUrl, partnerId }: PartnerSettings, extId: string): string {
	return JSON.stringify([apiUrl, partnerId, extId]);
}

export const openOrders = new OpenOrders();

/** The keys that a request's body carries. */
export function extIdsIn(body: JsonValue | undefined): string[] {
	return ordersIn(body).flatMap((order) => extIdOf(order) ?? []);
}
