import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { asOneText } from '../nodes/PartnerSettlement/messages/failure-text';
import { resultOrFailure, authorizeRequest, PartnerApiError, readSettings } from '../partner-api';

/**
 * Adds an access token to a request of the HTTP Request node. That node shows only an error's message, so the message
 * must say everything.
 *
 * @throws InputError for a request that must not have the token, and if the exchange fails
 */
export async function authorize(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const authorized = await resultOrFailure(authorizeRequest(readSettings(credentials), request));
	if (!(authorized instanceof PartnerApiError)) return authorized;
	throw asOneText(authorized, { call: 'Token exchange', urlField: 'API URL' });
}
