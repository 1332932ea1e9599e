import { randomBytes, randomUUID } from 'node:crypto';
import { notFound } from '../http/errors';
import type { JsonObject } from '../http/json';
import type { EsimOffer } from './catalog';
import { timestamp, type Clock } from './clock';
import type { Partner } from './partners';

const ICCID_ISSUER = '8999001';
const DAY_MS = 86_400_000;

export interface Esim {
	esimId: string;
	partnerId: number;
	extId: string;
	offer: EsimOffer;
	status: 'pending' | 'active' | 'failed';
	iccid: string;
	lpa: string;
	totalMb: number;
	createdAt: Date;
	updatedAt: Date;
}

/** The eSIMs of all partners. */
export class Esims {
	private readonly esims = new Map<string, Esim>();

	constructor(private readonly clock: Clock) {}

	open(partner: Partner, offer: EsimOffer, extId: string): Esim {
		const serial = String(this.esims.size + 1).padStart(12, '0');
		const esim: Esim = {
			esimId: `esim-${randomUUID()}`,
			partnerId: partner.id,
			extId,
			offer,
			status: 'pending',
			iccid: `${ICCID_ISSUER}${serial}`,
			lpa: `LPA:1$smdp.sandbox.example$${randomBytes(8).toString('hex').toUpperCase()}`,
			totalMb: offer.data_mb,
			createdAt: this.clock.now(),
			updatedAt: this.clock.now(),
		};
		this.esims.set(esim.esimId, esim);
		return esim;
	}

	settle(esim: Esim, status: 'active' | 'failed'): void {
		esim.status = status;
		esim.updatedAt = this.clock.now();
	}

	topUp(esim: Esim, offer: EsimOffer): void {
		esim.totalMb += offer.data_mb;
		esim.updatedAt = this.clock.now();
	}

	/** The partner's own eSIM; 404 for any other. */
	get(partnerId: number, esimId: string): Esim {
		const esim = this.esims.get(esimId);
		if (esim?.partnerId !== partnerId) throw notFound('esim_not_found', 'There is no such eSIM');
		return esim;
	}

	byIccid(partnerId: number, iccid: string): Esim | undefined {
		return [...this.esims.values()].find(
			(esim) => esim.partnerId === partnerId && esim.iccid === iccid,
		);
	}

	all(): Esim[] {
		return [...this.esims.values()];
	}

	/** The activation code of every eSIM. */
	codes(): string[] {
		return [...this.esims.values()].map(({ lpa }) => lpa);
	}

	/** Section 2.4; `activation.lpa` appears only when the eSIM is ready. */
	view(esim: Esim): JsonObject {
		const ready = esim.status === 'active';
		return {
			esim_id: esim.esimId,
			ext_id: esim.extId,
			status: esim.status,
			offer_id: esim.offer.offer_id,
			country: esim.offer.country,
			iccid: esim.iccid,
			activation: ready ? { lpa: esim.lpa, qr_available: true } : { qr_available: false },
			usage: {
				data_total_mb: esim.totalMb,
				data_used_mb: 0,
				data_remaining_mb: esim.totalMb,
				valid_from: timestamp(esim.createdAt),
				valid_to: timestamp(new Date(esim.createdAt.getTime() + esim.offer.days * DAY_MS)),
				as_of: timestamp(this.clock.now()),
			},
			created_at: timestamp(esim.createdAt),
			updated_at: timestamp(esim.updatedAt),
		};
	}
}
