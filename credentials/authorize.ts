import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { asOneText } from '../nodes/PartnerSettlement/messages/failure-text';
import {
	authorizeRequest,
	InputError,
	PartnerApiError,
	readSettings,
	resultOrFailure,
	resultOrRefusal,
} from '../partner-api';

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
	const work = async () => await authorizeRequest(readSettings(credentials), request);
	const authorized = await resultOrRefusal(resultOrFailure(work()));
	if (authorized instanceof InputError) throw new InputError(authorized.text);
	if (!(authorized instanceof PartnerApiError)) return authorized;
	throw asOneText(authorized, { call: 'Token exchange' });
}
