import type { FaultRule } from './http/faults';
import type { RecordedRequest, SandboxStats } from './http/stats';
import { addControl } from './control';
import { buildApp, PREFIXES } from './app';
import { configSchema, type SandboxConfig, type SandboxOptions } from './options';
import type { KeyCredentials, PartnerCredentials, PartnerOptions } from './state/partners';
import type { EmitOptions, EventName } from './state/webhooks';
import type { JsonObject } from './http/json';
import { stateOf, statsOf, type SandboxState } from './state-view';
import { createPartner, createWorld } from './world';

export type { PartnerCredentials, PartnerOptions, RecordedRequest, SandboxOptions };

/** A partner API of one's own, in this process. */
export interface Sandbox {
	/** Where it listens, without a path. */
	readonly url: string;
	/** The document's {api_url}. */
	readonly apiUrl: string;
	/** The document's {base_url}; not the same as {api_url}, so that mixing them up shows. */
	readonly baseUrl: string;
	readonly state: SandboxState;
	createPartner(options?: PartnerOptions): Promise<PartnerCredentials>;
	/** Section 5.5: registers one more key of a partner. */
	addKey(partnerId: string): Promise<KeyCredentials>;
	/** Section 5.5: what the operator does with an old key. */
	revokeKey(keyId: string): void;
	setBlocked(partnerId: string, blocked: boolean): void;
	/** USDT, as a decimal string. */
	setBalance(partnerId: string, balance: string): void;
	setCallbackUrl(partnerId: string, callbackUrl: string | null): void;
	configure(change: Partial<SandboxConfig>): void;
	addFault(rule: FaultRule): void;
	clearFaults(): void;
	/** Sends an event to the partner's callback URL; resolves to its event_id at once. */
	sendEvent(partnerId: string, event: EventName, data: JsonObject, options?: EmitOptions): string;
	/** Resolves when no webhook is being sent or repeated. */
	webhooksIdle(): Promise<void>;
	stats(): SandboxStats;
	/** Starts counting anew and forgets recorded requests; the state stays. */
	resetStats(): void;
	/** Closes every connection, as a gateway does that restarts; it goes on listening. */
	closeConnections(): void;
	close(): Promise<void>;
}

/** Starts a partner API that behaves as the document says; close it when done. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const world = await createWorld(options);
	const app = buildApp(world, options.tls);
	addControl(app, world);
	const url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
	return {
		url,
		apiUrl: `${url}${PREFIXES.api}`,
		baseUrl: `${url}${PREFIXES.base}`,
		state: stateOf(world),
		createPartner: (partner) => createPartner(world, partner),
		addKey: (partnerId) => world.partners.addKey(Number(partnerId)),
		revokeKey: (keyId) => {
			world.partners.revokeKey(keyId, world.clock.now());
		},
		setBlocked: (partnerId, blocked) => {
			world.partners.get(Number(partnerId)).blocked = blocked;
		},
		setBalance: (partnerId, balance) => {
			world.ledger.setBalance(Number(partnerId), balance);
		},
		setCallbackUrl: (partnerId, callbackUrl) => {
			world.partners.get(Number(partnerId)).callbackUrl = callbackUrl;
		},
		configure: (change) => {
			Object.assign(world.config, configSchema.partial().parse(change));
		},
		addFault: (rule) => {
			world.faults.add(rule);
		},
		clearFaults: () => {
			world.faults.clear();
		},
		sendEvent: (partnerId, event, data, emit) =>
			world.webhooks.emit(world.partners.get(Number(partnerId)), event, data, emit),
		webhooksIdle: () => world.webhooks.idle(),
		stats: () => statsOf(world),
		resetStats: () => {
			world.stats.reset();
		},
		closeConnections: () => {
			app.server.closeAllConnections();
		},
		close: async () => {
			world.orders.close();
			await world.webhooks.close();
			await app.close();
		},
	};
}
