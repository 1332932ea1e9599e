import {
	ASSUMED_CALLS,
	type Differences,
	type NamedCall,
	type PartnerClient,
} from '../../../partner-api';
import type { Operation } from '../definition/operation';
import { asError } from '../orders/item';
import { type CheckedCall, failedCall, lacksPath } from './checked-call';
import { endpointOf, failureBeside, trying } from './trial';

/** Where a read may be under {api_url}/partner/, in the style of the paths that the document shows (sections 4.4 and 4.9). */
const PLACES: Partial<Record<NamedCall, string>> = {
	card_products: 'card-products card-product cards/products',
	deposit_address:
		'deposit-address deposit-addresses deposit/address balance/deposit-address deposit',
	// The last ones may go by another ID than the key of the order.
	document_get: 'documents/by-ext-id/{ext_id} documents documents/{ext_id} document/{ext_id}',
	esim_offers: 'esim-offers esim-offer esims/offers esim/offers',
	gift_offers: 'gift-offers gift-offer gift-card-offers gift-cards/offers gifts/offers',
	kyt_check_get: 'kyt-checks/{id} kyt-check/{id} kyt/checks/{id} kyt/{id}',
	kyt_check_history: 'kyt-checks kyt-check-history kyt-checks/history kyt/checks kyt/history kyt',
	reconciliation_ledger:
		'ledger reconciliation-ledger reconciliation/ledger ledger-lines ledger/lines reconciliation',
};

/** What is found out of a call that reads. @throws Error where it is not there, or fails */
export type Check = (api: PartnerClient, operation: Operation) => Promise<CheckedCall>;

/** Makes the check of a call; where the call is not there, at the likely places. */
export async function checkWithNeighbours(
	api: PartnerClient,
	operation: Operation,
	check: Check,
): Promise<CheckedCall> {
	const first = await check(api, operation).catch(asError);
	if (!(first instanceof Error)) return first;
	for (const calls of lacksPath(first) ? neighboursOf(operation) : []) {
		const there = trying(api, { calls });
		const found = await check(there, operation).catch(asError);
		// Where any path gives a success, one of them proves nothing.
		if (found instanceof Error || !(await failureBeside(there, operation))) continue;
		const { method, base, path } = endpointOf(there, operation);
		const what = `It is ${method} {${base}_url}${path}. ${found.what}`;
		return { ...found, result: 'differs', what, suggestion: { calls, ...found.suggestion } };
	}
	return failedCall(operation, first);
}

/** Where else a read may be. Only with GET: a POST on a guessed path may order. */
function neighboursOf({ endpoint: { named } }: Operation): Differences['calls'][] {
	if (named === undefined) return [];
	const paths = [named, ...(PLACES[named]?.split(' ') ?? [])].map((place) => `/partner/${place}`);
	return [
		{ [named]: { ...ASSUMED_CALLS[named], method: 'GET' } },
		...paths.map((path) => ({ [named]: { method: 'GET', base: 'api', path } as const })),
	];
}
