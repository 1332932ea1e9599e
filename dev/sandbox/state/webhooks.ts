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

/** The maximum number of attempts. The first 2xx response ends them. */
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
	/** Counted from 1. */
	id: number;
	at: Date;
	partnerId: number;
	extId?: string;
	eventId: string;
	event: EventName;
	url: string;
	/** The exact bytes that were sent, as text. */
	body: string;
	signature: string;
	/** 1 for the first attempt. */
	attempt: number;
	tamper?: Tamper;
	/** HTTP status of the receiver, or null if there was no response. */
	status: number | null;
	answer: string;
}

/** The ways to spoil a delivery, so that the receiver must refuse it. */
export const TAMPERS = ['body', 'signature', 'header'] as const;
export type Tamper = (typeof TAMPERS)[number];

/** How a delivery is sent again. */
export interface AgainOptions {
	/** How many times, all at once. Default 1. */
	times?: number;
	delaySeconds?: number;
	tamper?: Tamper;
}

/** The fields that all attempts of an event have in common. */
type Message = Pick<Delivery, 'eventId' | 'event' | 'extId' | 'url' | 'body'>;

/** Section 6.1, rule 4: hex of HMAC-SHA256 over the raw body. */
export function signatureOf(body: string, secret: string): string {
	return createHmac('sha256', secret).update(body).digest('hex');
}

/** The header of the signature (section 6.1, rule 4), with the service code in place of SVC. */
export function signatureHeader(serviceCode: string): string {
	return `X-${serviceCode.toUpperCase()}-Signature`;
}

/** A signed message, spoiled as `tamper` says. */
export function messageOf(
	body: string,
	secret: string,
	serviceCode: string,
	tamper?: Tamper,
): { body: string; signature: string; headers: Record<string, string> } {
	const right = signatureOf(body, secret);
	const wrong = `${right.startsWith('0') ? '1' : '0'}${right.slice(1)}`;
	const signature = tamper === 'signature' ? wrong : right;
	return {
		body: tamper === 'body' ? `${body} ` : body,
		signature,
		headers: {
			'content-type': 'application/json',
			...(tamper === 'header' ? {} : { [signatureHeader(serviceCode)]: signature }),
		},
	};
}

/** Sends events at least once and keeps every delivery with its response. */
export class Webhooks {
	readonly deliveries: Delivery[] = [];
	/** The deliveries that will be sent again later, and when by the real clock. */
	readonly waiting = new Set<{ delivery: Delivery; due: Date }>();
	private started = 0;
	private readonly underWay = new Set<Promise<unknown>>();
	private readonly closing = new AbortController();

	constructor(
		private readonly config: SandboxConfig,
		private readonly clock: Clock,
		private readonly serviceCode: string,
		private readonly log: Logger,
	) {}

	/** Starts sending an event and returns its ID. A further attempt has the same event ID and the same bytes. */
	emit(partner: Partner, event: EventName, data: JsonObject): string {
		const envelope: Envelope = {
			event_id: randomUUID(),
			event,
			occurred_at: timestamp(this.clock.now()),
			data,
		};
		void this.track(this.deliver(partner, envelope));
		return envelope.event_id;
	}

	/** Sends the bytes of a delivery again, signed with the current secret. @returns the new deliveries */
	async again(partner: Partner, delivery: Delivery, options: AgainOptions): Promise<Delivery[]> {
		return await this.track(this.repeat(partner, delivery, options));
	}

	/** Resolves when nothing is being sent. */
	async idle(): Promise<void> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	async close(): Promise<void> {
		this.closing.abort();
		await this.idle();
	}

	private async track<Result>(work: Promise<Result>): Promise<Result> {
		this.underWay.add(work);
		return await work.finally(() => this.underWay.delete(work));
	}

	private async repeat(
		partner: Partner,
		delivery: Delivery,
		{ times = 1, delaySeconds = 0, tamper }: AgainOptions,
	): Promise<Delivery[]> {
		const due = { delivery, due: new Date(Date.now() + delaySeconds * 1000) };
		this.waiting.add(due);
		if (delaySeconds > 0) await this.pause(delaySeconds * 1000);
		this.waiting.delete(due);
		if (this.closing.signal.aborted) return [];
		const ofEvent = this.deliveries.filter(({ eventId }) => eventId === delivery.eventId);
		// One that was tampered with may hold other bytes.
		const original = ofEvent.find((one) => one.tamper === undefined) ?? delivery;
		const to = { ...original, url: partner.callbackUrl ?? original.url };
		const copies = Array.from({ length: times }, (_, index) =>
			this.attempt(partner, to, ofEvent.length + index + 1, tamper),
		);
		return await Promise.all(copies);
	}

	private async deliver(partner: Partner, envelope: Envelope): Promise<void> {
		const { event_id: eventId, event, data } = envelope;
		const extId = typeof data.ext_id === 'string' ? data.ext_id : undefined;
		const message = { eventId, event, extId, body: toJson(envelope) };
		for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
			if (attempt > 1) await this.pause(this.config.webhookBackoffMs * 2 ** (attempt - 2));
			if (this.closing.signal.aborted || partner.callbackUrl === null) return;
			const to = { ...message, url: partner.callbackUrl };
			const { status } = await this.attempt(partner, to, attempt);
			if (status !== null && status >= 200 && status < 300) return;
		}
	}

	private async attempt(
		partner: Partner,
		{ eventId, event, extId, url, body }: Message,
		attempt: number,
		tamper?: Tamper,
	): Promise<Delivery> {
		this.started += 1;
		// Section 4.1, rule 1: after a rotation only the new secret signs, further attempts included.
		const { headers, ...signed } = messageOf(body, partner.webhookSecret, this.serviceCode, tamper);
		const delivery: Delivery = {
			id: this.started,
			at: this.clock.now(),
			partnerId: partner.id,
			extId,
			eventId,
			event,
			url,
			...signed,
			attempt,
			tamper,
			status: null,
			answer: '',
		};
		await this.post(delivery, headers);
		this.deliveries.push(delivery);
		this.log(`webhook ${delivery.id} ${event}: ${delivery.status ?? delivery.answer}`);
		return delivery;
	}

	private async pause(milliseconds: number): Promise<void> {
		await sleep(milliseconds, undefined, { signal: this.closing.signal }).catch(() => undefined);
	}

	private async post(delivery: Delivery, headers: Record<string, string>): Promise<void> {
		try {
			const response = await fetch(delivery.url, {
				method: 'POST',
				headers,
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
