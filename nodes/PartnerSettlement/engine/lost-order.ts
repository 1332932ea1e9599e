import {
	type ApiCall,
	attempt,
	type CallLimits,
	judgeDocument,
	PartnerApiError,
	type PartnerClient,
} from '../../../partner-api';
import type { Operation } from '../catalog/operation';
import { documentGet } from '../operations/document/get';

/** How an order is looked up, in the name of which run. */
export interface Lookup {
	client: PartnerClient;
	limits: CallLimits;
	operation: Operation;
}

/** Why the lookup leaves the outcome open. */
const VERDICTS = {
	not_shown: 'Document: Get shows no order with this ext_id',
	another_order: 'Document: Get shows another order under this ext_id',
};

/** The document of an order (section 1, rule 10). @throws PartnerApiError */
export async function getDocument(
	{ client, limits }: Pick<Lookup, 'client' | 'limits'>,
	extId: string,
): Promise<unknown> {
	const { method, base, path } = documentGet.endpoint;
	const scope = documentGet.scope ?? undefined;
	const body = { ext_id: extId };
	return await client.call({ method, base, path, body, repeat: 'reads', scope }, limits);
}

/**
 * Finds out what became of an order whose answer was lost: a screening by its documented replay (section 4.7, rule 4),
 * everything else by its document.
 *
 * @param error what the call failed with
 * @returns the order, if it exists
 * @throws PartnerApiError the same failure, with what the lookup said, where it is still not known
 */
export async function findLostOrder(
	error: unknown,
	call: ApiCall,
	extId: string | undefined,
	lookup: Lookup,
): Promise<unknown> {
	const isOpen =
		error instanceof PartnerApiError && error.outcome === 'unknown' && error.code !== 'cancelled';
	// The orders of a cart are looked up one by one. A key that the API refused may be that of another order.
	if (!isOpen || isRefused(error) || call.repeat !== 'keyed' || extId === undefined) throw error;
	const order = await attempt(
		lookup.operation.effect === 'screen' ? replay(call, lookup) : documentOf(call, extId, lookup),
	);
	if (!(order instanceof PartnerApiError)) return order;
	throw order.code === 'cancelled' ? error : error.with({ detail: detailOf(order) });
}

function isRefused({ details: { status } }: PartnerApiError): boolean {
	return status === 403 || status === 409 || status === 422;
}

async function replay(call: ApiCall, { client, limits }: Lookup): Promise<unknown> {
	return await client.call(call, { ...limits, retry: { ...limits.retry, retries: 0 } });
}

async function documentOf(call: ApiCall, extId: string, lookup: Lookup): Promise<unknown> {
	const document = await getDocument(lookup, extId);
	const verdict = judgeDocument(document, call.body ?? null, extId);
	if (verdict === 'found') return document;
	throw new PartnerApiError({
		code: 'unexpected_answer',
		outcome: 'unknown',
		phase: 'call',
		detail: VERDICTS[verdict],
	});
}

function detailOf({ code, details }: PartnerApiError): string {
	if (details.detail !== undefined && Object.values(VERDICTS).includes(details.detail)) {
		return details.detail;
	}
	return details.status === 404 ? VERDICTS.not_shown : `looking the order up failed too (${code})`;
}
