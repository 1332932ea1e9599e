import { randomBytes, randomUUID } from 'node:crypto';
import { notFound } from '../http/errors';
import type { JsonObject } from '../http/json';
import { timestamp, type Clock } from './clock';
import type { Partner } from './partners';

export interface Gift {
	purchaseId: string;
	partnerId: number;
	extId: string;
	offerId: string;
	status: 'pending' | 'completed' | 'failed';
	epin: string;
	createdAt: Date;
}

/** The gift cards of all partners. */
export class Gifts {
	private readonly gifts = new Map<string, Gift>();

	constructor(private readonly clock: Clock) {}

	open(partner: Partner, offerId: string, extId: string): Gift {
		const gift: Gift = {
			purchaseId: `gift-${randomUUID()}`,
			partnerId: partner.id,
			extId,
			offerId,
			status: 'pending',
			epin: randomBytes(8).toString('hex').toUpperCase(),
			createdAt: this.clock.now(),
		};
		this.gifts.set(gift.purchaseId, gift);
		return gift;
	}

	/** The partner's own purchase; 404 for any other. */
	get(partnerId: number, purchaseId: string): Gift {
		const gift = this.gifts.get(purchaseId);
		if (gift?.partnerId !== partnerId) {
			throw notFound('gift_not_found', 'There is no such gift card');
		}
		return gift;
	}

	all(): Gift[] {
		return [...this.gifts.values()];
	}

	/** The code of every gift card. */
	codes(): string[] {
		return [...this.gifts.values()].map(({ epin }) => epin);
	}

	/** The purchase as responses show it, with `epin` and codes once it is completed (section 1, rule 11). */
	view(gift: Gift): JsonObject {
		return {
			purchase_id: gift.purchaseId,
			ext_id: gift.extId,
			offer_id: gift.offerId,
			status: gift.status,
			created_at: timestamp(gift.createdAt),
			...(gift.status === 'completed'
				? { epin: gift.epin, codes: [{ type: 'epin', code: gift.epin }] }
				: {}),
		};
	}
}
