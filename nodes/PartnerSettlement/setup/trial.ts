import { randomBytes } from 'node:crypto';

import {
	type ApiCall,
	type Differences,
	type LocalErrorCode,
	type NamedCall,
	outcomeOfStatus,
	PartnerApiError,
	type PartnerClient,
	redactText,
	resultOrFailure,
} from '../../../partner-api';
import { errorIn } from '../definition/envelope';
import type { Endpoint, Operation } from '../definition/operation';
import { failureText } from '../messages/failure-text';
import { callName, operationWords } from '../messages/node-error';
import { asError } from '../orders/item';

/** What Setup: Check the API says of a call: one item of its output. */
export interface CheckedCall {
	/** As in the editor. */
	call: string;
	/** Its name in API Differences; absent where the document shows the call. */
	function?: NamedCall;
	section: string;
	result: 'works' | 'differs' | 'fails' | 'not_checked';
	what: string;
	/** What to put into API Differences. */
	suggestion?: Partial<Differences>;
	scope?: string;
}

/** Characters: what the API says may be of any length. */
const MAX_WORDS = 700;

export function checkedCall(
	operation: Operation,
	result: CheckedCall['result'],
	what: string,
	suggestion?: Partial<Differences>,
): CheckedCall {
	const { section, scope, endpoint } = operation;
	const [call, text] = [callName(operation), redactText(what, MAX_WORDS)];
	return { call, function: endpoint.named, section, result, what: text, suggestion, scope };
}

/** A call that failed, with what to do about it. */
function failedCall(operation: Operation, failure: Error): CheckedCall {
	if (!(failure instanceof PartnerApiError))
		return checkedCall(operation, 'fails', failure.message);
	const text = failureText(failure, { changesState: false, ...operationWords(operation) });
	const isMissing = operation.endpoint.named !== undefined && lacksPath(failure);
	const what = `It is not there (${failure.message.slice(0, 200)}), nor at a likely path. ${ASK_FOR_PATH}`;
	const said = `It failed (${failure.code}). ${text.description}`;
	return checkedCall(operation, 'fails', isMissing ? what : said);
}

export const ASK_FOR_PATH =
	'Ask the provider of the API for its method and path, and enter them under calls.';

/** Whether a failure may say that there is no such call. */
function lacksPath(failure: Error): boolean {
	if (!(failure instanceof PartnerApiError)) return false;
	const { status = 0, phase } = failure.details;
	if (phase === 'token') return false;
	return [404, 405, 501].includes(status) || (failure.code === 'html_answer' && status < 500);
}

/** The client with a suggestion, as if it stood in the credential. */
export function trying(client: PartnerClient, suggestion: Partial<Differences>): PartnerClient {
	return client.with(merged(client.settings.differences, suggestion));
}

/** Differences with a suggestion over them. */
export function merged(given: Differences, suggestion: Partial<Differences>): Differences {
	const calls = { ...given.calls, ...suggestion.calls };
	const noOrder = [...new Set([...given.noOrder, ...(suggestion.noOrder ?? [])])];
	return { ...given, ...suggestion, calls, noOrder };
}

/** How a call fails: also by an error beside other fields, under a success. */
export async function failureOf(
	client: PartnerClient,
	call: ApiCall,
): Promise<PartnerApiError | undefined> {
	const response = await resultOrFailure(client.call(call));
	return response instanceof PartnerApiError ? response : errorUnderSuccess(response);
}

/** Whether a failure says nothing of the call: it may be over at the next attempt. */
export function isForNow({ isRateLimit, details: { status = 503 } }: PartnerApiError): boolean {
	return isRateLimit || (status >= 400 && outcomeOfStatus(status) === 'unknown');
}

/** What a response under a success says to have failed. */
export function errorUnderSuccess(response: unknown): PartnerApiError | undefined {
	const error = errorIn(response);
	if (error === undefined) return undefined;
	const code = typeof error === 'string' ? error : ('unexpected_answer' satisfies LocalErrorCode);
	return new PartnerApiError({ code, status: 200, outcome: 'refused', phase: 'call' });
}

/** How the call of an operation is made. */
export function endpointOf({ settings }: PartnerClient, { endpoint }: Operation): Endpoint {
	return { ...endpoint, ...(endpoint.named && settings.differences.calls[endpoint.named]) };
}

/** How a call beside that of an operation fails, which cannot exist: nothing is ordered by it. */
export async function failureBeside(
	client: PartnerClient,
	operation: Operation,
): Promise<PartnerApiError | undefined> {
	const { method, base } = endpointOf(client, operation);
	const how: Pick<ApiCall, 'method' | 'base' | 'body'> =
		method === 'GET' ? { method, base } : { method: 'POST', base: 'base', body: {} };
	const folder = how.base === 'api' ? '/partner' : '/api/partner';
	const path = `${folder}/n8n_check_${randomBytes(6).toString('hex')}`;
	return await failureOf(client, { ...how, path, retrySafety: 'safe' });
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
		if (found instanceof Error) continue;
		const beside = await failureBeside(there, operation);
		if (!beside || isForNow(beside)) continue;
		const { method, base, path } = endpointOf(there, operation);
		const what = `It is ${method} {${base}_url}${path}. ${found.what}`;
		return { ...found, result: 'differs', what, suggestion: { calls, ...found.suggestion } };
	}
	return failedCall(operation, first);
}

/** Where else a read may be. Only with GET: a POST on a guessed path may order. */
function neighboursOf({ endpoint: { named, base, path } }: Operation): Differences['calls'][] {
	if (named === undefined) return [];
	const paths = [named, ...(PLACES[named]?.split(' ') ?? [])].map((place) => `/partner/${place}`);
	return [
		{ [named]: { method: 'GET', base, path } },
		...paths.map((place) => ({ [named]: { method: 'GET', base: 'api', path: place } as const })),
	];
}
