import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	type ApiCall,
	isJsonObject,
	PartnerApiError,
	PartnerClient,
	readSettings,
} from '../../../partner-api';
import type { ResourceName } from '../catalog/parameters';
import { wireName } from '../catalog/request-rules';
import { toNodeError } from '../messages/node-error';
import { findOperation } from '../operations';
import { egressOf } from '../run/context';
import { type CatalogEntry, readEntry } from './catalog-entry';

/** Who opens a list waits for it. */
const TIMEOUT_MS = 15_000;
const LIMITS = { timeoutMs: TIMEOUT_MS, retry: { retries: 1, longestWait: 2 } };

/**
 * The entries of a catalog, as the API gives them at this moment.
 *
 * @param resource of which the operation Get Many is called
 * @param idName the API's name of the ID that an order takes
 * @throws NodeApiError or NodeOperationError in words for the operator
 */
export async function catalogEntries(
	node: ILoadOptionsFunctions,
	resource: ResourceName,
	idName: string,
): Promise<CatalogEntry[]> {
	const operation = findOperation(resource, 'getAll');
	try {
		const settings = readSettings(await node.getCredentials('partnerSettlementApi'));
		const client = new PartnerClient(settings, { ...LIMITS, egress: egressOf(node.helpers) });
		const { method, base, path } = operation.endpoint;
		const scope = operation.scope ?? undefined;
		const call: ApiCall = { method, base, path, body: {}, scope, retrySafety: 'safe' };
		const entries = entriesIn(await client.call(call));
		return entries.map((entry) => readEntry(entry, wireName(idName, settings.serviceCode)));
	} catch (error) {
		const nodeError = toNodeError(node.getNode(), error, {
			operation,
			changesState: false,
			outcome: error instanceof PartnerApiError ? error.outcome : 'not_sent',
		});
		nodeError.description = [nodeError.description, 'With By ID, the ID can be typed.'].join(' ');
		throw nodeError;
	}
}

/** The list in a response: the response itself, or the longest array in it, also under `data`. */
export function entriesIn(response: unknown): unknown[] {
	if (Array.isArray(response)) return response;
	if (!isJsonObject(response)) return [];
	const { data } = response;
	const lists = Object.values(isJsonObject(data) ? data : response).filter(Array.isArray);
	const [longest = []] = lists.sort((left, right) => right.length - left.length);
	return longest;
}
