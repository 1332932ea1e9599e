import Big from 'big.js';
import { z } from 'zod';
import {
	apiRead,
	endpoint,
	extIdField,
	partnerFunction,
	positiveAmount,
	type BodySchema,
	type Call,
	type Endpoint,
} from '../http/endpoint';
import { ApiError, unprocessable } from '../http/errors';
import type { JsonObject } from '../http/json';
import { orderOutcomeOf } from '../magic';
import { CARD_PRODUCTS, findProduct } from '../state/catalog';
import type { Card } from '../state/cards';
import { purchase, requireAvailable } from './purchase';

const topUpSchema = z.object({
	card_id: z.string().min(1),
	amount: positiveAmount,
	ext_id: extIdField,
});
const freezeSchema = z.object({ card_id: z.string().min(1), ext_id: extIdField });

/** Section 4.5; the name of the product field holds the service code. */
function issueSchema(productField: string): BodySchema<JsonObject> {
	const optionalText = z.string().optional();
	return z
		.object({
			[productField]: z.number().int(),
			ext_id: extIdField,
			email: optionalText,
			phone: optionalText,
			first_name: optionalText,
			last_name: optionalText,
			birth_date: optionalText,
			country: optionalText,
			// Section 1, rule 14.
			client_id: z.never({ message: 'client_id_not_allowed' }).optional(),
		})
		.strict();
}

function issue(call: Call, body: JsonObject, productId: number, extId: string): JsonObject {
	const { world, partner } = call;
	const product = findProduct(productId);
	if (!product) throw unprocessable('product_not_found', 'There is no such card product');
	requireAvailable(product);
	return purchase(call, {
		kind: 'card_issue',
		extId,
		content: body,
		outcome: orderOutcomeOf(productId),
		price: product.price_usdt,
		open: (orderId) => {
			const card = world.cards.open(partner, product, extId);
			const record = {
				ext_id: extId,
				order_id: orderId,
				card_id: card.cardId,
				debit_amount: product.price_usdt,
				debit_currency: 'USDT',
			};
			return {
				record,
				facts: {
					[`${world.serviceCode}_product_id`]: productId,
					card_id: card.cardId,
					amount: product.price_usdt,
					currency: 'USDT',
				},
				settle: (status) => {
					card.status = status === 'completed' ? 'active' : 'failed';
				},
			};
		},
	});
}

function activeCard({ world, partner }: Call, cardId: string): Card {
	const card = world.cards.get(partner.id, cardId);
	if (card.status !== 'active') {
		throw new ApiError(409, 'card_not_active', `The card is ${card.status}`);
	}
	return card;
}

function topUp(call: Call, body: z.infer<typeof topUpSchema>): JsonObject {
	const { card_id: cardId, amount, ext_id: extId } = body;
	call.world.cards.get(call.partner.id, cardId);
	return purchase(call, {
		kind: 'card_topup',
		extId,
		content: { card_id: cardId, amount },
		outcome: orderOutcomeOf(amount),
		price: amount,
		open: (orderId) => {
			const card = activeCard(call, cardId);
			return {
				record: { ext_id: extId, order_id: orderId, card_id: cardId, amount, currency: 'USDT' },
				facts: { card_id: cardId, amount, currency: 'USDT' },
				settle: (status) => {
					if (status === 'completed') card.balance = card.balance.plus(new Big(amount));
				},
			};
		},
	});
}

function freeze(call: Call, body: z.infer<typeof freezeSchema>): JsonObject {
	const { card_id: cardId, ext_id: extId } = body;
	const { world, partner } = call;
	world.cards.get(partner.id, cardId);
	const content = { card_id: cardId };
	const order = world.orders.place(
		{ partner, kind: 'card_freeze', extId, content, outcome: 'completed' },
		(orderId) => {
			const card = activeCard(call, cardId);
			return {
				record: { ext_id: extId, order_id: orderId, card_id: cardId },
				facts: content,
				settle: (status) => {
					if (status === 'completed') card.status = 'frozen';
				},
			};
		},
	);
	return world.orders.view(order);
}

/** POST {base_url}/api/pin/create_card. */
export function issueCard(serviceCode: string): Endpoint {
	const productField = `${serviceCode}_product_id`;
	return endpoint({
		base: 'base',
		method: 'POST',
		path: '/api/pin/create_card',
		scope: null,
		body: issueSchema(productField),
		refusesStars: true,
		handle: (call, body) => issue(call, body, Number(body[productField]), String(body.ext_id)),
	});
}

export const topUpCard = partnerFunction('card_topup', 'cards:topup', topUpSchema, topUp);
export const freezeCard = partnerFunction('card_freeze', 'cards:freeze', freezeSchema, freeze);

export const cardEndpoints: Endpoint[] = [
	endpoint({
		base: 'base',
		method: 'POST',
		path: '/api/cards',
		scope: null,
		body: z.object({}),
		handle: ({ world, partner }) => ({
			cards: world.cards.ofPartner(partner.id).map((card) => world.cards.view(card)),
		}),
	}),
	apiRead('/partner/cards/:card_id', 'cards:read', async ({ world, partner, params }) => {
		const card = world.cards.get(partner.id, params.card_id ?? '');
		return { ...world.cards.view(card), ...(await world.cards.secrets(card, partner)) };
	}),
	partnerFunction(
		'card_billing_address',
		'cards:read',
		z.object({ card_id: z.string().min(1) }).strict(),
		({ world, partner }, { card_id: cardId }) => ({
			billing_address: world.cards.get(partner.id, cardId).billingAddress,
		}),
	),
	topUpCard,
	freezeCard,
];

/** The catalog of cards (section 1, rule 9); the name of the product's id holds the service code (section 4.5). */
export function cardProducts(serviceCode: string): Endpoint {
	return partnerFunction('card_products', null, z.object({}), () => ({
		products: CARD_PRODUCTS.map(({ id, name, price_usdt, available }) => ({
			[`${serviceCode}_product_id`]: id,
			name,
			price_usdt,
			currency: 'USDT',
			available,
		})),
	}));
}
