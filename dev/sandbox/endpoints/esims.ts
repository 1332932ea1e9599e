import Big from 'big.js';
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
import { ESIM_OFFERS, findEsimOffer, type EsimOffer } from '../state/catalog';
import type { Esim } from '../state/esims';
import type { Draft, OrderStatus } from '../state/orders';
import { decimalText } from '../state/ledger';
import { purchase, requireAvailable } from './purchase';

const SCOPE = 'esim:*';
const MOST_AT_ONCE = 100;

const purchaseSchema = z
	.object({
		ext_id: extIdField,
		offer_id: z.string().min(1),
		quantity: z.number().int().min(1).max(MOST_AT_ONCE).optional(),
	})
	.strict();

const topUpSchema = z.object({ ext_id: extIdField, offer_id: z.string().min(1) }).strict();

const planSchema = z
	.object({
		plan_id: z.string().min(1),
		ext_id: extIdField,
		iccid: z.string().min(1).optional(),
	})
	.strict();

function offerOf(offerId: string): EsimOffer {
	const offer = findEsimOffer(offerId);
	if (!offer) throw unprocessable('offer_not_found', 'There is no such eSIM offer');
	requireAvailable(offer);
	return offer;
}

function settleAll(call: Call, esims: readonly Esim[], status: OrderStatus): void {
	for (const esim of esims) {
		call.world.esims.settle(esim, status === 'completed' ? 'active' : 'failed');
	}
}

function buy(call: Call, body: z.infer<typeof purchaseSchema>): JsonObject {
	const { ext_id: extId, offer_id: offerId, quantity } = body;
	const offer = offerOf(offerId);
	const price = decimalText(new Big(offer.price_usdt).times(quantity ?? 1));
	return purchase(call, {
		kind: 'esim_purchase',
		extId,
		content: { offer_id: offerId, quantity: quantity ?? null },
		outcome: orderOutcomeOf(offerId),
		price,
		open: (orderId) => {
			const esims = Array.from({ length: quantity ?? 1 }, () =>
				call.world.esims.open(call.partner, offer, extId),
			);
			const items = esims.map((esim) => ({ esim_id: esim.esimId, offer_id: offerId }));
			return {
				record: {
					ext_id: extId,
					order_id: orderId,
					offer_id: offerId,
					debit_amount: price,
					debit_currency: 'USDT',
					...(quantity === undefined ? { esim_id: esims[0]?.esimId } : { quantity, items }),
				},
				facts: { offer_id: offerId, amount: price, currency: 'USDT' },
				settle: (status) => {
					settleAll(call, esims, status);
				},
			};
		},
	});
}

/** An order of more data for one of the partner's eSIMs. */
function refill(call: Call, esim: Esim, offer: EsimOffer, record: JsonObject): Draft {
	return {
		record,
		facts: {
			esim_id: esim.esimId,
			offer_id: offer.offer_id,
			amount: offer.price_usdt,
			currency: 'USDT',
		},
		settle: (status) => {
			if (status === 'completed') call.world.esims.topUp(esim, offer);
		},
	};
}

function topUp(call: Call, body: z.infer<typeof topUpSchema>): JsonObject {
	const { ext_id: extId, offer_id: offerId } = body;
	const esim = call.world.esims.get(call.partner.id, call.params.esim_id ?? '');
	const offer = offerOf(offerId);
	return purchase(call, {
		kind: 'esim_topup',
		extId,
		content: { esim_id: esim.esimId, offer_id: offerId },
		outcome: orderOutcomeOf(offerId),
		price: offer.price_usdt,
		open: () => refill(call, esim, offer, { ext_id: extId }),
	});
}

function ownedByIccid({ world, partner }: Call, iccid: string): Esim {
	const esim = world.esims.byIccid(partner.id, iccid);
	if (!esim) throw unprocessable('iccid_not_owned', 'The iccid must already belong to this agent');
	return esim;
}

function buyPlan(call: Call, body: z.infer<typeof planSchema>): JsonObject {
	const { plan_id: planId, ext_id: extId, iccid } = body;
	const owned = iccid === undefined ? undefined : ownedByIccid(call, iccid);
	const offer = offerOf(planId);
	return purchase(call, {
		kind: 'esim_purchase',
		extId,
		content: { plan_id: planId, iccid: iccid ?? null },
		outcome: orderOutcomeOf(planId),
		price: offer.price_usdt,
		open: (orderId) => {
			const esim = owned ?? call.world.esims.open(call.partner, offer, extId);
			const record = {
				ext_id: extId,
				order_id: orderId,
				plan_id: planId,
				esim_id: esim.esimId,
				iccid: esim.iccid,
				debit_amount: offer.price_usdt,
				debit_currency: 'USDT',
			};
			const draft = refill(call, esim, offer, record);
			if (owned) return draft;
			return {
				...draft,
				settle: (status) => {
					settleAll(call, [esim], status);
				},
			};
		},
	});
}

/** Section 4.4. */
export const purchaseEsim = endpoint({
	base: 'api',
	method: 'POST',
	path: '/partner/esims',
	scope: SCOPE,
	body: purchaseSchema,
	handle: buy,
});

/** Section 4.5. */
export const purchaseEsimPlan = endpoint({
	base: 'base',
	method: 'POST',
	path: '/api/esim/new_plan5',
	scope: null,
	body: planSchema,
	refusesStars: true,
	handle: buyPlan,
});

export const esimEndpoints: Endpoint[] = [
	purchaseEsim,
	purchaseEsimPlan,
	endpoint({
		base: 'api',
		method: 'POST',
		path: '/partner/esims/:esim_id/topups',
		scope: SCOPE,
		body: topUpSchema,
		handle: topUp,
	}),
	apiRead('/partner/esims/:esim_id', SCOPE, ({ world, partner, params }) =>
		world.esims.view(world.esims.get(partner.id, params.esim_id ?? '')),
	),
	partnerFunction('esim_offers', SCOPE, z.object({}), () => ({ items: ESIM_OFFERS })),
];
