import { randomInt, randomUUID } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import Big from 'big.js';
import { notFound } from '../http/errors';
import { toJson, type JsonObject } from '../http/json';
import { timestamp, type Clock } from './clock';
import type { Product } from './catalog';
import { decimalText } from './ledger';
import type { Partner } from './partners';

/** Card numbers that the card schemes and processors publish for tests; no real card has them. */
const TEST_NUMBERS = [
	'4242424242424242',
	'4000056655665556',
	'5555555555554444',
	'2223003122003222',
];

export interface Card {
	cardId: string;
	partnerId: number;
	productId: number;
	extId: string;
	status: 'pending' | 'active' | 'failed' | 'frozen';
	pan: string;
	cvv: string;
	balance: Big;
	billingAddress: JsonObject | null;
	createdAt: Date;
}

const BILLING_ADDRESS = {
	line1: '1 Sandbox Street',
	line2: 'Suite 2',
	city: 'Wilmington',
	region: 'DE',
	postal_code: '19801',
	country: 'US',
};

/** The cards of all partners. */
export class Cards {
	private readonly cards = new Map<string, Card>();

	constructor(private readonly clock: Clock) {}

	open(partner: Partner, product: Product, extId: string): Card {
		const card: Card = {
			cardId: `card-${randomUUID()}`,
			partnerId: partner.id,
			productId: product.id,
			extId,
			status: 'pending',
			pan: TEST_NUMBERS[this.cards.size % TEST_NUMBERS.length] ?? '',
			cvv: String(randomInt(100, 1000)),
			balance: new Big(0),
			billingAddress: product.billingAddress ? BILLING_ADDRESS : null,
			createdAt: this.clock.now(),
		};
		this.cards.set(card.cardId, card);
		return card;
	}

	/** The partner's own card; 404 for any other. */
	get(partnerId: number, cardId: string): Card {
		const card = this.cards.get(cardId);
		if (card?.partnerId !== partnerId) throw notFound('card_not_found', 'There is no such card');
		return card;
	}

	ofPartner(partnerId: number): Card[] {
		return [...this.cards.values()].filter((card) => card.partnerId === partnerId);
	}

	all(): Card[] {
		return [...this.cards.values()];
	}

	/** The number of every card. */
	numbers(): string[] {
		return [...this.cards.values()].map(({ pan }) => pan);
	}

	/** The fields of a card in lists. None is secret. */
	view(card: Card): JsonObject {
		return {
			card_id: card.cardId,
			ext_id: card.extId,
			status: card.status,
			product_id: card.productId,
			last4: card.pan.slice(-4),
			balance: decimalText(card.balance),
			currency: 'USD',
			created_at: timestamp(card.createdAt),
		};
	}

	/** Section 4.9: PAN, CVV and `card_encrypted`, once the card is fulfilled (section 1, rule 11). */
	async secrets(card: Card, partner: Partner): Promise<JsonObject> {
		if (card.status === 'pending' || card.status === 'failed') return {};
		const details = { pan: card.pan, cvv: card.cvv, exp_month: 12, exp_year: 2030 };
		const encrypted = await new CompactEncrypt(new TextEncoder().encode(toJson(details)))
			.setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', cty: 'application/json' })
			.encrypt(partner.cardEncryptionKey);
		return { ...details, card_encrypted: encrypted };
	}
}
