import { addressFromLabel, canonicalAddress, KYT_NETWORKS, type KytNetwork } from './addresses';
import { FAULTS, type Fault } from './http/fault-names';
import type { JsonObject } from './http/json';
import { isKnownSanctioned } from './known-addresses';

/** How a screening ends. Everything without a magic address is clear. */
export const KYT_OUTCOMES = [
	'clear',
	'sanctions',
	'high',
	'medium',
	'failed',
	'slow',
	'never',
	'missing_score',
	'unknown_severity',
	'insufficient_balance',
] as const;
export type KytOutcome = (typeof KYT_OUTCOMES)[number];

/** How an order ends. Everything without a magic value is completed. */
const ORDER_OUTCOMES = ['failed', 'cancelled', 'never', 'insufficient_balance'] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number] | 'completed';

const FIRST_OUTCOME_PRODUCT = 9001;
const FIRST_FAULT_PRODUCT = 9101;
const PRICE_OF_MAGIC_OFFERS = '1.00';

export interface MagicOrderValue {
	offerId: string;
	productId: number;
	amount: string;
}

function orderValue(name: string, productId: number, cents: number): MagicOrderValue {
	return {
		offerId: `magic-${name.replaceAll('_', '-')}`,
		productId,
		amount: `13.${String(cents).padStart(2, '0')}`,
	};
}

/** The offer (or plan) id, card product id and amount that bring an outcome about. */
export const orderOutcomeValues: ReadonlyMap<OrderOutcome, MagicOrderValue> = new Map(
	ORDER_OUTCOMES.map((outcome, index) => [
		outcome,
		orderValue(outcome, FIRST_OUTCOME_PRODUCT + index, 1 + index),
	]),
);

/** The offer (or plan) id, card product id and amount that bring a fault about. */
export const faultValues: ReadonlyMap<Fault, MagicOrderValue> = new Map(
	FAULTS.map((fault, index) => [
		fault,
		orderValue(`fault_${fault}`, FIRST_FAULT_PRODUCT + index, 11 + index),
	]),
);

/** The address that makes a screening on this network end so. */
export function outcomeAddress(network: KytNetwork, outcome: KytOutcome): string {
	return addressFromLabel(network, `kyt ${outcome}`);
}

/** The address that makes a call on this network suffer this fault. */
export function faultAddress(network: KytNetwork, fault: Fault): string {
	return addressFromLabel(network, `fault ${fault}`);
}

const outcomeByAddress = new Map<string, KytOutcome>(
	KYT_NETWORKS.flatMap((network) =>
		KYT_OUTCOMES.map((outcome): [string, KytOutcome] => [
			canonicalAddress(network, outcomeAddress(network, outcome)),
			outcome,
		]),
	),
);

const faultByValue = new Map<string, Fault>();
for (const [fault, value] of faultValues) {
	faultByValue.set(value.offerId, fault);
	faultByValue.set(String(value.productId), fault);
	faultByValue.set(value.amount, fault);
	for (const network of KYT_NETWORKS) {
		faultByValue.set(canonicalAddress(network, faultAddress(network, fault)), fault);
	}
}

const outcomeByValue = new Map<string, OrderOutcome>();
for (const [outcome, value] of orderOutcomeValues) {
	outcomeByValue.set(value.offerId, outcome);
	outcomeByValue.set(String(value.productId), outcome);
	outcomeByValue.set(value.amount, outcome);
}

/** How the screening of an address ends: clear, unless the address is a magic or a listed one. */
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

export interface MagicFault {
	fault: Fault;
	value: string;
}

/** The fault a request body asks for by one of its values. */
export function faultOf(body: JsonObject, serviceCode: string): MagicFault | undefined {
	for (const value of valuesOf(body, serviceCode)) {
		const fault = faultByValue.get(value);
		if (fault) return { fault, value };
	}
	return undefined;
}
