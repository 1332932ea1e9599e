import type { JsonObject } from './http/json';
import type { RecordedRequest, SandboxStats } from './http/stats';
import type { KytCheck } from './state/kyt';
import type { LedgerLine } from './state/ledger';
import type { Order } from './state/orders';
import type { Delivery } from './state/webhooks';
import type { World } from './world';

/** Read access to what the sandbox holds. */
export interface SandboxState {
	readonly orders: readonly Order[];
	readonly kytChecks: readonly KytCheck[];
	readonly deliveries: readonly Delivery[];
	/** Of everything sold, what only its buyer may see: card numbers, activation codes, gift codes. */
	readonly secrets: readonly string[];
	/** The latest 2000 requests, without credentials. */
	readonly requests: readonly RecordedRequest[];
	/** Section 2.1, in USDT decimal strings. */
	balance(partnerId: number | string): Record<string, string>;
	ledger(partnerId: number | string): readonly LedgerLine[];
}

/** The world for reading: each look shows the present state. */
export function stateOf(world: World): SandboxState {
	return {
		get orders() {
			return world.orders.all;
		},
		get kytChecks() {
			return world.kyt.all();
		},
		get deliveries() {
			return world.webhooks.deliveries;
		},
		get secrets() {
			return [...world.cards.numbers(), ...world.esims.codes(), ...world.gifts.codes()];
		},
		get requests() {
			return world.stats.requests;
		},
		balance(partnerId) {
			world.kyt.settleDue();
			return world.ledger.balance(Number(partnerId));
		},
		ledger(partnerId) {
			world.kyt.settleDue();
			return world.ledger.lines(Number(partnerId));
		},
	};
}

/** The same as JSON, for other processes; no secret of a product is in it. */
export function stateAsJson(world: World): JsonObject {
	const state = stateOf(world);
	const partners = world.partners.all().map((partner) => ({
		partnerId: String(partner.id),
		scopes: partner.scopes,
		blocked: partner.blocked,
		callbackUrl: partner.callbackUrl,
		balance: state.balance(partner.id),
		ledger: state.ledger(partner.id),
	}));
	return {
		partners,
		orders: state.orders.map((order) => ({
			partnerId: String(order.partnerId),
			kind: order.kind,
			record: world.orders.view(order),
			document: world.orders.document(order),
		})),
		kytChecks: state.kytChecks.map((check) => ({
			partnerId: String(check.partnerId),
			...world.kyt.view(check),
		})),
		deliveries: state.deliveries,
		requests: state.requests,
	};
}

/** What was counted so far, as `GET /_sandbox/stats` gives it. */
export function statsOf(world: World): SandboxStats {
	return world.stats.snapshot(world.orders.all.length, world.kyt.all().length);
}
