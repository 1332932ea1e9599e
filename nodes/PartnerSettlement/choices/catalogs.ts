import type { ILoadOptionsFunctions } from 'n8n-workflow';

import {
	type ApiCall,
	InputError,
	isJsonObject,
	type JsonObject,
	PartnerApiError,
	PartnerClient,
	readSettings,
} from '../../../partner-api';
import type { Operation } from '../catalog/operation';
import type { ResourceName } from '../catalog/parameters';
import { type NodeError, toNodeError } from '../messages/node-error';
import { findOperation } from '../operations';
import { egressOf } from '../run/context';
import { splitList } from '../run/output';
import { type CatalogEntry, readEntry } from './catalog-entry';

/** Who opens a list waits for it. */
const TIMEOUT_MS = 15_000;
const LIMITS = { timeoutMs: TIMEOUT_MS, retry: { retries: 1, longestWait: 2 } };

/** Something that a locator can list. */
export interface Catalog {
	resource: ResourceName;
	/** The API's name of the ID that an order takes. */
	idName: string;
}

/**
 * The entries of a catalog, as the API gives them at this moment.
 *
 * @throws NodeApiError or NodeOperationError in words for the operator
 */
export async function catalogEntries(
	node: ILoadOptionsFunctions,
	{ resource, idName }: Catalog,
): Promise<CatalogEntry[]> {
	return await listed(node, findOperation(resource, 'getAll'), {}, idName);
}

/**
 * The gift offers that the API finds for a text.
 *
 * @throws as `catalogEntries`
 */
export async function foundGiftOffers(
	node: ILoadOptionsFunctions,
	query: string,
): Promise<CatalogEntry[]> {
	return await listed(node, findOperation('giftOffer', 'search'), { query }, 'offer_id');
}

async function listed(
	node: ILoadOptionsFunctions,
	operation: Operation,
	body: JsonObject,
	idName: string,
): Promise<CatalogEntry[]> {
	try {
		const settings = readSettings(await node.getCredentials('partnerSettlementApi'));
		const client = new PartnerClient(settings, { ...LIMITS, egress: egressOf(node.helpers) });
		const { method, base, path } = operation.endpoint;
		const scope = operation.scope ?? undefined;
		const call: ApiCall = { method, base, path, body, scope, retrySafety: 'safe' };
		return entriesIn(await client.call(call)).map((entry) => readEntry(entry, idName));
	} catch (error) {
		throw readable(node, operation, error);
	}
}

/** As `splitList`, and where several lists stand beside one another, or an object takes the place of a list. */
export function entriesIn(response: unknown): unknown[] {
	const { entries, isList } = splitList(response);
	if (isList) return entries;
	const outer = isJsonObject(response) ? response : {};
	const inner = isJsonObject(outer.data) ? outer.data : outer;
	const lists = Object.values(inner).filter(Array.isArray);
	const [longest] = lists.sort((left, right) => right.length - left.length);
	if (longest) return longest;
	return Object.entries(inner).flatMap(([id, entry]) =>
		isJsonObject(entry) ? [{ id, ...entry }] : [],
	);
}

/** The editor shows the message of an error, and the description where it is one of the API. */
function readable(node: ILoadOptionsFunctions, operation: Operation, error: unknown): NodeError {
	const isInput = error instanceof InputError;
	const told = isInput
		? new InputError([error.message, error.hint].filter(Boolean).join('. '))
		: error;
	const nodeError = toNodeError(node.getNode(), told, {
		operation,
		changesState: false,
		outcome: error instanceof PartnerApiError ? error.outcome : 'not_sent',
		timeLimit: `${String(TIMEOUT_MS / 1000)} seconds`,
	});
	nodeError.description = [nodeError.description, 'With By ID, the ID can be typed.'].join(' ');
	return nodeError;
}
