import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	type ApiCall,
	type CallLimits,
	PartnerClient,
	type PartnerSettings,
	readSettings,
} from '../../../partner-api';
import { directCall, type PriceList } from '../definition/operation';
import type { ResourceName } from '../definition/parameters';
import { wireName } from '../definition/request-rules';
import { toNodeError } from '../messages/node-error';
import { findOperation } from '../operations';
import { egressOf } from '../run/context';
import { type CatalogEntry, catalogFields, readEntry } from './catalog-entry';
import { entriesOf } from './list';
import { readPages } from './pages';

/** Short, because a person waits for the list to open. */
const LIMITS = { timeoutMs: 15_000, retry: { retries: 1, longestWait: 2 } };

/**
 * The entries of a catalog for the panel.
 *
 * @param resource whose operation Get Many is called
 * @param id the API's name of the ID that an order takes
 * @throws NodeApiError or NodeOperationError in words for the operator
 */
export async function catalogEntries(
	node: ILoadOptionsFunctions,
	resource: ResourceName,
	id: string,
): Promise<CatalogEntry[]> {
	const read = findOperation(resource, 'getAll');
	try {
		const settings = readSettings(await node.getCredentials('partnerSettlementApi'));
		const client = new PartnerClient(settings, { ...LIMITS, egress: egressOf(node.helpers) });
		return await readCatalog(client, settings, { read, id });
	} catch (error) {
		const nodeError = toNodeError(node.getNode(), error, { operation: read });
		nodeError.description = `${String(nodeError.description)} You can also choose By ID and type the ID.`;
		throw nodeError;
	}
}

/**
 * The entries of a catalog, as the API gives them at this moment.
 *
 * @param limits if they differ from the client's
 * @throws PartnerApiError, also if the response holds no list
 */
export async function readCatalog(
	client: PartnerClient,
	{ serviceCode, dialect }: PartnerSettings,
	{ read, id }: PriceList,
	limits?: CallLimits,
): Promise<CatalogEntry[]> {
	const send = async (call: ApiCall) => await client.call(call, limits);
	const response = await readPages(directCall(read), send, dialect, read);
	const fields = catalogFields(dialect, read, wireName(id, serviceCode));
	return entriesOf(response, dialect).map((entry) => readEntry(entry, fields));
}
