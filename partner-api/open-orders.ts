import type { JsonValue } from './json';
import { Newest } from './newest';
import { extIdOf, ordersIn } from './orders';
import type { PartnerSettings } from './settings';

/** Of each kind; the oldest are forgotten first. */
const MOST_ORDERS = 10_000;

/**
 * The orders of this process, by their `ext_id`, that may exist whatever a later try of them meets with, in this run or
 * another.
 */
class OpenOrders {
	private readonly lost = new Newest<true>(MOST_ORDERS);
	/** They exist, but may be sent again. Kept apart, because they may be many. */
	private readonly carriedOut = new Newest<true>(MOST_ORDERS);

	/** The answer for these was lost. */
	add(settings: PartnerSettings, extIds: readonly string[]): void {
		for (const extId of extIds) this.lost.set(keyOf(settings, extId), true);
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
		if (mayComeAgain) this.carriedOut.set(key, true);
		else this.carriedOut.delete(key);
	}
}

/** An `ext_id` is unique for a partner (section 1, rule 8). */
function keyOf({ apiUrl, partnerId }: PartnerSettings, extId: string): string {
	return JSON.stringify([apiUrl, partnerId, extId]);
}

/** Those of this process, which all its runs share. */
export const openOrders = new OpenOrders();

/** The keys that a request's body carries. */
export function extIdsIn(body: JsonValue | undefined): string[] {
	return ordersIn(body).flatMap((order) => extIdOf(order) ?? []);
}
