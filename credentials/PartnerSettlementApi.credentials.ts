import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';

import { credentialProperties } from './credential-properties';

export class PartnerSettlementApi implements ICredentialType {
	name = 'partnerSettlementApi';

	displayName = 'Partner Settlement API';

	icon: Icon = {
		light: 'file:partner-settlement.svg',
		dark: 'file:partner-settlement.dark.svg',
	};

	documentationUrl =
		'https://github.com/partner-settlement/n8n-nodes-partner-settlement#the-credential';

	properties: INodeProperties[] = credentialProperties;

	/** The HTTP Request node's way in, called before every request. The credential's test is the node's `testedBy`. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		// n8n requires every credential's file when it starts; the client is loaded when it is needed.
		const { authorizeRequest, readSettings } = await import('../partner-api');
		return await authorizeRequest(readSettings(credentials), requestOptions);
	}
}
