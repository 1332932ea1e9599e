import { addressFromLabel, canonicalAddress, KYT_NETWORKS, type KytNetwork } from './addresses';
import { FAULTS, type Fault } from './http/faults';
import type { JsonObject } from './http/json';
import { isKnownSanctioned } from './known-addresses';

function scored(risk_score: number, severity: string, category?: string): JsonObject {
	return {
		risk_score,
		severity,
		severity_ui: severity.charAt(0).toUpperCase() + severity.slice(1),
		sanctions_hit: category === 'sanctions',
		...(category === undefined ? {} : { dominant_risk_category: category }),
	};
}

/** How a screening ends, and the fields it then has. An address that is neither magic nor listed is clear. */
export const KYT_TABLE = {
	clear: {
		meaning: 'completed, score 3, low (as every other address)',
		fields: scored(3, 'low'),
	},
	sanctions: {
		meaning: 'completed, score 100, critical, sanctions hit',
		fields: scored(100, 'critical', 'sanctions'),
	},
	high: {
		meaning: 'completed, score 87.5, high',
		fields: scored(87.5, 'high', 'darknet_market'),
	},
	medium: {
		meaning: 'completed, score 48, medium',
		fields: scored(48, 'medium', 'gambling'),
	},
	failed: {
		meaning: 'failed, `error_code` provider_unavailable, nothing debited',
		fields: { error_code: 'provider_unavailable' },
	},
	slow: { meaning: 'completed after ten times the usual delay', fields: scored(5, 'low') },
	never: { meaning: 'stays processing', fields: {} },
	missing_score: {
		meaning: 'completed without score and severity',
		fields: { sanctions_hit: false },
	},
	unknown_severity: {
		meaning: 'completed, score 42, severity galactic',
		fields: scored(42, 'galactic'),
	},
	insufficient_balance: { meaning: '422 insufficient_balance', fields: {} },
} satisfies Record<string, { meaning: string; fields: JsonObject }>;
export type KytOutcome = keyof typeof KYT_TABLE;
export const KYT_OUTCOMES = Object.keys(KYT_TABLE) as KytOutcome[];

/** How an order ends. Everything without a magic value is completed. */
const ORDER_OUTCOMES = ['failed', 'cancelled', 'never', 'insufficient_balance'] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number] | 'completed';

const PRICE_OF_MAGIC_OFFERS = '1.00';

interface MagicOrderValue {
	offerId: string;
	productId: number;
	amount: string;
}

function orderValues<Name extends string>(
	names: readonly Name[],
	first: { offerId: string; productId: number; cents: number },
): ReadonlyMap<Name, MagicOrderValue> {
	return new Map(
		names.map((name, index) => [
			name,
			{
				offerId: first.offerId + name.replaceAll('_', '-'),
				productId: first.productId + index,
				amount: `13.${String(first.cents + index).padStart(2, '0')}`,
			},
		]),
	);
}

/** The offer (or plan) id, card product id and amount that cause an outcome. */
export const orderOutcomeValues = orderValues(ORDER_OUTCOMES, {
	offerId: 'magic-',
	productId: 9001,
	cents: 1,
});

/** The offer (or plan) id, card product id and amount that cause a fault. */
export const faultValues = orderValues(FAULTS, {
	offerId: 'magic-fault-',
	productId: 9101,
	cents: 11,
});

/** The address that makes a screening on this network end like this. */
export function outcomeAddress(network: KytNetwork, outcome: KytOutcome): string {
	return addressFromLabel(network, `kyt ${outcome}`);
}

/** The address that makes a call on this network suffer this fault. */
export function faultAddress(network: KytNetwork, fault: Fault): string {
	return addressFromLabel(network, `fault ${fault}`);
}

function byAddress<Meaning>(
	meanings: readonly Meaning[],
	addressOf: (network: KytNetwork, meaning: Meaning) => string,
): Map<string, Meaning> {
	return new Map(
		KYT_NETWORKS.flatMap((network) =>
			meanings.map((meaning): [string, Meaning] => [
				canonicalAddress(network, addressOf(network, meaning)),
				meaning,
			]),
		),
	);
}

function byValue<Meaning>(values: ReadonlyMap<Meaning, MagicOrderValue>): Map<string, Meaning> {
	return new Map(
		[...values].flatMap(([meaning, { offerId, productId, amount }]) =>
			[offerId, String(productId), amount].map((value): [string, Meaning] => [value, meaning]),
		),
	);
}

const outcomeByAddress = byAddress(KYT_OUTCOMES, outcomeAddress);
const outcomeByValue: ReadonlyMap<string, OrderOutcome> = byValue(orderOutcomeValues);
const faultByValue = new Map([...byValue(faultValues), ...byAddress(FAULTS, faultAddress)]);

/** How the screening of an address ends: clear, unless the address is magic or listed. */
export function kytOutcomeOf(network: KytNetwork, address: string): KytOutcome {
	if (isKnownSanctioned(network, address)) return 'sanctions';
	return outcomeByAddress.get(canonicalAddress(network, address)) ?? 'clear';
}

/** The outcome an offer id, plan id, card product id or amount asks for. */
export function orderOutcomeOf(value: string | number): OrderOutcome {
	return outcomeByValue.get(String(value)) ?? 'completed';
}

/** The price in USDT when the offer id, plan id or product id is a magic one. */
export function magicPrice(id: string | number): string | undefined {
	const key = String(id);
	return outcomeByValue.has(key) || faultByValue.has(key) ? PRICE_OF_MAGIC_OFFERS : undefined;
}

function valuesOf(body: JsonObject, serviceCode: string): string[] {
	const fields = ['offer_id', 'plan_id', 'amount', `${serviceCode}_product_id`, 'to_address'];
	const values = fields.map((field) => body[field]);
	if (typeof body.address === 'string') {
		values.push(body.address, canonicalAddress('eth', body.address));
	}
	return values.flatMap((value) =>
		typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
	);
}

/** The fault that a request body asks for, and the value that asks for it. */
export function faultOf(
	body: JsonObject,
	serviceCode: string,
): { fault: Fault; value: string } | undefined {
	for (const value of valuesOf(body, serviceCode)) {
		const fault = faultByValue.get(value);
		if (fault) return { fault, value };
	}
	return undefined;
}
