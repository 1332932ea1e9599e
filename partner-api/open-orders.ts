import type { JsonValue } from './json';
import { extIdOf, ordersIn } from './orders';
import type { PartnerSettings } from './settings';

const MOST_ORDERS = 10_000;

/**
 * The orders of this process whose answer was lost, by their `ext_id`. Whatever a later try of one of them meets with, in
 * this run or another, the order may exist.
 */
class OpenOrders {
	/** In the order in which they came. */
	private readonly keys = new Set<string>();

	/** The answer for these was lost. Beyond the most, those that are open for longest are forgotten. */
	add(settings: PartnerSettings, extIds: readonly string[]): void {
		for (const extId of extIds) this.keys.add(keyOf(settings, extId));
		for (const key of this.keys) {
			if (this.keys.size <= MOST_ORDERS) return;
			this.keys.delete(key);
		}
	}

	has(settings: PartnerSettings, extId: string): boolean {
		return this.keys.has(keyOf(settings, extId));
	}

	/** It is known to exist. */
	settle(settings: PartnerSettings, extId: string): void {
		this.keys.delete(keyOf(settings, extId));
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
