import { randomBytes } from 'node:crypto';

import {
	type ApiCall,
	type Differences,
	PartnerApiError,
	type PartnerClient,
	resultOrFailure,
} from '../../../partner-api';
import { errorIn } from '../definition/envelope';
import type { Operation } from '../definition/operation';

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
	if (response instanceof PartnerApiError) return response;
	const code = errorIn(response);
	if (typeof code !== 'string') return undefined;
	return new PartnerApiError({ code, status: 200, outcome: 'refused', phase: 'call' });
}

/** How the call of an operation is made. */
export function endpointOf(
	{ settings }: PartnerClient,
	{ endpoint }: Operation,
): Pick<ApiCall, 'method' | 'base' | 'path'> {
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
