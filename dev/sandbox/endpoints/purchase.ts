import type { Call } from '../http/endpoint';
import { unprocessable } from '../http/errors';
import type { JsonObject } from '../http/json';
import type { OrderOutcome } from '../magic';
import type { Draft, OrderKind } from '../state/orders';

export interface Purchase {
	kind: OrderKind;
	extId: string;
	/** Everything that must be the same in a retry, except the ext_id. */
	content: JsonObject;
	outcome: OrderOutcome;
	/** USDT, as a decimal string. */
	price: string;
	open: (orderId: string) => Draft;
}

/** @throws ApiError 422 if the catalog lists it as not available */
export function requireAvailable({ available }: { available: boolean }): void {
	if (!available) throw unprocessable('not_available', 'This is not available at the moment');
}

/** Places an order that is paid at once; the money comes back when it fails (section 3.3). */
export function purchase({ world, partner }: Call, request: Purchase): JsonObject {
	const { kind, extId, content, outcome, price } = request;
	const order = world.orders.place({ partner, kind, extId, content, outcome }, (orderId) => {
		// The balance is checked, and `open` may refuse, before the debit: a refused order leaves no trace.
		world.ledger.requireAvailable(partner.id, price);
		const draft = request.open(orderId);
		world.ledger.debit(partner.id, price, { reason: kind, extId });
		return {
			...draft,
			settle: (status) => {
				draft.settle(status);
				if (status === 'completed') return;
				world.ledger.credit(partner.id, price, { reason: `${kind} returned`, extId });
			},
		};
	});
	return world.orders.view(order);
}
