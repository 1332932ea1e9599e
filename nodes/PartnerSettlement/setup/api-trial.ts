import { randomBytes } from 'node:crypto';

import {
	type ApiCall,
	ASSUMED_CALLS,
	type CallLimits,
	type CallResult,
	type Differences,
	type JsonObject,
	type NamedCall,
	PartnerClient,
	resultOrFailure,
} from '../../../partner-api';
import { directCall, type Operation } from '../definition/operation';
import { readPages } from '../lists/pages';
import { egressOf, type RunContext } from '../run/context';

/** The API as the nodes meet it with a set of differences. It makes the calls of reads, and one that cannot exist. */
export class ApiTrial {
	private readonly client: PartnerClient;

	constructor(
		private readonly run: RunContext,
		private readonly limits: CallLimits,
		readonly differences: Differences,
	) {
		const { settings, signal, node } = run;
		const egress = egressOf(node.helpers);
		this.client = new PartnerClient({ ...settings, differences }, { ...limits, signal, egress });
	}

	/** The same with a suggestion, as if it stood in the credential. */
	with(suggestion: Partial<Differences>): ApiTrial {
		return new ApiTrial(this.run, this.limits, merged(this.differences, suggestion));
	}

	/** @throws InputError for a path in API Differences that holds an unknown field */
	async read(operation: Operation, body: JsonObject = {}): Promise<CallResult> {
		return await this.client.tryCall(readOf(operation, body));
	}

	/** The entries of a list with those of its further pages, up to a limit; none where these cannot be read. */
	async pages(operation: Operation, limit: number): Promise<unknown[]> {
		const send = async (call: ApiCall) => await this.client.call(call);
		const pages = await resultOrFailure(
			readPages(readOf(operation, {}), send, this.differences, limit),
		);
		return Array.isArray(pages) ? (pages as unknown[]) : [];
	}

	/** The path of an operation's call, and what a call beside it says that cannot exist: nothing is ordered by it. */
	async beside({ endpoint }: Operation): Promise<{ path: string; unknown: CallResult }> {
		const difference = endpoint.named && this.differences.calls[endpoint.named];
		const { method, base, path } = { ...endpoint, ...difference };
		const name = `n8n_check_${randomBytes(6).toString('hex')}`;
		const last = path.replace(/[^/]+(?=(?:\/\{\w+\})*$)/, name).replace(/\{\w+\}/g, name);
		const call: ApiCall =
			method === 'GET'
				? { method, base, path: last, retrySafety: 'safe' }
				: { ...FUNCTION, path: `/api/partner/${name}` };
		return { path, unknown: await this.client.tryCall(call) };
	}
}

const FUNCTION = { method: 'POST', base: 'base', body: {}, retrySafety: 'safe' } as const;

function readOf(operation: Operation, body: JsonObject): ApiCall {
	const hasBody = operation.endpoint.method !== 'GET' && operation.body !== 'none';
	return directCall(operation, hasBody ? { body } : {});
}

/** Differences with a suggestion over them. */
export function merged(given: Differences, suggestion: Partial<Differences>): Differences {
	const calls = { ...given.calls, ...suggestion.calls };
	const noOrder = [...new Set([...given.noOrder, ...(suggestion.noOrder ?? [])])];
	return { ...given, ...suggestion, calls, noOrder };
}

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

/** Where else the call of a read may be. Only with GET: a POST on a guessed path may order. */
export function neighboursOf({ endpoint: { named } }: Operation): Differences['calls'][] {
	if (named === undefined) return [];
	const { path } = ASSUMED_CALLS[named];
	const places = [named, ...(PLACES[named]?.split(' ') ?? [])];
	return [
		{ [named]: { method: 'GET', base: 'base', path } },
		...places.map((place) => ({
			[named]: { method: 'GET', base: 'api', path: `/partner/${place}` } as const,
		})),
	];
}
