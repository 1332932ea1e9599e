import { z } from 'zod';
import {
	apiRead,
	endpoint,
	extIdField,
	partnerFunction,
	type Call,
	type Endpoint,
} from '../http/endpoint';
import { unprocessable } from '../http/errors';
import type { JsonObject } from '../http/json';
import { orderOutcomeOf } from '../magic';
import { findGiftOffer, GIFT_OFFERS, requiredNames } from '../state/catalog';
import { purchase, requireAvailable } from './purchase';

const purchaseSchema = z
	.object({
		offer_id: z.string().min(1),
		ext_id: extIdField,
		required_fields: z.record(z.unknown()).optional(),
	})
	.strict();

function buy(call: Call, body: z.infer<typeof purchaseSchema>): JsonObject {
	const { ext_id: extId, offer_id: offerId, required_fields: fields = {} } = body;
	const offer = findGiftOffer(offerId);
	if (!offer) throw unprocessable('offer_not_found', 'There is no such gift offer');
	requireAvailable(offer);
	const missing = requiredNames(offer).filter((name) => !(name in fields));
	if (missing.length > 0) {
		throw unprocessable('required_fields_missing', `Missing: ${missing.join(', ')}`);
	}
	return purchase(call, {
		kind: 'gift_purchase',
		extId,
		content: { offer_id: offerId, required_fields: fields },
		outcome: orderOutcomeOf(offerId),
		price: offer.price_usdt,
		open: (orderId) => {
			const gift = call.world.gifts.open(call.partner, offerId, extId);
			return {
				record: {
					ext_id: extId,
					order_id: orderId,
					purchase_id: gift.purchaseId,
					offer_id: offerId,
					debit_amount: offer.price_usdt,
					debit_currency: 'USDT',
				},
				facts: { offer_id: offerId, amount: offer.price_usdt, currency: 'USDT' },
				settle: (status) => {
					gift.status = status === 'completed' ? 'completed' : 'failed';
				},
			};
		},
	});
}

/** Section 4.5. */
export const purchaseGift = endpoint({
	base: 'base',
	method: 'POST',
	path: '/api/purchase',
	scope: null,
	body: purchaseSchema,
	refusesStars: true,
	handle: buy,
});

export const giftEndpoints: Endpoint[] = [
	purchaseGift,
	apiRead('/partner/gift-cards/:purchase_id', 'gift:read', ({ world, partner, params }) =>
		world.gifts.view(world.gifts.get(partner.id, params.purchase_id ?? '')),
	),
	partnerFunction('gift_offers', 'gift:read', z.object({}), () => ({ offers: GIFT_OFFERS })),
	endpoint({
		base: 'base',
		method: 'POST',
		path: '/api/offers',
		scope: null,
		body: z.object({ query: z.string().optional() }).strict(),
		handle: (_call, { query = '' }) => ({
			offers: GIFT_OFFERS.filter((offer) => offer.name.toLowerCase().includes(query.toLowerCase())),
		}),
	}),
];
