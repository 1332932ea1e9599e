import { type CallLimits, maskSecrets, type PartnerClient, schemas } from '../../../partner-api';
import { documentGet } from '../operations/document/get';

/** How a document is read. */
export interface DocumentLookup {
	client: PartnerClient;
	limits: CallLimits;
}

/** The document of an order (section 1, rule 10). @throws PartnerApiError */
export async function getDocument(
	{ client, limits }: DocumentLookup,
	extId: string,
): Promise<unknown> {
	const { method, base, path } = documentGet.endpoint;
	const scope = documentGet.scope ?? undefined;
	const body = { ext_id: extId };
	return await client.call({ method, base, path, body, repeat: 'reads', scope }, limits);
}

/**
 * A document as it may come out, which is as Document: Get gives it, whichever operation looked it up: its fields are not
 * shown (section 2.10), and it may hold more secrets than the answer to the order.
 *
 * @param document an object
 * @param revealsSecrets whether the operator asked for them
 */
export function shownDocument(document: unknown, revealsSecrets: boolean): Record<string, unknown> {
	const { secretFields, secrets } = documentGet;
	const masked = { alsoSecret: secretFields, holdsSecrets: secrets };
	return schemas.recordSchema.parse(revealsSecrets ? document : maskSecrets(document, masked));
}
