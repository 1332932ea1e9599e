import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { DIALECTS, type DialectName } from './dialects';
import type { FaultRule } from './http/faults';
import type { RecordedRequest, SandboxStats } from './http/stats';
import type { JsonObject } from './http/json';
import type { KytOutcome } from './magic';
import type { SandboxConfig } from './options';
import { CARD_PRODUCTS } from './state/catalog';
import type { KytCheck } from './state/kyt';
import type { LedgerLine } from './state/ledger';
import type { Order, TerminalStatus } from './state/orders';
import type { KeyCredentials, PartnerCredentials, PartnerOptions } from './state/partners';
import type { AgainOptions, Delivery, EventName } from './state/webhooks';
import { ageWorld, resetWorld, type World } from './world';

/** Read access to the sandbox's records. Each access shows the current state. */
function stateOf(world: World) {
	return {
		get orders(): readonly Order[] {
			return world.orders.all;
		},
		get kytChecks(): readonly KytCheck[] {
			return world.kyt.all();
		},
		get deliveries(): readonly Delivery[] {
			return world.webhooks.deliveries;
		},
		/** The secrets of everything sold, which only the buyer may see: card numbers, activation codes, gift codes. */
		get secrets(): readonly string[] {
			return [...world.cards.numbers(), ...world.esims.codes(), ...world.gifts.codes()];
		},
		/** The latest 2000 requests, without credentials. */
		get requests(): readonly RecordedRequest[] {
			return world.stats.requests;
		},
		callbackUrl(partnerId: string): string | undefined {
			return world.partners.get(Number(partnerId)).callbackUrl ?? undefined;
		},
		ledger(partnerId: number | string): readonly LedgerLine[] {
			world.kyt.settleDue();
			return world.ledger.lines(Number(partnerId));
		},
	};
}

function found<Item>(item: Item | undefined, what: string): Item {
	if (item === undefined) throw new RangeError(`There is no ${what}`);
	return item;
}

/** The commands and queries for tests. */
export function commandsOf(world: World, server: Server) {
	return {
		state: stateOf(world),
		async createPartner(options: PartnerOptions = {}): Promise<PartnerCredentials> {
			const credentials = await world.partners.create(options);
			const { balance = world.config.initialBalance } = options;
			world.ledger.open(Number(credentials.partnerId), balance);
			return credentials;
		},
		/** Section 5.5: registers one more key of a partner. */
		addKey(partnerId: string): Promise<KeyCredentials> {
			return world.partners.addKey(Number(partnerId));
		},
		/** Section 5.5: revokes a key, as the operator does. */
		revokeKey(keyId: string): void {
			world.partners.revokeKey(keyId, world.clock.now());
		},
		setBlocked(partnerId: string, blocked: boolean): void {
			world.partners.get(Number(partnerId)).blocked = blocked;
		},
		/** USDT, as a decimal string. */
		setBalance(partnerId: string, balance: string): void {
			world.ledger.setBalance(Number(partnerId), balance);
		},
		/** USDT, as a decimal string. */
		addMoney(partnerId: string, amount: string): void {
			world.ledger.credit(Number(partnerId), amount, { reason: 'deposit', extId: null });
		},
		/** Gives a pending order its terminal status at once. */
		endOrder(orderId: string, status: TerminalStatus): void {
			const one = world.orders.all.find((order) => order.orderId === orderId);
			const order = found(one, `order ${orderId}`);
			world.orders.end(order, world.partners.get(order.partnerId), status);
		},
		/** Opens an active card without an order. @returns its ID */
		openCard(partnerId: string): string {
			const partner = world.partners.get(Number(partnerId));
			const card = world.cards.open(partner, found(CARD_PRODUCTS[0], 'card product'), randomUUID());
			card.status = 'active';
			return card.cardId;
		},
		setCallbackUrl(partnerId: string, callbackUrl: string | null): void {
			world.partners.get(Number(partnerId)).callbackUrl = callbackUrl;
		},
		/** Ends a screening at once, whatever outcome its address asks for. */
		endScreening(id: string, outcome: KytOutcome): void {
			const check = world.kyt.all().find((one) => String(one.id) === id);
			world.kyt.end(found(check, `screening ${id}`), outcome);
		},
		configure(change: Partial<SandboxConfig>): void {
			Object.assign(world.config, change);
		},
		addFault(rule: FaultRule): void {
			world.faults.add(rule);
		},
		clearFaults(): void {
			world.faults.clear();
		},
		/**
		 * Sends an event to the partner's callback URL and returns its event_id at once.
		 *
		 * @throws RangeError if there is no such URL
		 */
		sendEvent(partnerId: string, event: EventName, data: JsonObject): string {
			const partner = world.partners.get(Number(partnerId));
			found(partner.callbackUrl ?? undefined, `callback URL of partner ${partnerId} yet`);
			return world.webhooks.emit(partner, event, data);
		},
		/** Sends a delivery again, by its number. @returns the new deliveries */
		sendAgain(deliveryId: number, options: AgainOptions): Promise<Delivery[]> {
			const one = world.webhooks.deliveries.find(({ id }) => id === deliveryId);
			const delivery = found(one, `delivery ${deliveryId}`);
			return world.webhooks.again(world.partners.get(delivery.partnerId), delivery, options);
		},
		/** Moves all records into the past; tokens keep real time. */
		age(days: number): void {
			ageWorld(world, days * 86_400_000);
		},
		setDialect(name: DialectName): void {
			world.dialect = DIALECTS[name];
		},
		/** Puts everything back to the start. Partners keep their keys, tokens and callback URLs. */
		reset(): void {
			resetWorld(world);
		},
		/** Resolves when no delivery is in progress or due again. */
		webhooksIdle(): Promise<void> {
			return world.webhooks.idle();
		},
		stats(): SandboxStats {
			return world.stats.snapshot();
		},
		/** Resets the counts and forgets recorded requests. The state stays. */
		resetStats(): void {
			world.stats.reset();
		},
		/** Closes idle connections, as a gateway does after a while. */
		closeConnections(): void {
			server.closeIdleConnections();
		},
	};
}

export type Commands = ReturnType<typeof commandsOf>;
