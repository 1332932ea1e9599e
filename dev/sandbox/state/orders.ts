import { randomUUID } from 'node:crypto';
import type { Dialect } from '../dialects/dialect';
import { ApiError } from '../http/errors';
import { fingerprint, type JsonObject } from '../http/json';
import type { OrderOutcome } from '../magic';
import type { SandboxConfig } from '../options';
import { timestamp, type Clock } from './clock';
import type { ExtIds } from './ext-ids';
import { insufficientBalance } from './ledger';
import type { Partner } from './partners';
import type { Webhooks } from './webhooks';

export type OrderKind =
	| 'card_issue'
	| 'card_topup'
	| 'card_freeze'
	| 'withdrawal'
	| 'gift_purchase'
	| 'esim_purchase'
	| 'esim_topup';

export const TERMINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const;
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];
export type OrderStatus = 'pending' | TerminalStatus;

/** What the creator of an order knows about it. */
export interface Draft {
	/** The record that the creating call returns, without status and created_at. */
	record: JsonObject;
	/** The fields for documents and events. None is secret (section 6.5). */
	facts: JsonObject;
	/** Called once, when the order reaches its terminal status. */
	settle: (status: OrderStatus) => void;
}

export interface Order extends Draft {
	orderId: string;
	partnerId: number;
	kind: OrderKind;
	extId: string;
	fingerprint: string;
	status: OrderStatus;
	createdAt: Date;
	updatedAt: Date;
}

export interface OrderRequest {
	partner: Partner;
	kind: OrderKind;
	extId: string;
	/** Everything that must be the same when the ext_id is used again. */
	content: JsonObject;
	outcome: OrderOutcome;
}

const FAILURES: Partial<Record<OrderStatus, { error: string; message: string }>> = {
	failed: { error: 'provisioning_failed', message: 'The provider could not fulfil the order' },
	cancelled: { error: 'cancelled', message: 'The order was cancelled' },
};

/** All asynchronous orders: they stay pending for a moment, then settle and send an event. */
export class Orders {
	readonly all: Order[] = [];
	private readonly byExtId = new Map<string, Order>();
	private readonly timers = new Map<Order, NodeJS.Timeout>();

	constructor(
		private readonly config: SandboxConfig,
		private readonly clock: Clock,
		private readonly extIds: ExtIds,
		private readonly webhooks: Webhooks,
		private readonly dialect: () => Dialect,
	) {}

	/**
	 * The existing order of a repeated ext_id, or a new one made with `open`.
	 *
	 * @throws ApiError 409 if the retry has other content
	 */
	place(request: OrderRequest, open: (orderId: string) => Draft): Order {
		const content = fingerprint(request.content);
		const known = this.extIds.kindOf(request.partner.id, request.extId);
		if (known !== undefined && this.knowsRepeats(request)) return this.replay(request, content);
		if (request.outcome === 'insufficient_balance') throw insufficientBalance();
		const orderId = randomUUID();
		const order: Order = {
			...open(orderId),
			orderId,
			partnerId: request.partner.id,
			kind: request.kind,
			extId: request.extId,
			fingerprint: content,
			status: 'pending',
			createdAt: this.clock.now(),
			updatedAt: this.clock.now(),
		};
		this.extIds.claim(order.partnerId, order.extId, order.kind);
		this.all.push(order);
		this.byExtId.set(`${order.partnerId}:${order.extId}`, order);
		if (request.outcome !== 'never') this.schedule(order, request.partner, request.outcome);
		return order;
	}

	find(partnerId: number, extId: string): Order | undefined {
		return this.byExtId.get(`${partnerId}:${extId}`);
	}

	/** The response to the creating call and to every retry. */
	view(order: Order): JsonObject {
		return {
			...order.record,
			status: this.dialect().words(order.kind, order.status).status,
			created_at: timestamp(order.createdAt),
		};
	}

	/** The data of an order's event (section 6.4). */
	data(order: Order): JsonObject {
		return {
			...this.outline(order),
			http_status: order.status === 'completed' ? '200' : '422',
		};
	}

	/** Section 1, rule 10: the document of an order. */
	document(order: Order): JsonObject {
		return {
			...this.outline(order),
			kind: order.kind,
			created_at: timestamp(order.createdAt),
			updated_at: timestamp(order.updatedAt),
		};
	}

	/** Gives a pending order its terminal status and announces it. @throws RangeError if it has one */
	end(order: Order, partner: Partner, status: TerminalStatus): void {
		if (order.status !== 'pending') throw new RangeError(`This order is ${order.status} already`);
		clearTimeout(this.timers.get(order));
		this.timers.delete(order);
		order.status = status;
		order.updatedAt = this.clock.now();
		order.settle(status);
		this.webhooks.emit(partner, `${order.kind}.status_changed`, this.data(order));
	}

	close(): void {
		for (const timer of this.timers.values()) clearTimeout(timer);
	}

	private outline(order: Order): JsonObject {
		return {
			ext_id: order.extId,
			...this.dialect().words(order.kind, order.status),
			ref_id: `ref-${order.orderId}`,
			order_id: order.orderId,
			...FAILURES[order.status],
			...order.facts,
		};
	}

	/**
	 * Whether a repeated ext_id returns the existing order. The document shows that only for withdrawals (section 3.2).
	 */
	private knowsRepeats({ kind }: OrderRequest): boolean {
		return this.config.deduplicates || kind === 'withdrawal';
	}

	private replay(request: OrderRequest, content: string): Order {
		const order = this.find(request.partner.id, request.extId);
		if (order?.kind !== request.kind || order.fingerprint !== content) {
			throw new ApiError(409, 'ext_id_conflict', 'This ext_id was used for something else');
		}
		return order;
	}

	private schedule(order: Order, partner: Partner, status: TerminalStatus): void {
		const end = (): void => this.end(order, partner, status);
		this.timers.set(order, setTimeout(end, this.config.settleMs));
	}
}
