import { canonicalAddress, type KytNetwork } from '../addresses';
import type { Dialect } from '../dialects/dialect';
import { unprocessable } from '../http/errors';
import type { JsonObject } from '../http/json';
import { KYT_TABLE, kytOutcomeOf, type KytOutcome } from '../magic';
import type { SandboxConfig } from '../options';
import { timestamp, type Clock } from './clock';
import type { ExtIds } from './ext-ids';
import { insufficientBalance, type Ledger } from './ledger';
import type { Partner } from './partners';

export const KYT_PRICE = '0.75';
/** Beyond 2^53, to catch a client that rounds int64 ids. */
const FIRST_ID = 9_007_199_254_740_993n;
const SLOW_FACTOR = 10;

export interface KytRequest {
	network: KytNetwork;
	address: string;
	extId?: string;
	refresh: boolean;
}

export interface KytCheck {
	id: bigint;
	partnerId: number;
	extId: string | null;
	network: KytNetwork;
	address: string;
	price: string;
	cached: boolean;
	outcome: KytOutcome;
	status: 'processing' | 'completed' | 'failed';
	createdAt: Date;
	completedAt?: Date;
	/** Real time, in milliseconds, at which it stops processing. */
	dueAt: number;
	/** How many times it has been read since its creation. */
	looks: number;
}

function cacheKey({ network, address }: Pick<KytRequest, 'network' | 'address'>): string {
	return `${network} ${canonicalAddress(network, address)}`;
}

/** The screenings (sections 3.1 and 4.7). They finish lazily, when they are read. */
export class KytChecks {
	private readonly checks: KytCheck[] = [];
	private readonly processing = new Set<KytCheck>();
	private readonly byKey = new Map<string, KytCheck>();
	/** The latest completed screening of each address. */
	private readonly cache = new Map<string, KytCheck>();

	constructor(
		private readonly config: SandboxConfig,
		private readonly clock: Clock,
		private readonly ledger: Ledger,
		private readonly extIds: ExtIds,
		private readonly dialect: () => Dialect,
	) {}

	/** A new screening, the one known by its ext_id, or a cached result. */
	check(partner: Partner, request: KytRequest): KytCheck {
		const now = Date.now();
		this.settleDue(now);
		const replayed = this.replay(partner, request);
		if (replayed) return replayed;
		const cached = request.refresh ? undefined : this.cache.get(cacheKey(request));
		const check = cached ? this.copyOf(cached, partner, request) : this.open(partner, request, now);
		this.checks.push(check);
		if (check.status === 'processing') this.processing.add(check);
		this.byKey.set(`${partner.id} id ${check.id}`, check);
		if (check.extId !== null) {
			this.extIds.claim(partner.id, check.extId, 'kyt_check');
			this.byKey.set(`${partner.id} ext ${check.extId}`, check);
		}
		// With the same clock reading, so that a screening with a delay shows as processing even on a busy machine.
		this.settleDue(now);
		return check;
	}

	byId(partnerId: number, id: bigint): KytCheck | undefined {
		return this.look(`${partnerId} id ${id}`);
	}

	byExtId(partnerId: number, extId: string): KytCheck | undefined {
		return this.look(`${partnerId} ext ${extId}`);
	}

	/** The latest first. */
	ofPartner(partnerId: number): KytCheck[] {
		this.settleDue();
		return this.checks.filter((check) => check.partnerId === partnerId).reverse();
	}

	all(): readonly KytCheck[] {
		this.settleDue();
		return this.checks;
	}

	/** Section 2.6, plus a field that it doesn't list, because it allows such fields. */
	view(check: KytCheck): JsonObject {
		const step = this.dialect().screeningSteps[check.looks] ?? check.status;
		return {
			id: check.id,
			status: check.status === 'processing' ? step : check.status,
			network: check.network,
			address: check.address,
			price_usdt: check.price,
			cached: check.cached,
			created_at: timestamp(check.createdAt),
			sandbox: true,
			...(check.extId === null ? {} : { ext_id: check.extId }),
			...(check.completedAt ? this.verdict(check, check.completedAt) : {}),
		};
	}

	/** Finishes the screenings whose time has come; the ledger must be up to date before it is read. */
	settleDue(now = Date.now()): void {
		for (const check of this.processing) {
			const { length } = this.dialect().screeningSteps;
			if (check.dueAt > now || check.looks < length) continue;
			this.end(check, check.outcome);
		}
	}

	/** Ends a screening with this outcome, whatever its address asks for. @throws RangeError if it has ended */
	end(check: KytCheck, outcome: KytOutcome): void {
		if (!this.processing.delete(check))
			throw new RangeError(`This check is ${check.status} already`);
		check.outcome = outcome;
		check.completedAt = this.clock.now();
		check.status = outcome === 'failed' ? 'failed' : 'completed';
		const purpose = { reason: 'kyt_check', extId: check.extId };
		if (check.status === 'failed') {
			this.ledger.release(check.partnerId, check.price);
		} else {
			this.ledger.capture(check.partnerId, check.price, purpose);
			this.cache.set(cacheKey(check), check);
		}
	}

	private look(key: string): KytCheck | undefined {
		const check = this.byKey.get(key);
		if (check) check.looks += 1;
		this.settleDue();
		return check;
	}

	private verdict(check: KytCheck, completedAt: Date): JsonObject {
		return {
			completed_at: timestamp(completedAt),
			provider_check_id: `prov-${check.id}`,
			report: { source: 'sandbox', outcome: check.outcome },
			...KYT_TABLE[check.outcome].fields,
		};
	}

	private replay(partner: Partner, request: KytRequest): KytCheck | undefined {
		if (request.extId === undefined) return undefined;
		const kind = this.extIds.kindOf(partner.id, request.extId);
		if (kind === undefined) return undefined;
		const known = this.byExtId(partner.id, request.extId);
		if (!known || cacheKey(known) !== cacheKey(request)) {
			throw unprocessable('ext_id_conflict', 'This ext_id was used for something else');
		}
		return known;
	}

	private copyOf(cached: KytCheck, partner: Partner, request: KytRequest): KytCheck {
		return {
			...cached,
			id: this.nextId(),
			partnerId: partner.id,
			extId: request.extId ?? null,
			address: request.address,
			price: '0',
			cached: true,
			createdAt: this.clock.now(),
		};
	}

	private open(partner: Partner, request: KytRequest, now: number): KytCheck {
		const outcome = kytOutcomeOf(request.network, request.address);
		if (outcome === 'insufficient_balance') throw insufficientBalance();
		this.ledger.reserve(partner.id, KYT_PRICE);
		const delay = this.config.kytDelayMs * (outcome === 'slow' ? SLOW_FACTOR : 1);
		return {
			id: this.nextId(),
			partnerId: partner.id,
			extId: request.extId ?? null,
			network: request.network,
			address: request.address,
			price: KYT_PRICE,
			cached: false,
			outcome,
			status: 'processing',
			createdAt: this.clock.now(),
			dueAt: outcome === 'never' ? Number.POSITIVE_INFINITY : now + delay,
			looks: 0,
		};
	}

	private nextId(): bigint {
		return FIRST_ID + BigInt(this.checks.length);
	}
}
