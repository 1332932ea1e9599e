import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toJson, type JsonObject } from '../http/json';
import type { Logger, SandboxConfig } from '../options';
import { timestamp, type Clock } from './clock';
import type { Partner } from './partners';

export const EVENTS = [
	'test.ping',
	'card_issue.status_changed',
	'card_topup.status_changed',
	'card_freeze.status_changed',
	'withdrawal.status_changed',
	'gift_purchase.status_changed',
	'esim_purchase.status_changed',
	'esim_topup.status_changed',
	'card.otp',
] as const;
export type EventName = (typeof EVENTS)[number];

/** Until one is answered with 2xx. */
const ATTEMPTS = 5;
const TIMEOUT_MS = 5000;

/** Section 6.2. */
export interface Envelope {
	event_id: string;
	event: EventName;
	occurred_at: string;
	data: JsonObject;
}

export interface Delivery {
	eventId: string;
	event: EventName;
	url: string;
	/** The exact bytes that were sent, as text. */
	body: string;
	signature: string;
	/** 1 for the first attempt. */
	attempt: number;
	/** HTTP status of the receiver, or null when there was no answer. */
	status: number | null;
	answer: string;
}

/** Section 6.1, rule 4: hex of HMAC-SHA256 over the raw body. */
export function signatureOf(body: string, secret: string): string {
	return createHmac('sha256', secret).update(body).digest('hex');
}

/** The header of the signature (section 6.1, rule 4), with the service code in the place of SVC. */
export function signatureHeader(serviceCode: string): string {
	return `X-${serviceCode.toUpperCase()}-Signature`;
}

/** Sends events, at least once, and keeps what was sent and answered. */
export class Webhooks {
	readonly deliveries: Delivery[] = [];
	private readonly underWay = new Set<Promise<void>>();
	private readonly closing = new AbortController();

	constructor(
		private readonly config: SandboxConfig,
		private readonly clock: Clock,
		private readonly serviceCode: string,
		private readonly log: Logger,
	) {}

	/** Starts sending; repeats carry the same event id and the same bytes. */
	emit(partner: Partner, event: EventName, data: JsonObject): string {
		const envelope: Envelope = {
			event_id: randomUUID(),
			event,
			occurred_at: timestamp(this.clock.now()),
			data,
		};
		const sending = this.deliver(partner, envelope).finally(() => {
			this.underWay.delete(sending);
		});
		this.underWay.add(sending);
		return envelope.event_id;
	}

	/** Resolves when nothing is under way any more. */
	async idle(): Promise<void> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	async close(): Promise<void> {
		this.closing.abort();
		await this.idle();
	}

	private async deliver(partner: Partner, envelope: Envelope): Promise<void> {
		const body = toJson(envelope);
		for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
			if (attempt > 1) await this.pause(this.config.webhookBackoffMs * 2 ** (attempt - 2));
			if (this.closing.signal.aborted || partner.callbackUrl === null) return;
			// Section 4.1, rule 1: after a rotation only the new secret signs, repeats included.
			const signature = signatureOf(body, partner.webhookSecret);
			const delivery: Delivery = {
				eventId: envelope.event_id,
				event: envelope.event,
				url: partner.callbackUrl,
				body,
				signature,
				attempt,
				status: null,
				answer: '',
			};
			await this.post(delivery);
			this.deliveries.push(delivery);
			this.log(`webhook ${envelope.event}: ${delivery.status ?? delivery.answer}`);
			if (delivery.status !== null && delivery.status >= 200 && delivery.status < 300) return;
		}
	}

	private async pause(milliseconds: number): Promise<void> {
		await sleep(milliseconds, undefined, { signal: this.closing.signal }).catch(() => undefined);
	}

	private async post(delivery: Delivery): Promise<void> {
		try {
			const response = await fetch(delivery.url, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					[signatureHeader(this.serviceCode)]: delivery.signature,
				},
				body: delivery.body,
				redirect: 'manual',
				signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
			});
			delivery.answer = await response.text();
			delivery.status = response.status;
		} catch (error) {
			delivery.answer = error instanceof Error ? error.message : String(error);
		}
	}
}
